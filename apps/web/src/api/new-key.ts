/** D16. Not `randomUUID`, which is missing on plain http, where a phone opens a laptop's address. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
