import { events } from '@muster/contract/events'
import { signup } from '@muster/contract/signup'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildEvent, buildRole, buildShift, hoursAfter } from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'

/* D54, D50 */

const NOW = '2026-06-01T08:00:00.000Z'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
beforeEach(() => api.setNow(NOW))
afterAll(() => api.close())

let families = 0
const NILS = { first_name: 'Nils', last_name: 'Öberg', minor: true }
const ELSA = { first_name: 'Elsa', last_name: 'Öberg', minor: true }
const BO = { first_name: 'Bo', last_name: 'Ek' }
function asa(...others: object[]) {
  const contact = { first_name: 'Åsa', last_name: 'Öberg' }
  return {
    ...contact,
    email: `family-${++families}@volunteer.example`,
    phone: '+46701234567',
    people: [contact, ...others],
  }
}

type Given = Partial<typeof schema.event.$inferInsert> & { min_age?: number }

async function build({ min_age, ...given }: Given = {}, ...quantities: number[]) {
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id, ...given })
  const role = await buildRole(api.deps, { event, ...(min_age !== undefined && { min_age }) })
  const shifts = []
  for (const [at, required_qty] of quantities.entries())
    shifts.push(await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 72 + 24 * at), required_qty }))
  return { event, role, shifts }
}

const signUp = (event: { id: string }, shifts: { id: string }[], body: object) =>
  api.ok(signup.signUpForSeveral, {
    params: { eventId: event.id },
    body: { ...body, shift_ids: shifts.map(({ id }) => id) },
  })
const signUpRefused = (event: { id: string }, shifts: { id: string }[], body: object) =>
  api.refused(signup.signUpForSeveral, {
    params: { eventId: event.id },
    body: { ...body, shift_ids: shifts.map(({ id }) => id) },
  })
const rowsOf = ({ id }: { id: string }) =>
  api.deps.db.system((tx) =>
    tx
      .select({ assignment: schema.assignment, person: schema.person })
      .from(schema.assignment)
      .innerJoin(schema.person, eq(schema.person.id, schema.assignment.person_id))
      .where(eq(schema.assignment.shift_id, id))
      .orderBy(asc(schema.assignment.id)),
  )

describe('several people in one form (D54)', () => {
  test('each is a person of their own, on every shift, at the address of the contact', async () => {
    const { event, shifts } = await build({}, 3, 3)
    const body = asa(NILS, BO)
    const { signed_up, refused } = await signUp(event, shifts, body)
    expect(refused).toEqual([])
    expect(signed_up.map(({ shift, person }) => [shift.id, person])).toEqual(
      shifts.flatMap(({ id }) => [0, 1, 2].map((person) => [id, person])),
    )
    const rows = shifts[0] ? await rowsOf(shifts[0]) : []
    expect(
      rows.map(({ person, assignment }) => [person.first_name, person.email, assignment.is_minor]),
    ).toEqual([
      ['Åsa', body.email, false],
      ['Nils', body.email, true],
      ['Bo', body.email, false],
    ])
    expect(new Set(rows.map(({ person }) => person.id)).size).toBe(3)
  })

  test('names no child in public, anywhere', async () => {
    const { event, shifts } = await build({}, 3)
    await signUp(event, shifts, asa(NILS, BO))
    const { roles } = await api.ok(events.getPublicEvent, { params: { eventId: event.id } })
    const [shift] = roles[0]?.shifts ?? []
    expect(shift).toMatchObject({ assigned_count: 3, spots_left: 0 })
    expect(shift?.assigned_people.map(({ first_name }) => first_name)).toEqual(['Åsa', 'Bo'])
    const { body } = await api.inject(`/rest/v1/shifts?select=*&event_id=eq.${event.id}`)
    expect(body).not.toContain('Nils')
  })

  test('one e-mail names them all, with a page for each', async () => {
    const { event, shifts } = await build({}, 3, 3)
    const body = asa(NILS, BO)
    await signUp(event, shifts, body)
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    const sent = mails.filter(({ to }) => to === body.email)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('Åsa, Nils Öberg och Bo Ek är anmälda')
    const pages = new Set(sent[0]?.text.match(/\/c\/[\w-]{43}/g))
    expect(pages.size).toBe(3)
    expect(sent[0]?.attachments).toHaveLength(2)
  })

  test('is all or nothing on each shift', async () => {
    const { event, shifts } = await build({}, 2, 3)
    const [small, large] = shifts
    const { signed_up, refused } = await signUp(event, shifts, asa(NILS, ELSA))
    expect(signed_up.map(({ shift }) => shift.id)).toEqual([large?.id, large?.id, large?.id])
    expect(refused).toEqual([{ shift_id: small?.id, code: 'shift_full' }])
    expect(small && (await rowsOf(small))).toEqual([])
  })

  test('says whose refusal it is', async () => {
    const { event, shifts } = await build({}, 5)
    const first = asa(NILS)
    await signUp(event, shifts, first)
    const again = { ...first, people: [...first.people, ELSA] }
    expect(await signUpRefused(event, shifts, again)).toMatchObject({
      code: 'none_taken',
      refused: [{ code: 'already_signed_up', person: 0 }],
    })
    const bo = { ...first, ...BO, people: [BO, NILS] }
    expect((await signUpRefused(event, shifts, bo)).refused).toEqual([
      { shift_id: shifts[0]?.id, code: 'already_signed_up', person: 1 },
    ])
  })

  test.each([
    ['another contact first', [BO, NILS], 'people.0'],
    ['a minor as contact', [{ first_name: 'Åsa', last_name: 'Öberg', minor: true }], 'people.0'],
    ['the same name twice', [{ first_name: 'åsa', last_name: 'ÖBERG' }], 'people.1'],
    [
      'more than six',
      [1, 2, 3, 4, 5, 6].map((at) => ({ first_name: `Barn${at}`, last_name: 'Ek' })),
      'people',
    ],
  ])('refuses %s', async (which, people, path) => {
    const { event, shifts } = await build({}, 9)
    const body = asa()
    const given =
      which === 'another contact first' || which === 'a minor as contact'
        ? people
        : [...body.people, ...people]
    const refused = await signUpRefused(event, shifts, { ...body, people: given })
    expect(refused).toMatchObject({ status: 400, issues: [expect.objectContaining({ path })] })
  })

  test('six families at once never overbook, and come whole', async () => {
    const { event, shifts } = await build({}, 8)
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () =>
        api.inject({
          method: 'POST',
          url: `/events/${event.id}/signup`,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ ...asa(NILS, ELSA), shift_ids: [shifts[0]?.id] }),
        }),
      ),
    )
    expect(outcomes.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2)
    expect(shifts[0] && (await rowsOf(shifts[0]))).toHaveLength(6)
  })

  test('the same two families in another order at once do not deadlock', async () => {
    const { event, shifts } = await build({}, 50)
    const body = asa(NILS, ELSA, BO)
    const send = (people: object[]) =>
      api.inject({
        method: 'POST',
        url: `/events/${event.id}/signup`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ ...body, people, shift_ids: [shifts[0]?.id] }),
      })
    const [contact, ...others] = body.people
    const answers = await Promise.all(
      [others, others.toReversed(), others].map((rest) => send([contact ?? {}, ...rest])),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
  })
})

