import { correction } from '@muster/contract/correction'
import { people } from '@muster/contract/people'
import { personalPage } from '@muster/contract/personal-page'
import type { GivenAnswer, Question } from '@muster/contract/rules/questions'
import { signup } from '@muster/contract/signup'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'

const { correctEmail } = correction

let api: TestApp
let admin: Administrator
let start: string
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  start = api.deps.now()
})
afterAll(() => api.close())
beforeEach(() => api.setNow(start))

const address = (name: string) => `${name}-${newId()}@private.example`
const visitor = () => ({
  first_name: 'Åsa',
  last_name: 'Öberg',
  email: address('typo'),
  phone: '+46701234567',
})
type Visitor = ReturnType<typeof visitor>

async function buildShifts(count = 1): Promise<ShiftRow[]> {
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id })
  const role = await buildRole(api.deps, { event })
  return Promise.all(
    Array.from({ length: count }, (_, day) =>
      buildShift(api.deps, {
        role,
        start_dt: hoursAfter(start, 24 * (20 + day)),
        end_dt: hoursAfter(start, 24 * (20 + day) + 2),
      }),
    ),
  )
}
async function buildOne() {
  const [shift] = await buildShifts()
  if (!shift) throw new Error('no shift')
  return shift
}

const signUp = (
  shift: ShiftRow,
  body: Visitor & { answers?: GivenAnswer[] },
  headers: Record<string, string> = {},
) => api.ok(signup.signUp, { params: { shiftId: shift.id }, body, headers })
const correct = (correction_keys: string[], email: string) =>
  api.ok(correctEmail, { body: { correction_keys, email } })
const refused = (correction_keys: string[], email: string) =>
  api.refused(correctEmail, { body: { correction_keys, email } })

const linkTo = (id: string, round: number) => signId(api.deps.keys, { purpose: 'personal_link', id, round })
const open = (token: string) => api.ok(personalPage.getAssignment, { params: { token } })
const openRefused = (token: string) => api.refused(personalPage.getAssignment, { params: { token } })

async function placeOf(id: string) {
  const [row] = await api.deps.db.system((tx) =>
    tx
      .select({ assignment: schema.assignment, person: schema.person })
      .from(schema.assignment)
      .innerJoin(schema.person, eq(schema.person.id, schema.assignment.person_id))
      .where(eq(schema.assignment.id, id)),
  )
  return row
}
const personOf = (email: string) =>
  api.deps.db.system((tx) => tx.select().from(schema.person).where(eq(schema.person.email, email)))
const messagesTo = (email: string) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.address, email)))

async function deliver() {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails
}

test('who was made by the sign-up gets the address, the former link is void, and the confirmation goes there', async () => {
  const shift = await buildOne()
  const given = visitor()
  const { assignment_id, correction_key } = await signUp(shift, given)
  const before = await placeOf(assignment_id)
  await deliver()
  await open(linkTo(assignment_id, 1))

  const email = address('right')
  await correct([correction_key], email)

  const after = await placeOf(assignment_id)
  expect(after?.person).toMatchObject({ id: before?.person.id, email, phone: given.phone })
  expect(await personOf(given.email)).toEqual([])
  expect(await openRefused(linkTo(assignment_id, 1))).toMatchObject({ status: 404, code: 'link_replaced' })
  expect(await open(linkTo(assignment_id, 2))).toMatchObject({ status: 'CONFIRMED' })
  const mails = await deliver()
  expect(mails.map(({ to }) => to)).toEqual([email])
  expect(mails[0]?.text).toContain(linkTo(assignment_id, 2))
})

test('a confirmation that has not left goes to the new address only', async () => {
  const shift = await buildOne()
  const given = visitor()
  const { correction_key } = await signUp(shift, given)
  const email = address('right')
  await correct([correction_key], email)
  expect(await messagesTo(given.email)).toEqual([])
  expect(await messagesTo(email)).toMatchObject([{ template: 'confirmation' }])
})

