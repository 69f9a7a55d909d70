import { foldAddress } from './fold.ts'
import { addMs, HOUR_MS } from './instants.ts'

const CONFIRM_MS = 24 * HOUR_MS
const UNDO_MS = 7 * 24 * HOUR_MS

/** Change of address that a person has asked for on their page (V3). */
export type EmailChange = {
  former_email: string
  new_email: string
  /** End of the time to confirm; after a pause (O1) that of the time to undo. */
  expires_at: string
  confirmed_at: string | null
  undone_at: string | null
}

type Confirmed = { confirmed_at: string; expires_at: string }

export const confirmEmailUntil = (asked_at: string): string => addMs(asked_at, CONFIRM_MS)
/** O1: returns the end of the undo whose e-mail waited in a pause that ends now. It is stored as `expires_at`. */
export const undoEmailAfterPause = (now: string): string => addMs(now, UNDO_MS)

export function undoEmailUntil({ confirmed_at, expires_at }: Confirmed): string {
  const until = addMs(confirmed_at, UNDO_MS)
  return expires_at > until ? expires_at : until
}

/** Returns the instant after which a change must have been confirmed to be undone now, but for those after a pause. */
export const undoableSince = (now: string): string => addMs(now, -UNDO_MS)

/** `current` is the person's present address, which an administrator may have changed since. */
export function emailChangeState(
  change: EmailChange,
  current: string | null,
  now: string,
): 'open' | 'confirmed' | 'closed' {
  if (change.undone_at !== null) return 'closed'
  if (change.confirmed_at !== null) return isSameEmail(change.new_email, current) ? 'confirmed' : 'closed'
  return isSameEmail(change.former_email, current) && now < change.expires_at ? 'open' : 'closed'
}

/** `later` lists the person's later changes in order, by which a stranger could hide that the address was changed. */
export function emailUndoState(
  { change, later, current }: { change: EmailChange; later: readonly EmailChange[]; current: string | null },
  now: string,
): 'open' | 'undone' | 'closed' {
  if (change.undone_at !== null) return isSameEmail(change.former_email, current) ? 'undone' : 'closed'
  const { confirmed_at, expires_at } = change
  if (confirmed_at === null || now >= undoEmailUntil({ confirmed_at, expires_at })) return 'closed'
  const last = later.reduce(
    (at, each) => (isInForce(each) && isSameEmail(each.former_email, at) ? each.new_email : at),
    change.new_email,
  )
  return isSameEmail(last, current) ? 'open' : 'closed'
}

/** D11. Nobody's (D59) is the same as nobody's. */
export const isSameEmail = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : foldAddress(a) === foldAddress(b)

const isInForce = ({ confirmed_at, undone_at }: EmailChange) => confirmed_at !== null && undone_at === null
