import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { personalPage } from '@muster/contract/personal-page'
import { addMs } from '@muster/contract/rules/instants'
import { signup } from '@muster/contract/signup'
import { swap } from '@muster/contract/swap'
import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
} from '../../../test/planning.ts'
import * as locks from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'
import { tellCancellations } from '../personal-page/tell-cancellations.ts'
import * as queries from '../signup/queries.ts'
import { tellSignUps } from '../signup/tell-sign-ups.ts'

/* D58 */

const NOW = '2026-06-01T08:00:00.000Z'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
beforeEach(() => api.setNow(NOW))
afterAll(() => api.close())

let people = 0
const stranger = () => ({
  first_name: 'Olle',
  last_name: 'Frisk',
  email: `taker-${++people}@volunteer.example`,
  phone: '+46701234567',
})
type Volunteer = ReturnType<typeof stranger>

/** Builds a full shift, with one of its people looking for a replacement. */
async function buildLooking({
  hours = 72,
  required_qty = 1,
  ...given
}: { hours?: number; required_qty?: number } & Partial<typeof schema.event.$inferInsert> = {}) {
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id, ...given })
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, hours), required_qty })
  const person = await buildPerson(api.deps, { organization_id: event.organization_id })
  const giver = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  for (let other = 1; other < required_qty; other += 1)
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  const { link } = await open(giver)
  return { event, role, shift, person, giver, link }
}

const tokenOf = ({ id, round }: AssignmentRow) =>
  signId(api.deps.keys, { purpose: 'personal_link', id, round })
const ofAssignment = (row: AssignmentRow) => ({ params: { token: tokenOf(row) } })
async function open(giver: AssignmentRow) {
  const invitation = await api.ok(swap.openSwap, ofAssignment(giver))
  const link = invitation.swap?.url?.split('/swap/')[1]
  if (!link) throw new Error('no link')
  return { invitation, link }
}
const take = (link: string, body: object = stranger(), headers?: Record<string, string>) =>
  api.ok(swap.takeSwap, { params: { token: link }, body, ...(headers && { headers }) })
const takeRefused = async (link: string, body: object = stranger()) =>
  (await api.refused(swap.takeSwap, { params: { token: link }, body })).code
const getRefused = async (link: string) => (await api.refused(swap.getSwap, { params: { token: link } })).code

const rowsOf = ({ id }: { id: string }) =>
  api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.assignment)
      .where(eq(schema.assignment.shift_id, id))
      .orderBy(asc(schema.assignment.id)),
  )
const statusesOf = async (shift: { id: string }) => (await rowsOf(shift)).map(({ status }) => status)
const messagesTo = (address: string) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.address, address)))
const loggedOf = async ({ id }: { id: string }) => {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.auditLog).orderBy(asc(schema.auditLog.id)),
  )
  return rows
    .filter(({ shift }) => shift?.id === id)
    .map(({ action, actor_kind }) => `${actor_kind} ${action}`)
}

test('the place goes to who takes it by the link, and both are told', async () => {
  const { event, shift, person, giver, link } = await buildLooking()
  expect(await api.ok(swap.getSwap, { params: { token: link } })).toMatchObject({
    event: { id: event.id, name: event.name },
    shift: { id: shift.id, start_dt: shift.start_dt },
  })
  const olle = stranger()
  const answer = await take(link, olle)
  expect(answer).toMatchObject({
    shift: { spots_left: 0, assigned_people: [{ person_id: answer.assignment_id, first_name: 'Olle' }] },
  })

  expect(await rowsOf(shift)).toMatchObject([
    {
      id: giver.id,
      status: 'DECLINED',
      cancelled_at: NOW,
      cancel_reason: null,
      handed_to: answer.assignment_id,
    },
    { id: answer.assignment_id, status: 'CONFIRMED', terms_accepted_at: NOW },
  ])
  expect(await messagesTo(olle.email)).toMatchObject([{ template: 'confirmation' }])
  expect(await messagesTo(person.email ?? '')).toMatchObject([
    { template: 'given_up', payload: { taken_by: 'Olle', entry: { sequence: 1 } } },
  ])
  expect(await loggedOf(shift)).toEqual(['link assignment.swap_opened', 'link assignment.handed_over'])
  expect(await getRefused(link)).toBe('place_taken')
  expect(await takeRefused(link)).toBe('place_taken')
})