test('several shifts are corrected in one go, with one confirmation', async () => {
  const shifts = await buildShifts(3)
  const given = visitor()
  const { signed_up } = await api.ok(signup.signUpForSeveral, {
    params: { eventId: shifts[0]?.event_id ?? '' },
    body: { ...given, shift_ids: shifts.map(({ id }) => id) },
  })
  const email = address('right')
  await correct(
    signed_up.map((each) => each.correction_key),
    email,
  )
  const places = await Promise.all(signed_up.map(({ assignment_id }) => placeOf(assignment_id)))
  expect(places.map((place) => place?.person.email)).toEqual([email, email, email])
  expect(await messagesTo(email)).toHaveLength(1)
})

test('a known person stays as they were: the place moves to a person of the new address', async () => {
  const [shift, other] = await buildShifts(2)
  if (!shift || !other) throw new Error('no shifts')
  const given = visitor()
  const known = await buildPerson(api.deps, {
    organization_id: admin.organization_id,
    ...given,
    phone: '+46709999999',
  })
  const own = await buildAssignment(api.deps, { shift: other, person: known, status: 'CONFIRMED' })
  const { assignment_id, correction_key } = await signUp(shift, given)
  const email = address('right')
  const [row_before] = await personOf(given.email)
  await correct([correction_key], email)

  const place = await placeOf(assignment_id)
  expect(place?.person).toMatchObject({ email, phone: given.phone, first_name: 'Åsa' })
  expect(place?.person.id).not.toBe(known.id)
  const [row_after] = await personOf(given.email)
  expect(row_after).toEqual(row_before)
  // Their own link works, and shows the other place only.
  const page = await open(linkTo(own.id, 1))
  expect(JSON.stringify(page)).not.toContain(shift.id)
})

test.each(['INVITED', 'DECLINED'] as const)('who was %s on the shift is so again', async (status) => {
  const shift = await buildOne()
  const given = visitor()
  const known = await buildPerson(api.deps, { organization_id: admin.organization_id, ...given })
  const own = await buildAssignment(api.deps, { shift, person: known, status })
  const { correction_key } = await signUp(shift, given)
  const email = address('right')
  await correct([correction_key], email)
  expect((await placeOf(own.id))?.assignment).toMatchObject({ status, round: 1, person_id: known.id })
  const [taken] = await personOf(email)
  const places = await api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.assignment)
      .where(eq(schema.assignment.person_id, taken?.id ?? '')),
  )
  expect(places).toMatchObject([{ status: 'CONFIRMED', shift_id: shift.id }])
})

test('a person made by an earlier sign-up is known: a stranger who types their address gets no hold of them', async () => {
  const [shift, other] = await buildShifts(2)
  if (!shift || !other) throw new Error('no shifts')
  const victim = visitor()
  // The stranger is first, and the victim signs up for another shift by the same names and address.
  const strangers = await signUp(shift, victim)
  const victims = await signUp(other, victim)
  const email = address('stranger')
  await correct([strangers.correction_key], email)

  expect((await placeOf(victims.assignment_id))?.person.email).toBe(victim.email)
  const { person } = (await placeOf(strangers.assignment_id)) ?? {}
  expect(person?.email).toBe(email)
  const page = JSON.stringify(await open(linkTo(strangers.assignment_id, 2)))
  expect(page).not.toContain(other.id)
})

test('the places go to the person who has the new address, who is not made twice', async () => {
  const shift = await buildOne()
  const given = visitor()
  const email = address('right')
  const known = await buildPerson(api.deps, { organization_id: admin.organization_id, ...given, email })
  const { assignment_id, correction_key } = await signUp(shift, given)
  await correct([correction_key], email)
  expect((await placeOf(assignment_id))?.person.id).toBe(known.id)
  expect(await personOf(email)).toHaveLength(1)
  // The person that the mistyped sign-up created is deleted.
  expect(await personOf(given.email)).toEqual([])
})

test.each([
  ['CONFIRMED', 'already_signed_up'],
  ['INVITED', undefined],
] as const)('whoever has the new address is %s on the shift: refused with %s', async (status, code) => {
  const shift = await buildOne()
  const given = visitor()
  const email = address('right')
  const known = await buildPerson(api.deps, { organization_id: admin.organization_id, ...given, email })
  const own = await buildAssignment(api.deps, { shift, person: known, status })
  const { correction_key, assignment_id } = await signUp(shift, given)
  if (code) {
    expect(await refused([correction_key], email)).toMatchObject({ status: 409, code })
    expect((await placeOf(assignment_id))?.person.email).toBe(given.email)
    return
  }
  await correct([correction_key], email)
  expect((await placeOf(own.id))?.assignment.status).toBe('CONFIRMED')
  expect(await placeOf(assignment_id)).toBeUndefined()
})

