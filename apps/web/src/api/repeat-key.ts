import { newKey } from './new-key.ts'

/** D16: one key per content until it has succeeded, so that a second press or a retry sends nothing twice. */
export function openRepeatKey() {
  let last = { content: '', key: '' }
  return {
    of(...content: readonly unknown[]): { 'idempotency-key': string } {
      const text = JSON.stringify(content)
      if (text !== last.content) last = { content: text, key: newKey() }
      return { 'idempotency-key': last.key }
    },
    /** The same content may be sent again later. */
    forget() {
      last = { content: '', key: '' }
    },
  }
}
