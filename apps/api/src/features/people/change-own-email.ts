import {
  confirmEmailUntil,
  emailChangeState,
  emailUndoState,
  isSameEmail,
  undoableSince,
  undoEmailUntil,
} from '@muster/contract/rules/email-change'
import { foldAddress, identityKey, searchText, takenKey } from '@muster/contract/rules/fold'
import type { Config } from '../../config.ts'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPersonExclusively } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import type { PersonRow } from '../../db/schema.ts'
import { conflict } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueEmails } from '../../outbox/enqueue.ts'
import { getLanguage } from '../../outbox/recipients.ts'
import { insertSuppression, listSuppressed } from '../../outbox/suppression.ts'
import { replaceLinks } from '../assignments/replace-links.ts'
import { replaceWaitingLinks } from '../waiting-list/replace-waiting-links.ts'
import {
  closeOpenEmailChanges,
  type EmailChangeRow,
  findEmailChange,
  findOpenEmailChange,
  getOrganizer,
  insertEmailChange,
  listConfirmedAfter,
  listRecentEmailChanges,
  updateEmailChanges,
} from './email-change-queries.ts'
import {
  findPerson,
  findPersonByIdentity,
  listShiftsOfPeople,
  listShiftsOfPerson,
  updatePerson,
} from './queries.ts'
import { refuseDuplicate } from './save-person.ts'

/* V3: changes by the person. Only the holder of the new mailbox can learn whether another person has the address. */

/**
 * Asks for a new address. The person must be locked. `email` null, or their present address, takes the request back.
 */
export async function askForEmail(
  tx: OrgTx,
  person: PersonRow,
  { email, now }: { email: string | null; now: string },
): Promise<void> {
  const expires_at = confirmEmailUntil(now)
  const open = await findOpenEmailChange(tx, { person_id: person.id, now })
  if (open?.new_email === email && emailChangeState(open, person.email, now) === 'open') {
    // Both e-mails have the same link, so that of the first one goes on working too.
    await updateEmailChanges(tx, [open.id], { expires_at })
    await tell(tx, person, { template: 'email_confirm', id: open.id, address: email, until: expires_at })
    return
  }
  await closeOpenEmailChanges(tx, { person_id: person.id, now })
  if (email === null || isSameEmail(email, person.email)) return
  if (person.email === null) throw conflict('mailbox_unreachable')
  const id = newId()
  await insertEmailChange(tx, {
    id,
    person_id: person.id,
    former_email: person.email,
    new_email: email,
    created_at: now,
    expires_at,
  })
  await tell(tx, person, { template: 'email_confirm', id, address: email, until: expires_at })
}

export type EmailChangeView = {
  change: EmailChangeRow
  person: PersonRow
  state: 'open' | 'confirmed' | 'closed'
  undo: 'open' | 'undone' | 'closed'
  later: EmailChangeRow[]
}

export async function viewEmailChange(
  tx: OrgTx,
  { id, now }: { id: string; now: string },
): Promise<EmailChangeView | undefined> {
  const change = await findEmailChange(tx, id)
  const person = change && (await findPerson(tx, change.person_id))
  if (!person) return undefined
  const later = await listConfirmedAfter(tx, change)
  return {
    change,
    person,
    later,
    state: emailChangeState(change, person.email, now),
    undo: emailUndoState({ change, later, current: person.email }, now),
  }
}

/** Refuses with `person_exists`. Personal links stay valid, so that the person can correct a mistake. */
export async function confirmEmail(tx: OrgTx, { id, now }: { id: string; now: string }): Promise<void> {
  const view = await lockEmailChange(tx, { id, now })
  if (view?.state !== 'open') return
  const { change, person } = view
  await changeEmail(tx, person, change.new_email)
  await updateEmailChanges(tx, [id], { confirmed_at: now })
  await keepUnsubscribed(tx, change)
  await recordAction(tx, { action: 'person.changed', at: now, person_ids: [person.id], fields: ['email'] })
  const until = undoEmailUntil({ confirmed_at: now, expires_at: change.expires_at })
  await tell(tx, person, { template: 'email_changed', id, address: change.former_email, until })
}