const setPaused = (paused_at: string | null) =>
  api.deps.db.system((tx) =>
    tx
      .update(schema.organization)
      .set({ paused_at })
      .where(eq(schema.organization.id, admin.organization_id)),
  )

test('corrects nothing while the organization is paused', async () => {
  const shift = await buildOne()
  const given = visitor()
  const { assignment_id, correction_key } = await signUp(shift, given)
  await setPaused(start)
  expect(await refused([correction_key], address('right'))).toMatchObject({
    status: 409,
    code: 'signup_paused',
  })
  await setPaused(null)
  expect((await placeOf(assignment_id))?.person.email).toBe(given.email)
})

test('whoever has the new address is elsewhere then', async () => {
  const shift = await buildOne()
  const given = visitor()
  const email = address('right')
  const known = await buildPerson(api.deps, { organization_id: admin.organization_id, ...given, email })
  const role = await buildRole(api.deps, {
    event: await buildEvent(api.deps, { organization_id: admin.organization_id }),
  })
  const other = await buildShift(api.deps, { role, start_dt: shift.start_dt, end_dt: shift.end_dt })
  await buildAssignment(api.deps, { shift: other, person: known, status: 'CONFIRMED' })
  const { correction_key } = await signUp(shift, given)
  expect(await refused([correction_key], email)).toMatchObject({ status: 409, code: 'schedule_conflict' })
})

test('three times within half an hour, and no longer', async () => {
  const shift = await buildOne()
  const { assignment_id, correction_key } = await signUp(shift, visitor())
  let tokens = [correction_key]
  for (const name of ['first', 'second', 'third'])
    ({ correction_keys: tokens } = await correct(tokens, address(name)))
  expect((await placeOf(assignment_id))?.person.email).toMatch(/^third-/)
  expect(await refused(tokens, address('fourth'))).toMatchObject({ status: 403, code: 'correction_closed' })

  const late = await signUp(await buildOne(), visitor())
  api.setNow(new Date(Date.parse(start) + 30 * 60_000).toISOString())
  expect(await refused([late.correction_key], address('late'))).toMatchObject({ code: 'correction_closed' })
  api.setNow(new Date(Date.parse(start) + 30 * 60_000 - 1).toISOString())
  await correct([late.correction_key], address('in-time'))
})

test('of two different corrections at once one is done; the same one sent again is done once', async () => {
  const shift = await buildOne()
  const { assignment_id, correction_key } = await signUp(shift, visitor())
  const send = (email: string) =>
    api.inject({
      method: 'POST',
      url: '/signup/correction',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ correction_keys: [correction_key], email }),
    })
  const answers = await Promise.all([send(address('one')), send(address('two'))])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403])
  const { email } = (await placeOf(assignment_id))?.person ?? {}
  await correct([correction_key], email ?? '')
  expect(await messagesTo(email ?? '')).toHaveLength(1)
})

test('what an administrator has corrected since stays', async () => {
  const shift = await buildOne()
  const { assignment_id, correction_key } = await signUp(shift, visitor())
  const id = (await placeOf(assignment_id))?.person.id ?? ''
  const email = address('by-admin')
  const edit = { headers: admin.headers, params: { id }, body: { email } }
  await api.ok(people.updatePerson, edit)
  expect(await refused([correction_key], address('late'))).toMatchObject({ code: 'correction_closed' })
  expect((await placeOf(assignment_id))?.person.email).toBe(email)
})

test('beside an administrator’s edit one of the two addresses stays, and nothing fails', async () => {
  for (let round = 0; round < 5; round++) {
    const { assignment_id, correction_key } = await signUp(await buildOne(), visitor())
    const id = (await placeOf(assignment_id))?.person.id ?? ''
    const by_admin = address('by-admin')
    const [corrected] = await Promise.all([
      api.inject({
        method: 'POST',
        url: '/signup/correction',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ correction_keys: [correction_key], email: address('right') }),
      }),
      api.ok(people.updatePerson, { headers: admin.headers, params: { id }, body: { email: by_admin } }),
    ])
    expect([200, 403]).toContain(corrected.statusCode)
    expect((await placeOf(assignment_id))?.person.email).toBe(by_admin)
  }
})

