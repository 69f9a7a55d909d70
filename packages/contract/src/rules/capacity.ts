/** D12: only CONFIRMED takes a place; never below zero, even after an administrator lowered the quantity. */
export function spotsLeft(required_qty: number, confirmed: number): number {
  return Math.max(0, required_qty - confirmed)
}

/** D12: a sign-up or a confirmation for a full shift is refused. */
export function isFull(required_qty: number, confirmed: number): boolean {
  return spotsLeft(required_qty, confirmed) === 0
}