test('names nobody to who opens the link', async () => {
  const { person, link } = await buildLooking()
  const { body } = await api.inject({ method: 'GET', url: `/swaps/${link}` })
  expect(body).toContain('Sommarfest')
  for (const secret of [person.first_name, person.last_name, person.email, person.id])
    expect(body).not.toContain(secret)
})

test('one link is open at a time, until it is withdrawn', async () => {
  const { shift, giver, link } = await buildLooking()
  expect(await open(giver)).toMatchObject({ link })
  expect((await api.ok(swap.closeSwap, ofAssignment(giver))).swap).toEqual({ url: null })
  await api.ok(swap.closeSwap, ofAssignment(giver))
  expect([await getRefused(link), await takeRefused(link)]).toEqual(['link_invalid', 'link_invalid'])
  expect((await open(giver)).link).not.toBe(link)
  expect(await takeRefused(link)).toBe('link_invalid')
  expect(await statusesOf(shift)).toEqual(['CONFIRMED'])
  expect(await loggedOf(shift)).toEqual([
    'link assignment.swap_opened',
    'link assignment.swap_withdrawn',
    'link assignment.swap_opened',
  ])
})

test('works after the time for cancelling and outside the times of sign-up, until the shift begins', async () => {
  const closed = { cancel_until_hours: null, signup_closes_at: hoursAfter(NOW, -1), late_signup: true }
  const { shift, giver, link } = await buildLooking({ hours: 2, ...closed })
  await take(link)
  expect(await statusesOf(shift)).toEqual(['DECLINED', 'CONFIRMED'])
  expect(giver.status).toBe('CONFIRMED')

  const later = await buildLooking({ hours: 2, ...closed })
  api.setNow(later.shift.start_dt)
  expect([await getRefused(later.link), await takeRefused(later.link)]).toEqual(['shift_over', 'shift_over'])
  const { code } = await api.refused(swap.openSwap, ofAssignment(later.giver))
  expect(code).toBe('swap_not_possible')
})

test.each(['INVITED', 'DECLINED', 'ABSENT'] as const)(
  '%s people have no place to hand over',
  async (status) => {
    const { shift } = await buildLooking({ required_qty: 1 })
    const other = await buildAssignment(api.deps, { shift, status })
    expect(await api.ok(personalPage.getAssignment, ofAssignment(other))).toMatchObject({ swap: null })
    expect((await api.refused(swap.openSwap, ofAssignment(other))).code).toBe('swap_not_possible')
  },
)

test('an event can switch it off, which closes open links', async () => {
  const { event, giver, link } = await buildLooking()
  await api.deps.db.system((tx) =>
    tx.update(schema.event).set({ swap: 'off' }).where(eq(schema.event.id, event.id)),
  )
  expect(await api.ok(personalPage.getAssignment, ofAssignment(giver))).toMatchObject({ swap: null })
  expect((await api.refused(swap.openSwap, ofAssignment(giver))).code).toBe('swap_not_possible')
  expect([await getRefused(link), await takeRefused(link)]).toEqual(['link_invalid', 'link_invalid'])
})

test('with `line_first` those in line come before a replacement', async () => {
  const { shift, giver, link } = await buildLooking({ swap: 'line_first' })
  await api.ok(swap.getSwap, { params: { token: link } })
  const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
  const in_line = await buildWaiting(api.deps, { shift, person, status: 'WAITING' })
  expect(await api.ok(personalPage.getAssignment, ofAssignment(giver))).toMatchObject({ swap: null })
  expect((await api.refused(swap.openSwap, ofAssignment(giver))).code).toBe('swap_not_possible')
  expect([await getRefused(link), await takeRefused(link)]).toEqual(['link_invalid', 'link_invalid'])
  // Nobody waits any more: the link works again.
  await api.deps.db.system((tx) =>
    tx.update(schema.waiting).set({ status: 'LEFT' }).where(eq(schema.waiting.id, in_line.id)),
  )
  await take(link)
  expect(await statusesOf(shift)).toEqual(['DECLINED', 'CONFIRMED'])
})