test('negative control: a token opens no other place, and no link is one', async () => {
  const shift = await buildOne()
  const mine = await signUp(shift, visitor())
  const theirs = await signUp(shift, { ...visitor(), last_name: 'Berg' })
  const changed = `${mine.correction_key.slice(0, -2)}${mine.correction_key.endsWith('A') ? 'BB' : 'AA'}`
  for (const token of [changed, theirs.assignment_id, linkTo(theirs.assignment_id, 1)])
    expect(await refused([token], address('x'))).toMatchObject({ code: 'correction_closed' })
  expect(await refused([mine.correction_key, changed], address('x'))).toMatchObject({
    code: 'correction_closed',
  })
  await correct([mine.correction_key], address('mine'))
  expect((await placeOf(theirs.assignment_id))?.person.email).toMatch(/^typo-/)
})

test('the token does not show whether the person was known', async () => {
  const shift = await buildOne()
  const [fresh, known] = [visitor(), visitor()]
  const person = await buildPerson(api.deps, { organization_id: admin.organization_id, ...known })
  await buildAssignment(api.deps, { shift, person, status: 'DECLINED' })
  const lengths = [await signUp(shift, fresh), await signUp(shift, known)].map(
    (each) => each.correction_key.length,
  )
  expect(lengths[0]).toBe(lengths[1])
})

test('a repeated sign-up gets a token that works', async () => {
  const shift = await buildOne()
  const given = visitor()
  const headers = { 'idempotency-key': newId() }
  const { assignment_id } = await signUp(shift, given, headers)
  const again = await signUp(shift, given, headers)
  const email = address('right')
  await correct([again.correction_key], email)
  expect((await placeOf(assignment_id))?.person.email).toBe(email)
})

async function buildAsking(given: Partial<typeof schema.event.$inferInsert> = {}) {
  const { organization_id } = admin
  const questions: Question[] = [
    {
      id: newId(),
      kind: 'text',
      label: 'Mat',
      options: [],
      required: false,
      role_ids: [],
      delete_after_event: false,
    },
  ]
  const event = await buildEvent(api.deps, { organization_id, questions, ...given })
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(start, 24 * 20) })
  const answers = (value: string) => [{ question_id: questions[0]?.id ?? '', value }]
  const said = async () =>
    (
      await api.deps.db.system((tx) =>
        tx.select().from(schema.answer).where(eq(schema.answer.event_id, event.id)).orderBy(schema.answer.id),
      )
    ).map(({ person_id, value }) => [person_id, value])
  return { event, role, shift, answers, said }
}

test('answers go along with the places: to who has the new address, and from who had the wrong one', async () => {
  const { role, shift, answers, said } = await buildAsking()
  const { organization_id } = admin
  const other = await buildShift(api.deps, { role, start_dt: hoursAfter(start, 24 * 30) })
  const [given, email] = [visitor(), address('right')]
  const meant = await buildPerson(api.deps, { organization_id, ...given, email })
  const { correction_key } = await signUp(shift, { ...given, answers: answers('Vegan') })
  await correct([correction_key], email)
  expect(await said()).toEqual([[meant.id, 'Vegan']])

  // Whose answers are older than the sign-up keeps them.
  const typed = { ...visitor(), email: address('known') }
  const known = await buildPerson(api.deps, { organization_id, ...typed })
  await signUp(shift, { ...typed, answers: answers('Fisk') })
  api.setNow(hoursAfter(start, 1))
  const later = await signUp(other, { ...typed, answers: answers('Kött') })
  const right = address('right')
  await correct([later.correction_key], right)
  const [moved] = await personOf(right)
  expect(await said()).toEqual([
    [meant.id, 'Vegan'],
    [known.id, 'Fisk'],
    [moved?.id, 'Kött'],
  ])
})

