import { isDeepStrictEqual } from 'node:util'
import type { Language } from '@muster/contract/language'
import type { newPerson, Person, personChange } from '@muster/contract/people'
import { isSameEmail } from '@muster/contract/rules/email-change'
import { identityKey, searchText, takenKey } from '@muster/contract/rules/fold'
import { isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { type Attempt, createdId, oncePerKey } from '../../access/idempotency.ts'
import { refuseAtLimit } from '../../access/refuse-at-limit.ts'
import { requirePhone } from '../../access/require-phone.ts'
import type { Config } from '../../config.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPersonExclusively } from '../../db/lock.ts'
import { changedFields, recordAction } from '../../db/record-action.ts'
import { type PersonRow, person } from '../../db/schema.ts'
import { violatedConstraint } from '../../db/violated-constraint.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../edge/refusal.ts'
import { announceNames, announceShifts } from '../../live/announce.ts'
import { listLinkedAssignments } from '../../outbox/sent-messages.ts'
import type { ChannelAddress } from '../../outbox/suppression.ts'
import { replaceLinks } from '../assignments/replace-links.ts'
import { readTags } from '../tags/read-tags.ts'
import { setTags } from '../tags/save-tags.ts'
import { replaceWaitingLinks } from '../waiting-list/replace-waiting-links.ts'
import {
  findPerson,
  findPersonByIdentity,
  getCountry,
  insertPerson,
  listShiftsOfPerson,
  updatePerson,
} from './queries.ts'

type NewPerson = z.output<typeof newPerson>
type PersonChange = z.output<typeof personChange>

export function addPerson(
  { db, config, now }: Deps,
  org: OrgId,
  { email = null, phone, tags = [], ...given }: NewPerson,
  attempt?: Attempt,
): Promise<Person> {
  return db.transaction(org, async (tx) => {
    const { id } = await oncePerKey(tx, attempt, createdId, async () => {
      const limit = config.limits.people_per_organization
      await refuseAtLimit(tx, {
        table: person,
        where: isNull(person.erased_at),
        limit,
        sentence: 'limit_of_people',
      })
      const named = { ...given, email, phone: phone ? await readNumber(tx, phone) : null }
      const identity_key = identityKey(named)
      await refuseExisting(tx, identity_key)
      const added = await refuseDuplicate(insertPerson(tx, { ...named, id: newId(), identity_key }))
      await setTags(tx, added.id, tags)
      await recordAction(tx, { action: 'person.added', at: now(), person_ids: [added.id] })
      return added
    })
    return getPerson(tx, id)
  })
}

/** An idempotency key may name a person who was deleted since. */
async function getPerson(tx: OrgTx, id: string): Promise<Person> {
  const found = await findPerson(tx, id)
  if (!found) throw notFound('person_not_found')
  return { ...found, tags: await readTags(tx, id) }
}

/** D17. Refuses with `changed_elsewhere`, `person_exists`, `daily_cap_reached`, `limit_reached`. */
export function changePerson(
  { db, config, now }: Deps,
  org: OrgId,
  { id, notify }: { id: string; notify: boolean },
  { version, phone: typed, tags, ...given }: PersonChange,
): Promise<Person> {
  return db.transaction(org, async (tx) => {
    const before = await lockPersonExclusively(tx, id)
    if (!before) throw notFound('person_not_found')
    if (version !== undefined && version !== before.version) throw conflict('changed_elsewhere')

    const { first_name = before.first_name, last_name = before.last_name, email = before.email } = given
    const { child_team = before.child_team } = given
    const phone = await phoneAfter(tx, before, typed)
    if (email === null && phone === null) throw invalid('email', 'needs_contact')
    const identity_key = await keyAfter(tx, before, { first_name, last_name, email, phone })
    if (identity_key !== before.identity_key) await refuseExisting(tx, identity_key)
    const after = await refuseDuplicate(
      updatePerson(tx, id, {
        ...given,
        phone,
        identity_key,
        search_text: searchText({ first_name, last_name, email, child_team }),
      }),
    )

    const tags_before = await readTags(tx, id)
    if (tags) await setTags(tx, id, tags)
    const tags_after = await readTags(tx, id)

    const linked = await listLinkedAssignments(tx, id, formerContacts(before, after))
    if (before.email !== null && !isSameEmail(before.email, after.email)) await replaceWaitingLinks(tx, id)
    await replaceLinks(tx, linked, { notify, now: now(), config })
    const isRenamed = first_name !== before.first_name || last_name !== before.last_name
    const announceChange = isRenamed ? announceNames : announceShifts
    announceChange(tx, await listShiftsOfPerson(tx, id))
    const fields = [
      ...changedFields(before, { ...given, phone }),
      ...(isDeepStrictEqual(tags_before, tags_after) ? [] : ['tags']),
    ]
    await recordAction(tx, { action: 'person.changed', at: now(), person_ids: [id], fields })
    return { ...after, tags: tags_after }
  })
}

async function phoneAfter(
  tx: OrgTx,
  before: PersonRow,
  typed: PersonChange['phone'],
): Promise<string | null> {
  if (typed === undefined || typed === before.phone) return before.phone
  return typed === null ? null : readNumber(tx, typed)
}

/** D11: an entry whose own key another has keeps a key with its id, until the key is free or the identity changes. */
async function keyAfter(tx: OrgTx, before: PersonRow, after: Parameters<typeof identityKey>[0]) {
  const key = identityKey(after)
  const isKept = key === identityKey(before) && key !== before.identity_key
  return isKept && (await findPersonByIdentity(tx, key)) ? takenKey(key, before.id) : key
}

/**
 * V3: for a change by the person, who must be locked. Sends no SMS: the number is unproven. Returns whether the
 * number has changed.
 */
export async function changeOwnDetails(
  tx: OrgTx,
  before: PersonRow,
  { phone: typed, language }: { phone?: string | null | undefined; language?: Language | undefined },
  { now, config }: { now: string; config: Config },
): Promise<boolean> {
  const phone = typed ? await readNumber(tx, typed) : typed
  const is_phone_changed = phone !== undefined && phone !== before.phone
  if (!is_phone_changed && (language === undefined || language === before.language)) return false

  const after = await updatePerson(tx, before.id, { phone, language })
  const linked = await listLinkedAssignments(tx, before.id, formerContacts(before, after))
  await replaceLinks(tx, linked, { notify: false, now, config })
  announceShifts(tx, await listShiftsOfPerson(tx, before.id))
  return is_phone_changed
}

/** Names who is there already, whom the form offers to open. For administrators only: others must not learn of them. */
async function refuseExisting(tx: OrgTx, identity_key: string): Promise<void> {
  const existing = await findPersonByIdentity(tx, identity_key)
  if (existing) throw conflict('person_exists', { person_id: existing.id })
}

/** Relies on the unique index (D11), because two calls at once could both pass a check. */
export async function refuseDuplicate(saving: Promise<PersonRow>): Promise<PersonRow> {
  try {
    return await saving
  } catch (error) {
    if (violatedConstraint(error) === 'person_identity') throw conflict('person_exists')
    throw error
  }
}

export async function readNumber(tx: OrgTx, typed: string): Promise<string> {
  return requirePhone(typed, { path: 'phone', country: await getCountry(tx) })
}

/** Compares folded addresses: an email that differs in case only is the same (D11). */
function formerContacts(before: PersonRow, after: PersonRow): ChannelAddress[] {
  const { email, phone } = before
  return [
    ...(email === null || isSameEmail(email, after.email)
      ? []
      : [{ channel: 'EMAIL' as const, address: email }]),
    ...(phone === null || phone === after.phone ? [] : [{ channel: 'SMS' as const, address: phone }]),
  ]
}