test('refuses who is on the shift, has another one then, or saw other times', async () => {
  const { shift, link, role, person } = await buildLooking()
  expect(await takeRefused(link, { ...stranger(), ...nameOf(person) })).toBe('already_signed_up')
  const busy = stranger()
  const overlapping = await buildShift(api.deps, { role, start_dt: hoursAfter(shift.start_dt, 1) })
  await api.ok(signup.signUp, { params: { shiftId: overlapping.id }, body: busy })
  expect(await takeRefused(link, busy)).toBe('schedule_conflict')
  const seen = { start_dt: hoursAfter(shift.start_dt, 1), end_dt: shift.end_dt }
  expect(await takeRefused(link, { ...stranger(), seen })).toBe('shift_moved')
  expect(await statusesOf(shift)).toEqual(['CONFIRMED'])
})

const nameOf = ({ first_name, last_name, email }: typeof schema.person.$inferSelect) => ({
  first_name,
  last_name,
  email: email ?? '',
})

test('somebody who had said no takes it with the assignment that they have', async () => {
  const { shift, link } = await buildLooking()
  const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
  const before = await buildAssignment(api.deps, { shift, person, status: 'DECLINED' })
  const answer = await take(link, { ...nameOf(person), phone: '+46701234567' })
  expect(answer.assignment_id).toBe(before.id)
})

test('a repeated call with its key answers as the first', async () => {
  const { shift, link } = await buildLooking()
  const [olle, headers] = [stranger(), { 'idempotency-key': randomUUID() }]
  const first = await take(link, olle, headers)
  expect(await take(link, olle, headers)).toEqual(first)
  expect(await statusesOf(shift)).toEqual(['DECLINED', 'CONFIRMED'])
})

test('those in line are not asked, because the place is never free', async () => {
  const { shift, link } = await buildLooking({ required_qty: 2 })
  await take(link)
  expect((await statusesOf(shift)).toSorted()).toEqual(['CONFIRMED', 'CONFIRMED', 'DECLINED'])
  const { code } = await api.refused(signup.signUp, { params: { shiftId: shift.id }, body: stranger() })
  expect(code).toBe('shift_full')
})

/** Returns how many of six takers at once got the place, and how many are on the shift then. */
async function race() {
  const { shift, link } = await buildLooking({ required_qty: 2 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => inject(link, stranger())))
  return {
    taken: answers.filter((answer) => answer === '201').length,
    refused: answers.filter((answer) => answer === 'place_taken').length,
    confirmed: (await statusesOf(shift)).filter((status) => status === 'CONFIRMED').length,
  }
}

test('of several who take it at once, one gets the place', async () => {
  expect(await race()).toEqual({ taken: 1, refused: 5, confirmed: 2 })
  const { findGiver } = await vi.importActual<typeof queries>('../signup/queries.ts')
  // Negative control: without the lock of the shift, several read that the place is not taken yet.
  vi.mocked(queries.findGiver).mockImplementation(async (tx, of) => {
    const giver = await findGiver(tx, of)
    await sleep(100)
    return giver
  })
  await vi.mocked(locks.lockShifts).withImplementation(
    async (tx, shift_ids) =>
      tx
        .select()
        .from(schema.shift)
        .where(inArray(schema.shift.id, [...shift_ids])),
    async () => expect((await race()).confirmed).toBeGreaterThan(2),
  )
  vi.mocked(queries.findGiver).mockImplementation(findGiver)
})

test('the giver gets the end of the calendar entry, and the organisers one e-mail about both', async () => {
  const own = await buildAdministrator(api)
  await api.deps.db.system((tx) =>
    tx
      .update(schema.membership)
      .set({ cancellation_notices: 'each', sign_up_notices: 'each', created_at: hoursAfter(NOW, -1) })
      .where(eq(schema.membership.organization_id, own.organization_id)),
  )
  const { person, link } = await buildLooking({ organization_id: own.organization_id, required_qty: 2 })
  await take(link)
  api.setNow(addMs(NOW, 120_000))
  expect([await tellCancellations(api.deps, 'each'), await tellSignUps(api.deps, 'each')]).toEqual([1, 0])
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  const mailTo = (address: string | null) => mails.find(({ to }) => to === address)
  expect(mailTo(person.email)).toMatchObject({
    subject: expect.stringMatching(/^Olle tar ditt pass: Kafé/),
    attachments: [{ content: expect.stringContaining('METHOD:CANCEL') }],
  })
  const notice = mailTo(own.email)
  expect(notice?.subject).toMatch(/^Åsa Öberg has found a replacement: Kafé/)
  expect(notice?.text).toContain('Åsa Öberg has handed the place over to Olle Frisk.')
  expect(notice?.text).toContain('No place is missing on the shift now.')
})