test('what the owner of the wrong address has asked for stays', async () => {
  const { event, shift } = await buildAsking()
  const { organization_id } = admin
  const [given, email] = [visitor(), address('right')]
  await buildPerson(api.deps, { organization_id, ...given, email })
  await api.deps.db.system(async (tx) => {
    const opt_out = { organization_id, channel: 'EMAIL', address: given.email, reason: 'stop' } as const
    await tx.insert(schema.suppression).values(opt_out)
    await tx
      .insert(schema.openingMail)
      .values({ organization_id, id: newId(), event_id: event.id, email: given.email, language: 'sv' })
  })
  const { correction_key } = await signUp(shift, given)
  await correct([correction_key], email)
  expect(await personOf(given.email)).toEqual([])
  const left = await api.deps.db.system((tx) =>
    Promise.all([
      tx.$count(schema.suppression, eq(schema.suppression.address, given.email)),
      tx.$count(schema.openingMail, eq(schema.openingMail.email, given.email)),
    ]),
  )
  expect(left).toEqual([1, 1])
})

test('a family on many shifts is corrected in one go, with one confirmation for all', async () => {
  const shifts = await buildShifts(7)
  const given = visitor()
  const { signed_up } = await api.ok(signup.signUpForSeveral, {
    params: { eventId: shifts[0]?.event_id ?? '' },
    body: {
      ...given,
      shift_ids: shifts.map(({ id }) => id),
      people: [given, { ...given, first_name: 'Nils' }, { ...given, first_name: 'Maja' }].map(
        ({ first_name, last_name }) => ({ first_name, last_name }),
      ),
    },
  })
  expect(signed_up).toHaveLength(21)
  const email = address('right')
  await correct(
    signed_up.map((each) => each.correction_key),
    email,
  )
  // The mail that named them all had not left.
  expect(await messagesTo(given.email)).toEqual([])
  expect(await personOf(email)).toHaveLength(3)
  expect(await messagesTo(email)).toMatchObject([{ template: 'confirmation' }])
  const mails = await deliver()
  const text = mails.find(({ to }) => to === email)?.text ?? ''
  for (const name of ['Åsa', 'Nils', 'Maja']) expect(text).toContain(name)
})

test('a former key opens nothing, not even after the address is the former one again', async () => {
  const { assignment_id, correction_key } = await signUp(await buildOne(), visitor())
  const typo = (await placeOf(assignment_id))?.person.email ?? ''
  const { correction_keys } = await correct([correction_key], address('second'))
  await correct(correction_keys, typo)
  expect(await refused([correction_key], address('fourth'))).toMatchObject({ code: 'correction_closed' })
  expect((await placeOf(assignment_id))?.person.email).toBe(typo)
})

test('what an administrator has written since is no correction that was sent again', async () => {
  const { assignment_id, correction_key } = await signUp(await buildOne(), visitor())
  const id = (await placeOf(assignment_id))?.person.id ?? ''
  const email = address('by-admin')
  await api.ok(people.updatePerson, { headers: admin.headers, params: { id }, body: { email } })
  expect(await refused([correction_key], email)).toMatchObject({ code: 'correction_closed' })
})

test('nobody gets more shifts than one may take (D50)', async () => {
  const { role, shift } = await buildAsking({ max_shifts: 1 })
  const [given, email] = [visitor(), address('right')]
  const person = await buildPerson(api.deps, { organization_id: admin.organization_id, ...given, email })
  const other = await buildShift(api.deps, { role, start_dt: hoursAfter(start, 24 * 30) })
  await buildAssignment(api.deps, { shift: other, person, status: 'CONFIRMED' })
  const { correction_key } = await signUp(shift, given)
  expect(await refused([correction_key], email)).toMatchObject({ status: 409, code: 'too_many_shifts' })
})

test('the log says so', async () => {
  const shift = await buildOne()
  const { correction_key } = await signUp(shift, visitor())
  await correct([correction_key], address('right'))
  const entries = await api.deps.db.system((tx) =>
    tx.select().from(schema.auditLog).where(eq(schema.auditLog.action, 'assignment.email_corrected')),
  )
  const entry = entries.find(({ subjects }) => JSON.stringify(subjects).includes(shift.role_id))
  expect(entry?.actor_kind).toBe('link')
})
