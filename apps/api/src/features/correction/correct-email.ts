import type { Corrected } from '@muster/contract/correction'
import type { Language } from '@muster/contract/language'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { CORRECTABLE_MS } from '@muster/contract/rules/correction'
import { isSameEmail } from '@muster/contract/rules/email-change'
import { identityKey, searchText } from '@muster/contract/rules/fold'
import { groupBy } from '@muster/contract/rules/group-by'
import { addMs } from '@muster/contract/rules/instants'
import { findConfirmedConflict } from '@muster/contract/rules/time-conflict'
import { terms } from '@muster/contract/terms'
import type { Config } from '../../config.ts'
import { actAs } from '../../db/actor.ts'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { type LockedAssignment, lockAssignments, lockPeopleExclusively, lockShifts } from '../../db/lock.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import type { PersonRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, forbidden } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueConfirmation } from '../../outbox/enqueue.ts'
import { takeBackAbout } from '../../outbox/take-back.ts'
import { moveAnswers } from '../answers/queries.ts'
import { newRow } from '../assignments/new-row.ts'
import {
  confirmAssignment,
  deleteAssignments,
  insertConfirmed,
  keepWritten,
  moveAssignments,
  revokeLinks,
  setCorrections,
  updateAssignment,
} from '../assignments/places.ts'
import { replaceLinks } from '../assignments/replace-links.ts'
import { eraseRowsOfPeople } from '../people/erase-people.ts'
import { findPersonByIdentity, listShiftsOfPerson, updatePerson } from '../people/queries.ts'
import { refuseDuplicate } from '../people/save-person.ts'
import { type Correction, openCorrection, sealCorrection } from '../signup/correction-key.ts'
import { exceedsLimit } from '../signup/decide-sign-up.ts'
import { listSignUpShifts, type SignUpShift } from '../signup/queries.ts'
import { findOrInsertPerson, type Visitor } from '../signup/visitor.ts'
import { listShiftsOfWaiting } from '../waiting-list/queries.ts'

const MOST_CORRECTIONS = 3

type Request = { given: readonly string[]; email: string; language: Language | undefined }
type Context = { now: string; config: Config; language: Language | undefined }

/** A place that the visitor still has, and its person. */
type Place = { correction: Correction; assignment: LockedAssignment; person: PersonRow }

/**
 * Gives a sign-up the address that was meant. Who typed an address is not its owner (D26), so only a person whom this
 * sign-up has made, and who has nothing else, gets another address; from any other the places move on. Refuses with
 * `correction_closed`, `signup_paused`, `already_signed_up`, `too_many_shifts`, `schedule_conflict`.
 */
export async function correctEmail(
  { db, keys, config, findOrganization, now: clock }: Deps,
  { given, email, language }: Request,
): Promise<Corrected> {
  const now = clock()
  const corrections = given.flatMap((key) => openCorrection(keys, key) ?? [])
  const [first] = corrections
  const isOpen = ({ accepted_at }: Correction) => now < addMs(accepted_at, CORRECTABLE_MS)
  if (!first || corrections.length < given.length || !corrections.every(isOpen)) throw closed()
  const org = await findOrganization.ofShift(first.shift_id)
  if (!org) throw closed()

  const correct = async (tx: OrgTx): Promise<Correction[]> => {
    const places = await lockPlaces(tx, corrections, email)
    const isDone = ({ person }: Place) => isSameEmail(person.email, email)
    const wrong = places.filter((place) => !isDone(place))
    const people = groupBy(wrong, ({ person }) => person.id)
    // One mail may be about all of them (D54).
    for (const person_id of people.keys())
      await takeBackAbout(tx, { person_id, assignment_ids: wrong.map(({ assignment }) => assignment.id) })
    const corrected: Step[][] = []
    for (const [place, ...more] of people.values())
      if (place) corrected.push(await correctPerson(tx, [place, ...more], email, { now, config, language }))
    const [first_person = [], ...others] = corrected
    await enqueueConfirmation(tx, {
      assignment_ids: first_person.map(({ to }) => to.assignment_id),
      other_ids: others.flat().map(({ to }) => to.assignment_id),
      now,
    })
    const repeated = places.filter(isDone).map((place) => stepOfRepeat(place, email))
    const next = new Map([...repeated, ...corrected.flat()].map(({ from, to }) => [from, to]))
    return corrections.map((correction) => next.get(correction) ?? correction)
  }
  const corrected = await actAs({ kind: 'link' }, () => db.transaction(org, correct))
  return { correction_keys: corrected.map((correction) => sealCorrection(keys, correction)) }
}

