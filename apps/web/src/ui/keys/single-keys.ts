import { readSessionToken } from '@muster/contract/rules/session-token'
import { readToken } from '../../api/credentials.ts'
import { deviceStorage } from '../../storage.ts'

/* WCAG 2.1.4: keys without Ctrl can be switched off. Kept per person in the browser. */

const OFF = 'off'

export const areSingleKeysOn = (): boolean => deviceStorage.getItem(storageKey()) !== OFF

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) deviceStorage.removeItem(storageKey())
  else deviceStorage.setItem(storageKey(), OFF)
}

const storageKey = () => `single_keys:${readSessionToken(readToken() ?? '')?.id ?? ''}`

/** Returns whether a press is of a key that acts by itself: nothing is typed, and nothing is open above the page. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
  if (key.length !== 1 || defaultPrevented || ctrlKey || metaKey || altKey) return false
  if (target instanceof Element && target.closest('input, select, textarea')) return false
  return areSingleKeysOn() && !document.querySelector('dialog[open], [role=listbox], [role=menu]')
}
