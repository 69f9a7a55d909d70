import type { Language } from '@muster/contract/language'
import { foldAddress } from '@muster/contract/rules/fold'
import { signupStateOf } from '@muster/contract/rules/signup-window'
import { countShared } from '../../access/rate-limit.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../edge/client-address.ts'
import { notFound } from '../../edge/refusal.ts'
import { findSignupWindow, insertOpeningMail } from './opening-mail-queries.ts'

type Request = { event_id: string; email: string; language: Language; ip: string }

/** A hall full of people may be one client. */
const PER_CLIENT = { name: 'opening-client', hits: 500, window_s: 15 * 60 }
const PER_EMAIL = { name: 'opening-email', hits: 10, window_s: 24 * 60 * 60 }
const PER_EVENT = { name: 'opening-event', hits: 5_000, window_s: 24 * 60 * 60 }

/**
 * D49: the answer is the same whether the address was in the list or not, and above a limit: a refusal would show that
 * others have asked. Refuses with `event_not_found`.
 */
export async function askForOpeningMail(
  deps: Deps,
  { event_id, email: given, language, ip }: Request,
): Promise<void> {
  const org = await deps.findOrganization.ofEvent(event_id)
  if (!org) throw notFound('event_not_found')
  const email = foldAddress(given)
  const is_over_limit = await isOverLimit(deps, { event_id, email, ip })
  await deps.db.transaction(org, async (tx) => {
    const event = await findSignupWindow(tx, event_id)
    if (!event?.published) throw notFound('event_not_found')
    if (is_over_limit || signupStateOf(event, deps.now()) !== 'not_open') return
    await insertOpeningMail(tx, { id: newId(), event_id, email, language, created_at: deps.now() })
  })
}

async function isOverLimit(deps: Deps, { event_id, email, ip }: Omit<Request, 'language'>): Promise<boolean> {
  // A client above its limit must not use up the other two.
  if ((await countShared(deps, { ...PER_CLIENT, of: clientOf(ip) })).over > 0) return true
  if ((await countShared(deps, { ...PER_EMAIL, of: email })).over > 0) return true
  return (await countShared(deps, { ...PER_EVENT, of: event_id })).over > 0
}
