/** Returns an idempotency key (D16). `randomUUID` is missing on plain http, as when a phone opens a laptop. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