test('nobody of a new family gets two shifts at one time, however many forms are sent at once', async () => {
  const [one, other] = [await build({}, 60), await build({}, 60)]
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () => asa(NILS, ELSA, BO)).flatMap((body) =>
      [one, other].map(({ event, shifts }) =>
        api.inject({
          method: 'POST',
          url: `/events/${event.id}/signup`,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ ...body, shift_ids: [shifts[0]?.id] }),
        }),
      ),
    ),
  )
  expect(outcomes.filter(({ statusCode }) => statusCode === 201)).toHaveLength(12)
  const rows = [
    ...(one.shifts[0] ? await rowsOf(one.shifts[0]) : []),
    ...(other.shifts[0] ? await rowsOf(other.shifts[0]) : []),
  ]
  expect(rows).toHaveLength(48)
  expect(new Set(rows.map(({ person }) => person.id)).size).toBe(48)
})

describe('limits (D50)', () => {
  test('nobody takes more shifts than the event allows, also with one form', async () => {
    const { event, shifts } = await build({ max_shifts: 2 }, 5, 5, 5)
    const body = asa()
    const { signed_up, refused } = await signUp(event, shifts, body)
    expect(signed_up.map(({ shift }) => shift.id)).toEqual(shifts.slice(0, 2).map(({ id }) => id))
    expect(refused).toEqual([{ shift_id: shifts[2]?.id, code: 'too_many_shifts' }])
    const { people: _, ...alone } = body
    const third = await api.refused(signup.signUp, { params: { shiftId: shifts[2]?.id ?? '' }, body: alone })
    expect(third).toMatchObject({ status: 409, code: 'too_many_shifts' })
  })

  test('another event does not count', async () => {
    const one = await build({ max_shifts: 1 }, 5)
    const other = await build({
      max_shifts: 1,
      event_date_start: hoursAfter(NOW, 300),
      event_date_end: hoursAfter(NOW, 400),
    })
    const shift = await buildShift(api.deps, {
      role: other.role,
      start_dt: hoursAfter(NOW, 310),
      required_qty: 5,
    })
    const body = asa()
    await signUp(one.event, one.shifts, body)
    expect((await signUp(other.event, [shift], body)).signed_up).toHaveLength(1)
  })

  test.each([
    [18, ['too_young', 1]],
    [16, ['too_young', 1]],
    // A guardian answers for a lower age with the terms.
    [12, undefined],
  ] as const)('a role from %i years, with a child under 16', async (min_age, refusal) => {
    const { event, shifts } = await build({ min_age }, 5)
    if (!refusal) expect((await signUp(event, shifts, asa(NILS))).signed_up).toHaveLength(2)
    else
      expect((await signUpRefused(event, shifts, asa(NILS))).refused).toEqual([
        { shift_id: shifts[0]?.id, code: refusal[0], person: refusal[1] },
      ])
    expect((await signUp(event, shifts, asa(BO))).signed_up).toHaveLength(2)
  })
})
