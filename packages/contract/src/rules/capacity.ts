/** Maximum of `required_qty`. */
export const MOST_REQUIRED = 10_000

/** Returns the free places, never fewer than zero, even after the quantity was lowered (D12). */
export function spotsLeft(required_qty: number, confirmed: number): number {
  return Math.max(0, required_qty - confirmed)
}

export function isFull(required_qty: number, confirmed: number): boolean {
  return spotsLeft(required_qty, confirmed) === 0
}