/** Restores the former address. Replaces all links of the person (D17): a stranger may have one. */
export async function undoEmail(
  tx: OrgTx,
  { id, now, config }: { id: string; now: string; config: Config },
): Promise<void> {
  const view = await lockEmailChange(tx, { id, now })
  if (view?.undo !== 'open') return
  const { change, person, later } = view
  await closeOpenEmailChanges(tx, { person_id: person.id, now })
  await restoreEmail(tx, person, change.former_email)
  await restorePhone(tx, person, change)
  await updateEmailChanges(tx, [id, ...later.map((each) => each.id)], { undone_at: now })
  const assignments = await listShiftsOfPeople(tx, [person.id])
  const ids = assignments.map(({ assignment_id }) => assignment_id)
  await replaceLinks(tx, ids, { notify: false, now, config })
  await replaceWaitingLinks(tx, person.id)
  await recordAction(tx, { action: 'person.changed', at: now, person_ids: [person.id], fields: ['email'] })
}

/** Restores the former number unless an administrator has set another since. */
async function restorePhone(
  tx: OrgTx,
  person: PersonRow,
  { phone_changed_at, former_phone, new_phone }: EmailChangeRow,
): Promise<void> {
  if (phone_changed_at !== null && person.phone === new_phone)
    await updatePerson(tx, person.id, { phone: former_phone })
}

/**
 * Records a number changed on the page while a change of the address can be undone: the holder of the former mailbox
 * is told, and gets the number back with the address. The person must be locked, and is as before the change.
 */
export async function recordPhoneChange(
  tx: OrgTx,
  person: PersonRow,
  { phone, now }: { phone: string | null; now: string },
): Promise<void> {
  const recent = await listRecentEmailChanges(tx, { person_id: person.id, since: undoableSince(now), now })
  for (const { id, phone_changed_at, former_phone, new_phone } of recent) {
    const isFirst = phone_changed_at === null || new_phone !== person.phone
    await updateEmailChanges(tx, [id], {
      phone_changed_at: now,
      former_phone: isFirst ? person.phone : former_phone,
      new_phone: phone,
    })
  }
  const views = await Promise.all(recent.map(({ id }) => viewEmailChange(tx, { id, now })))
  const first = views.find((view) => view?.undo === 'open')?.change
  if (!first?.confirmed_at) return
  const { id, former_email: address, confirmed_at, expires_at } = first
  const until = undoEmailUntil({ confirmed_at, expires_at })
  await tell(tx, person, { template: 'email_changed', id, address, until, is_phone: true })
}

/** Reads the change again under the lock: the second of two presses finds it done. */
async function lockEmailChange(tx: OrgTx, of: { id: string; now: string }) {
  const found = await findEmailChange(tx, of.id)
  const person = found && (await lockPersonExclusively(tx, found.person_id))
  return person && viewEmailChange(tx, of)
}

async function changeEmail(tx: OrgTx, person: PersonRow, email: string): Promise<void> {
  const changed = { ...person, email }
  const folded = { identity_key: identityKey(changed), search_text: searchText(changed) }
  await refuseDuplicate(updatePerson(tx, person.id, { email, ...folded }))
  announceShifts(tx, await listShiftsOfPerson(tx, person.id))
}

/**
 * Works also when another entry has the same names and address (D11): a stranger could create one by a sign-up to
 * block this. The id then makes the key of this entry unique, and the organiser sees both entries.
 */
async function restoreEmail(tx: OrgTx, person: PersonRow, email: string): Promise<void> {
  const changed = { ...person, email }
  const key = identityKey(changed)
  const identity_key = (await findPersonByIdentity(tx, key)) ? takenKey(key, person.id) : key
  await refuseDuplicate(
    updatePerson(tx, person.id, { email, identity_key, search_text: searchText(changed) }),
  )
  announceShifts(tx, await listShiftsOfPerson(tx, person.id))
}

/** D31: a person who has stopped messages did not ask for them to begin again. */
async function keepUnsubscribed(tx: OrgTx, { former_email, new_email }: EmailChangeRow): Promise<void> {
  const reasons = await listSuppressed(tx, 'EMAIL', [former_email])
  if (reasons.get(foldAddress(former_email)) !== 'unsubscribe') return
  const row = { channel: 'EMAIL', address: new_email, reason: 'unsubscribe' } as const
  await insertSuppression(tx, { organization_id: tx.org, ...row })
}

async function tell(
  tx: OrgTx,
  person: PersonRow,
  {
    template,
    id: email_change_id,
    address: email,
    until,
    is_phone = false,
  }: {
    template: 'email_confirm' | 'email_changed'
    id: string
    address: string
    until: string
    /** True if the phone number was changed after the address. */
    is_phone?: boolean
  },
): Promise<void> {
  const { first_name } = person
  const payload = { email_change_id, first_name, until, is_phone, ...(await getOrganizer(tx)) }
  const language = await getLanguage(tx, person)
  await enqueueEmails(tx, [{ person: { id: person.id, email }, language, content: { template, payload } }])
}