const closed = () => forbidden('correction_closed')

/** Locks the shifts, and then the people together with those who have the new address, by id (D15). */
async function lockPlaces(tx: OrgTx, corrections: readonly Correction[], email: string): Promise<Place[]> {
  await lockShifts(tx, [...new Set(corrections.map(({ shift_id }) => shift_id))])
  const identities = new Set(corrections.map(({ visitor }) => identityKey({ ...visitor, email })))
  const meant = await Promise.all([...identities].map((key) => findPersonByIdentity(tx, key)))
  const person_ids = [...corrections, ...meant.flatMap((found) => (found && { person_id: found.id }) || [])]
  const people = await lockPeopleExclusively(tx, [...new Set(person_ids.map(({ person_id }) => person_id))])
  const assignments = await lockAssignments(
    tx,
    corrections.map(({ assignment_id }) => assignment_id),
  )
  return corrections.map((correction) => {
    const assignment = assignments.find(({ id }) => id === correction.assignment_id)
    const person = people.find(({ id }) => id === assignment?.person_id)
    if (!assignment || !person || assignment.status !== 'CONFIRMED') throw closed()
    if (assignment.terms_accepted_at !== correction.accepted_at) throw closed()
    return { correction, assignment, person }
  })
}

type Step = { from: Correction; to: Correction }

/** The places are of one person. */
async function correctPerson(
  tx: OrgTx,
  places: readonly [Place, ...Place[]],
  email: string,
  context: Context,
): Promise<Step[]> {
  const [{ person, correction }] = places
  const isOwn = places.every(
    ({ assignment, correction: { person_id, visitor, done } }) =>
      person_id === person.id &&
      isSameEmail(person.email, visitor.email) &&
      assignment.corrections === done &&
      done < MOST_CORRECTIONS,
  )
  if (!isOwn) throw closed()

  const visitor = { ...correction.visitor, email }
  const meant = await findPersonByIdentity(tx, identityKey(visitor))
  const shifts = await listSignUpShifts(tx, {
    shift_ids: places.map(({ assignment }) => assignment.shift_id),
    guests: [visitor],
  })
  if (shifts.some(({ is_paused }) => is_paused)) throw conflict('signup_paused')
  for (const shift of shifts) refuse(shift, places.length)

  const isMadeHere = await isOnlySignUp(tx, places)
  const steps =
    isMadeHere && !meant
      ? await changeAddress(tx, places, email, context)
      : await movePlaces(tx, places, { visitor, shifts, context })
  // Opt-outs and requested mail of the wrong address stay, because the address may belong to another person.
  if (isMadeHere && meant) await eraseRowsOfPeople(tx, [person], context.now)
  for (const { to } of steps) await setCorrections(tx, { id: to.assignment_id, corrections: to.done })
  for (const { assignment } of places) {
    await recordAction(tx, {
      action: 'assignment.email_corrected',
      at: context.now,
      ...subjectsOfShift(assignment.shift),
      person_ids: [steps[0]?.to.person_id ?? person.id],
    })
  }
  return steps
}

/** Answers a call that was sent again. */
function stepOfRepeat({ correction, assignment, person }: Place, email: string): Step {
  const { person_id, version, done } = correction
  if (isSameEmail(correction.visitor.email, email)) return { from: correction, to: correction }
  const isMoved = person_id !== person.id
  if (assignment.corrections !== done + 1 || (!isMoved && version + 1 !== person.version)) throw closed()
  const changed = { email, person_id: person.id, version: isMoved ? 0 : person.version }
  return { from: correction, to: nextOf(correction, changed) }
}

const nextOf = (
  { visitor, ...correction }: Correction,
  { email, ...changed }: Partial<Correction> & { email: string },
): Correction => ({
  ...correction,
  ...changed,
  visitor: { ...visitor, email },
  before: 'NONE',
  done: correction.done + 1,
})

