import { keepInTab, readFromTab } from '../../api/tab-storage.ts'
import { keepInHistory, readFromHistory } from '../../ui/hooks/navigation.ts'
import type { SignedUpState } from './signup-state.ts'

/** Fields of another type are ignored: an older version may have stored them. */
export function readDraft<Form extends object>(name: string, empty: Form): Form {
  const kept = readFromTab(name)
  if (typeof kept !== 'object' || kept === null) return empty
  const types = new Map(Object.entries(empty).map(([field, value]) => [field, typeof value]))
  const known = Object.entries(kept).filter(([field, value]) => types.get(field) === typeof value)
  return { ...empty, ...Object.fromEntries(known) }
}

export function keepDraft(name: string, form: object): void {
  keepInTab(name, form)
}

export function removeDraft(name: string): void {
  keepInTab(name, undefined)
}

const TICKET = 'ticket'

/** Stores the ticket in the history entry, so that the same form opened anew is empty for the next person. */
export function keepTicket(shift_ids: readonly string[], ticket: SignedUpState): void {
  keepInHistory(TICKET, { ...ticket, of: shift_ids.join() })
}

export function readTicket(shift_ids: readonly string[]): SignedUpState | undefined {
  const kept = readFromHistory(TICKET)
  return isTicketOf(kept, shift_ids.join()) ? { ...kept, isKept: true } : undefined
}

function isTicketOf(kept: unknown, of: string): kept is SignedUpState {
  return typeof kept === 'object' && kept !== null && 'of' in kept && kept.of === of
}
