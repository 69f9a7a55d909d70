import type { OwnDetails } from '@muster/contract/invitations'
import type { Language } from '@muster/contract/language'
import { emailChangeState } from '@muster/contract/rules/email-change'
import type { OrgTx } from '../../db/client.ts'
import { lockPersonExclusively } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { takeShared, takeSharedIn } from '../../http/rate-limit.ts'
import { notFound } from '../../http/refusal.ts'
import { enqueuePhoneChanged } from '../../outbox/enqueue-notices.ts'
import { signId } from '../../signing/signed-id.ts'
import { askForEmail, recordPhoneChange } from '../people/change-own-email.ts'
import { findOpenEmailChange } from '../people/email-change-queries.ts'
import { changeOwnDetails } from '../people/save-person.ts'
import { openLink, refuseClosed } from './open-link.ts'
import { findLinked, type Linked } from './queries.ts'

type Change = { phone?: string | null | undefined; language?: Language | undefined }

/** V3. Refuses as `getInvitation` does. */
export function getDetails(deps: Deps, token: string): Promise<OwnDetails> {
  return openLink(deps, token, (tx, linked) => {
    refuseClosed(linked, deps.now())
    return readDetails(tx, linked, deps.now())
  })
}

const PER_PERSON = [
  { name: 'own-email-hour', hits: 3, window_s: 60 * 60 },
  { name: 'own-email-day', hits: 10, window_s: 24 * 60 * 60 },
]

/**
 * V3. Refuses as `getInvitation` does, and with `rate_limited`: the person's requests are counted, whatever the
 * address.
 */
export async function changeEmail(
  deps: Deps,
  token: string,
  { email }: { email: string | null },
): Promise<OwnDetails> {
  const { now } = deps
  if (email !== null) {
    const person_id = await openLink(deps, token, async (_tx, linked) => {
      refuseClosed(linked, now())
      return linked.recipient.id
    })
    for (const limit of PER_PERSON) await takeShared(deps, { ...limit, of: person_id })
  }
  return openLink(deps, token, async (tx, linked) => {
    const person = await lockPersonExclusively(tx, linked.recipient.id)
    const before = await reread(tx, linked.assignment_id)
    if (!person || before.round !== linked.round) throw notFound('link_invalid')
    refuseClosed(before, now())
    await askForEmail(tx, person, { email, now: now() })
    return readDetails(tx, before, now())
  })
}

/** Limit per person: each change of the number sends an e-mail. */
const NEW_NUMBERS = { name: 'own-phone', hits: 20, window_s: 60 * 60 }

/** V3. Refuses as `getInvitation` does, with 400 for an invalid number, and with `rate_limited`. */
export function changeDetails(
  deps: Deps,
  token: string,
  change: Change,
): Promise<OwnDetails & { token: string }> {
  const { config, keys, now } = deps
  return openLink(deps, token, async (tx, linked) => {
    const { assignment_id } = linked
    const person = await lockPersonExclusively(tx, linked.recipient.id)
    const before = await reread(tx, assignment_id)
    // The link was replaced, or the person erased, while this waited for the lock.
    if (!person || before.round !== linked.round) throw notFound('link_invalid')
    refuseClosed(before, now())
    const is_phone_changed = await changeOwnDetails(tx, person, change, { now: now(), config })
    const after = await reread(tx, assignment_id)
    if (is_phone_changed) {
      const { id: person_id, phone } = after.recipient
      await takeSharedIn(tx, now(), { ...NEW_NUMBERS, of: person_id })
      await recordPhoneChange(tx, person, { phone, now: now() })
      await enqueuePhoneChanged(tx, { person_id, assignment_id, is_removed: phone === null, now: now() })
    }
    const id = { purpose: 'personal_link', id: assignment_id, round: after.round } as const
    return { ...(await readDetails(tx, after, now())), token: signId(keys, id) }
  })
}

async function reread(tx: OrgTx, assignment_id: string): Promise<Linked> {
  const linked = await findLinked(tx, assignment_id)
  if (!linked) throw notFound('link_invalid')
  return linked
}

async function readDetails(
  tx: OrgTx,
  { recipient: { id: person_id, email, phone, language } }: Linked,
  now: string,
): Promise<OwnDetails> {
  const asked = await findOpenEmailChange(tx, { person_id, now })
  const is_open = asked && emailChangeState(asked, email, now) === 'open'
  const unconfirmed_email = is_open ? { email: asked.new_email, expires_at: asked.expires_at } : null
  return { email, phone, language, unconfirmed_email }
}