/** The shifts were listed for one person. */
const ownOn = ({ id, own }: SignUpShift) => own.find(({ shift_id }) => shift_id === id)

/** Applies D13, D14 and D50 to the person who has the new address, and gets so many places of the event. */
function refuse(shift: SignUpShift, places: number): void {
  const own = ownOn(shift)
  if (own && isSignedUp(own.status)) throw conflict('already_signed_up')
  if (exceedsLimit(shift, shift.own, places)) throw conflict('too_many_shifts')
  if (findConfirmedConflict(shift, shift.own)) throw conflict('schedule_conflict')
}

/** Returns whether the person was made by this sign-up, and is as it left them. */
async function isOnlySignUp(tx: OrgTx, places: readonly [Place, ...Place[]]): Promise<boolean> {
  const [{ person, correction }] = places
  if (correction.version !== person.version) return false
  const [shifts, waiting] = await Promise.all([
    listShiftsOfPerson(tx, person.id),
    listShiftsOfWaiting(tx, [person.id]),
  ])
  return shifts.length === places.length && waiting.length === 0
}

async function changeAddress(
  tx: OrgTx,
  places: readonly [Place, ...Place[]],
  email: string,
  { now, config }: Context,
): Promise<Step[]> {
  const [{ person }] = places
  const ids = places.map(({ assignment }) => assignment.id)
  await replaceLinks(tx, ids, { notify: false, now, config })
  const changed = { ...person, email }
  const { version } = await refuseDuplicate(
    updatePerson(tx, person.id, {
      email,
      identity_key: identityKey(changed),
      search_text: searchText(changed),
    }),
  )
  return places.map(({ correction }) => ({ from: correction, to: nextOf(correction, { email, version }) }))
}

type Move = { visitor: Visitor; shifts: readonly SignUpShift[]; context: Context }

/** Nothing else of the former person changes, whom others may know by this address. */
async function movePlaces(tx: OrgTx, places: readonly Place[], move: Move): Promise<Step[]> {
  const { visitor, shifts, context } = move
  const to = await findOrInsertPerson(tx, visitor, context.language)
  const other_phone = to.phone === visitor.phone ? null : visitor.phone
  for (const { assignment, correction } of places) {
    const given = { event_id: assignment.shift.event_id, at: correction.accepted_at }
    await moveAnswers(tx, { from: assignment.person_id, to: to.id, given })
  }
  const steps: Step[] = []
  for (const place of places) {
    const shift = shifts.find(({ id }) => id === place.assignment.shift_id)
    if (!shift) throw closed()
    const assignment_id = await movePlace(tx, place, {
      shift,
      person_id: to.id,
      other_phone,
      now: context.now,
    })
    const { correction } = place
    const changed = { email: visitor.email, assignment_id, person_id: to.id, version: to.is_new ? 1 : 0 }
    steps.push({ from: correction, to: nextOf(correction, changed) })
  }
  announceShifts(tx, shifts)
  return steps
}

/** Returns the assignment that has the place now. */
async function movePlace(
  tx: OrgTx,
  { assignment, correction: { before, accepted_at } }: Place,
  {
    shift,
    person_id,
    other_phone,
    now,
  }: { shift: SignUpShift; person_id: string; other_phone: string | null; now: string },
): Promise<string> {
  const { id, note, is_minor, terms_version } = assignment
  const own = ownOn(shift)
  if (before === 'NONE' && !own) {
    await moveAssignments(tx, { from: assignment.person_id, to: person_id, ids: [id] })
    await keepWritten(tx, id, { note, other_phone })
    await revokeLinks(tx, [id])
    return id
  }
  const accepted = {
    responded_at: accepted_at,
    other_phone,
    note,
    is_minor,
    terms_version: terms_version ?? terms.version,
    terms_accepted_at: accepted_at,
  }
  if (before === 'NONE') await deleteAssignments(tx, [id])
  else await updateAssignment(tx, assignment, { status: before })
  if (own) {
    await confirmAssignment(tx, own.assignment_id, accepted)
    return own.assignment_id
  }
  const { role_name } = shift
  const new_id = newId()
  await insertConfirmed(tx, { ...newRow({ id: new_id, shift, role_name, person_id, now }), ...accepted })
  return new_id
}
