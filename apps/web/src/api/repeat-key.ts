import { newKey } from './new-key.ts'
import { keepInTab, readFromTab } from './tab-storage.ts'

type Last = { content: string; key: string }

const NONE: Last = { content: '', key: '' }

/** Keeps one idempotency key per content until it succeeds, also over a reload, which may lose an answer (D16). */
export function createRepeatKey(kept_as: string) {
  let last = NONE
  return {
    of(...content: readonly unknown[]): { 'idempotency-key': string } {
      const text = JSON.stringify(content)
      if (text !== last.content) {
        const kept = readFromTab(kept_as)
        last = isKeyOf(kept, text) ? kept : { content: text, key: newKey() }
        keepInTab(kept_as, last)
      }
      return { 'idempotency-key': last.key }
    },
    forget() {
      last = NONE
      keepInTab(kept_as, undefined)
    },
  }
}

function isKeyOf(kept: unknown, content: string): kept is Last {
  return typeof kept === 'object' && kept !== null && 'content' in kept && kept.content === content
}