const inject = async (link: string, body: Volunteer) => {
  const headers = { 'content-type': 'application/json' }
  const { statusCode, json } = await api.inject({
    method: 'POST',
    url: `/swaps/${link}`,
    headers,
    payload: JSON.stringify(body),
  })
  return statusCode === 201 ? '201' : String(json().code)
}

test.each(['cancel', 'remove', 'withdraw'] as const)(
  'beside %s, the shift has either the giver’s place or the taker’s, never both',
  async (what) => {
    for (let round = 0; round < 5; round += 1) {
      const { shift, giver, link } = await buildLooking()
      const other = {
        cancel: () => api.inject(post(`/assignment/${tokenOf(giver)}/change`, { status: 'DECLINED' })),
        remove: () =>
          api.inject({
            method: 'DELETE',
            url: `/admin/assignments/${giver.id}`,
            headers: admin.headers,
          }),
        withdraw: () => api.inject({ method: 'DELETE', url: `/assignment/${tokenOf(giver)}/swap` }),
      }
      const [taken, { statusCode }] = await Promise.all([inject(link, stranger()), other[what]()])
      expect(['201', 'link_invalid']).toContain(taken)
      // Removing the row of a place that was handed over is no conflict.
      expect([200, 204]).toContain(statusCode)
      const confirmed = (await statusesOf(shift)).filter((status) => status === 'CONFIRMED').length
      expect(confirmed).toBe(taken === '201' || what === 'withdraw' ? 1 : 0)
    }
  },
)

const post = (url: string, body: object) =>
  ({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  }) as const

test('shows and gives a shift that is only by link, without its key (D49)', async () => {
  const { shift, giver, link } = await buildLooking()
  await api.deps.db.system((tx) =>
    tx.update(schema.shift).set({ visibility: 'link' }).where(eq(schema.shift.id, shift.id)),
  )
  expect(await api.ok(swap.getSwap, { params: { token: link } })).toMatchObject({ shift: { id: shift.id } })
  await take(link)
  expect(await rowsOf(shift)).toMatchObject([{ id: giver.id, status: 'DECLINED' }, { status: 'CONFIRMED' }])
  const shown = await api.ok(personalPage.getAssignment, ofAssignment(giver))
  expect(shown).toMatchObject({ status: 'DECLINED', handed_over: true, gave_up: false })
})

test('nobody gets more shifts of the event by it than one person may take (D50)', async () => {
  const { role, shift, giver, link } = await buildLooking({ max_shifts: 1 })
  const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
  const other = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 96) })
  const own = await buildAssignment(api.deps, { shift: other, person, status: 'CONFIRMED' })
  const taker = { ...stranger(), ...nameOf(person) }
  expect(await takeRefused(link, taker)).toBe('too_many_shifts')
  expect(await rowsOf(shift)).toMatchObject([{ id: giver.id, status: 'CONFIRMED' }])
  // Negative control: without the other shift the place goes over.
  await api.deps.db.system((tx) => tx.delete(schema.assignment).where(eq(schema.assignment.id, own.id)))
  await take(link, taker)
})

test('of an archived event, or a paused organisation, takes nobody', async () => {
  const { event, shift, giver, link } = await buildLooking()
  const setArchived = (archived: boolean) =>
    api.deps.db.system((tx) => tx.update(schema.event).set({ archived }).where(eq(schema.event.id, event.id)))
  await setArchived(true)
  expect(await takeRefused(link)).toBe('signup_closed')
  await setArchived(false)
  const setPaused = (paused_at: string | null) =>
    api.deps.db.system((tx) =>
      tx
        .update(schema.organization)
        .set({ paused_at })
        .where(eq(schema.organization.id, event.organization_id)),
    )
  await setPaused(NOW)
  expect(await takeRefused(link)).toBe('signup_paused')
  await setPaused(null)
  expect(await rowsOf(shift)).toMatchObject([{ id: giver.id, status: 'CONFIRMED' }])
})
