import { personalPage } from '@muster/contract/personal-page'
import { shifts } from '@muster/contract/shifts'
import { signup } from '@muster/contract/signup'
import { waitingList } from '@muster/contract/waiting-list'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildRole,
  buildShift,
  hoursAfter,
  type RoleRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'
import { serveWaitingLists } from '../waiting-list/serve-waiting-lists.ts'

/* V4 */

let api: TestApp
let admin: Administrator
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  const { organization_id } = admin
  role = await buildRole(api.deps, { event: await buildEvent(api.deps, { organization_id }) })
})
afterAll(() => api.close())

const NOTE = 'Jag är allergisk mot nötter.\nRing mig efter 17.'

let people = 0
const stranger = () => ({
  first_name: 'Åsa',
  last_name: 'Öberg',
  email: `note-${++people}@volunteer.example`,
  phone: '+46701234567',
})

const at = (hours: number, required_qty = 5) =>
  buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), hours), required_qty })
const call = ({ id }: ShiftRow, body: object, headers?: Record<string, string>) => ({
  params: { shiftId: id },
  body,
  ...(headers && { headers }),
})
const signUp = (shift: ShiftRow, body: object, headers?: Record<string, string>) =>
  api.ok(signup.signUp, call(shift, body, headers))
const refused = (shift: ShiftRow, body: object, headers?: Record<string, string>) =>
  api.refused(signup.signUp, call(shift, body, headers))
const giveUp = (id: string) =>
  api.ok(personalPage.changeAnswer, {
    params: { token: signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 }) },
    body: { status: 'DECLINED' },
  })

/** Returns the notes as a member sees them. */
async function notesOn({ id }: ShiftRow, { headers }: Administrator = admin) {
  const { shifts: listed } = await api.ok(shifts.listShifts, { headers, query: { event_id: role.event_id } })
  return listed.find((shift) => shift.id === id)?.assignment.map(({ note }) => note)
}

test('the organiser sees the note of a sign-up, and the answer does not repeat it', async () => {
  const shift = await at(72)
  const answer = await signUp(shift, { ...stranger(), note: `  ${NOTE}  ` })
  expect(await notesOn(shift)).toEqual([NOTE])
  expect(JSON.stringify(answer)).not.toContain('nötter')
})

test.each([{}, { note: null }, { note: '' }, { note: ' \n' }])('none is written: %j', async (given) => {
  const shift = await at(72)
  await signUp(shift, { ...stranger(), ...given })
  expect(await notesOn(shift)).toEqual([null])
})

test('it has at most 500 characters', async () => {
  const shift = await at(72)
  expect(await refused(shift, { ...stranger(), note: 'n'.repeat(501) })).toMatchObject({
    status: 400,
    code: 'validation',
    issues: [expect.objectContaining({ path: 'note' })],
  })
  expect(await notesOn(shift)).toEqual([])
  await signUp(shift, { ...stranger(), note: 'n'.repeat(500) })
  expect(await notesOn(shift)).toEqual(['n'.repeat(500)])
})

test('with several shifts each place that is taken has it', async () => {
  const first = await at(72)
  const second = await at(78)
  const full = await at(84, 1)
  await buildAssignment(api.deps, { shift: full, status: 'CONFIRMED' })
  await api.ok(signup.signUpForSeveral, {
    params: { eventId: role.event_id },
    body: { ...stranger(), shift_ids: [first.id, second.id, full.id], note: NOTE },
  })
  expect(await Promise.all([first, second, full].map((shift) => notesOn(shift)))).toEqual([
    [NOTE],
    [NOTE],
    [null],
  ])
})

test.each([
  { again: { note: 'I can drive.' }, left: 'I can drive.' },
  { again: {}, left: null },
])('giving the place up keeps it, and a later sign-up replaces it by $left', async ({ again, left }) => {
  const shift = await at(72)
  const person = stranger()
  const { assignment_id } = await signUp(shift, { ...person, note: NOTE })
  await giveUp(assignment_id)
  expect(await notesOn(shift)).toEqual([NOTE])
  await signUp(shift, { ...person, ...again })
  expect(await notesOn(shift)).toEqual([left])
})

test('somebody who is on the shift already changes nothing', async () => {
  const shift = await at(72)
  const person = stranger()
  await signUp(shift, { ...person, note: NOTE })
  expect((await refused(shift, { ...person, note: 'Another' })).code).toBe('already_signed_up')
  expect(await notesOn(shift)).toEqual([NOTE])
})

test('one key with another note is another call (D16)', async () => {
  const shift = await at(72)
  const person = { ...stranger(), note: NOTE }
  const key = { 'idempotency-key': 'key-of-a-note' }
  const answer = await signUp(shift, person, key)
  expect(await signUp(shift, person, key)).toEqual(answer)
  expect((await refused(shift, { ...person, note: 'Another' }, key)).code).toBe('idempotency_key_reused')
})

test('a place from the waiting list keeps it, and the list takes none (D44)', async () => {
  const shift = await at(72, 1)
  const person = stranger()
  const { assignment_id } = await signUp(shift, { ...person, note: NOTE })
  await giveUp(assignment_id)
  const other = await signUp(shift, stranger())
  expect(
    await api.refused(waitingList.joinWaitingList, call(shift, { ...person, note: NOTE })),
  ).toMatchObject({
    status: 400,
    code: 'validation',
  })
  await api.ok(waitingList.joinWaitingList, call(shift, person))
  const [waiting] = await api.deps.db.system((tx) =>
    tx.select().from(schema.waiting).where(eq(schema.waiting.shift_id, shift.id)),
  )
  const token = signId(api.deps.keys, { purpose: 'waiting', id: waiting?.id ?? '', round: 1 })
  const change = (status: string) =>
    api.ok(waitingList.changeWaitingPlace, { params: { token }, body: { status } })
  await change('WAITING')
  await giveUp(other.assignment_id)
  // The time for an undo is over.
  api.setNow(hoursAfter(api.deps.now(), 0.1))
  await serveWaitingLists(api.deps)
  expect(await change('TAKEN')).toMatchObject({ status: 'TAKEN' })
  expect((await notesOn(shift))?.toSorted()).toEqual([NOTE, null])
})

test('M1: the leader of the role sees it, a viewer does not', async () => {
  const shift = await at(72)
  await signUp(shift, { ...stranger(), note: NOTE })
  const { organization_id } = admin
  const leader = await buildMember(api, { organization_id, role: 'leader', lead_role_ids: [role.id] })
  expect(await notesOn(shift, leader)).toEqual([NOTE])
  expect(await notesOn(shift, await buildMember(api, { organization_id, role: 'viewer' }))).toEqual([
    undefined,
  ])
})

test('no e-mail repeats it', async () => {
  const shift = await at(72)
  const person = stranger()
  await signUp(shift, { ...person, note: NOTE })
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  const mail = mails.find(({ to }) => to === person.email)
  expect(mail?.subject).toContain(role.name)
  expect(JSON.stringify(mail)).not.toContain('nötter')
})
