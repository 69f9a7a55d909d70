import type { OwnDetails } from '@muster/contract/personal-page'
import { emailChangeState } from '@muster/contract/rules/email-change'
import { maskEmail, maskPhone } from '@muster/contract/rules/mask'
import { takeShared } from '../../access/rate-limit.ts'
import type { OrgTx } from '../../db/client.ts'
import { lockPersonExclusively } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import {
  askForDetails,
  type DetailsChange,
  fieldsOf,
  openDetails,
  takeBackDetails,
} from '../people/change-own-details.ts'
import { askForEmail } from '../people/change-own-email.ts'
import { findOpenEmailChange } from '../people/email-change-queries.ts'
import { findPerson } from '../people/queries.ts'
import { refuseUndeliverableMailbox } from './mailbox.ts'
import { openLink, refuseClosed } from './open-link.ts'
import { findLinked, type Linked } from './queries.ts'

/** V3. Refuses as `getInvitation` does. */
export function getDetails(deps: Deps, token: string): Promise<OwnDetails> {
  return openLink(deps, token, (tx, linked) => {
    refuseClosed(linked, deps.now())
    return readDetails(tx, linked, deps.now())
  })
}

/** Each request sends an e-mail. */
const PER_PERSON = [
  { name: 'own-details-hour', hits: 5, window_s: 60 * 60 },
  { name: 'own-details-day', hits: 10, window_s: 24 * 60 * 60 },
]

/** V3: null takes back what was asked for. Refuses as `changeDetails` does. */
export function changeEmail(
  deps: Deps,
  token: string,
  { email }: { email: string | null },
): Promise<OwnDetails> {
  if (email !== null) return ask(deps, token, { new_email: email })
  const { now } = deps
  return openLink(deps, token, async (tx, linked) => {
    const { person, before } = await lockOwn(tx, linked, now())
    await askForEmail(tx, person, { email: null, now: now() })
    await takeBackDetails(tx, person.id)
    await recordAction(tx, { action: 'person.change_withdrawn', at: now(), person_ids: [person.id] })
    return readDetails(tx, before, now())
  })
}

/**
 * V3: asks the person's mailbox. Refuses as `getInvitation` does, with 400 for an invalid number, and with
 * `mailbox_unreachable`, `rate_limited`: requests are counted per person, whatever they ask for.
 */
export async function changeDetails(
  deps: Deps,
  token: string,
  change: DetailsChange,
): Promise<OwnDetails & { token: string }> {
  const isEmpty = change.phone === undefined && change.language === undefined
  return { ...(await (isEmpty ? getDetails(deps, token) : ask(deps, token, change))), token }
}

async function ask(deps: Deps, token: string, change: DetailsChange): Promise<OwnDetails> {
  const { now } = deps
  const { id: person_id, email } = await openLink(deps, token, async (_tx, linked) => {
    refuseClosed(linked, now())
    return linked.recipient
  })
  await refuseUndeliverableMailbox(deps, token, email)
  for (const limit of PER_PERSON) await takeShared(deps, { ...limit, of: person_id })
  return openLink(deps, token, async (tx, linked) => {
    const { person, before } = await lockOwn(tx, linked, now())
    await askForDetails(tx, person, { assignment_id: before.assignment_id, change, now: now() })
    return readDetails(tx, before, now())
  })
}

/** Throws 404 `link_invalid` if the link was replaced, or the person erased, while this waited for the lock. */
async function lockOwn(tx: OrgTx, linked: Linked, now: string) {
  const person = await lockPersonExclusively(tx, linked.recipient.id)
  const before = await findLinked(tx, linked.assignment_id)
  if (!person || before?.round !== linked.round) throw notFound('link_invalid')
  refuseClosed(before, now)
  return { person, before }
}

/** D63: addresses are masked, because the holder of the link may be another person. */
async function readDetails(tx: OrgTx, { recipient }: Linked, now: string): Promise<OwnDetails> {
  const { id: person_id, email, phone, language } = recipient
  const person = await findPerson(tx, person_id)
  const waiting = person && openDetails(person, now)
  const change = await findOpenEmailChange(tx, { person_id, now })
  const isOpen = change && emailChangeState(change, email, now) === 'open'
  return {
    email: email === null ? null : maskEmail(email),
    phone: phone === null ? null : maskPhone(phone),
    language,
    unconfirmed: waiting ? { fields: fieldsOf(waiting), expires_at: waiting.expires_at } : null,
    unconfirmed_email: isOpen ? { email: maskEmail(change.new_email), expires_at: change.expires_at } : null,
  }
}
