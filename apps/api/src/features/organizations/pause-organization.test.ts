import { contract } from '@muster/contract/contract'
import { notesOf } from '@muster/contract/endpoint'
import { members } from '@muster/contract/members'
import { personalPage } from '@muster/contract/personal-page'
import { addMs } from '@muster/contract/rules/instants'
import { isOpenWhilePaused } from '@muster/contract/rules/log-action'
import { signup } from '@muster/contract/signup'
import { waitingList } from '@muster/contract/waiting-list'
import type { AppRoute } from '@ts-rest/core'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { adminRoutes, callOf, requestOf, testRoutes } from '../../../test/calls.ts'
import { type Filled, fillOrganization } from '../../../test/fill-organization.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
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
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { enqueueConfirmation } from '../../outbox/enqueue.ts'
import { readFigures } from '../../outbox/monitoring.ts'
import { cancelEvent } from '../../processes/nightly.ts'
import { signId } from '../../signing/signed-id.ts'
import { deleteEndedAccounts } from '../session/delete-ended-accounts.ts'
import * as signUpQueries from '../signup/queries.ts'
import { serveWaitingLists } from '../waiting-list/serve-waiting-lists.ts'
import { cancelEndedEvents } from './delete-ended-organizations.ts'
import { endLocked } from './end-organization.ts'
import { pauseOrganization, resumeOrganization } from './pause-organization.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterEach(() => vi.mocked(isOpenWhilePaused).mockReset())
afterAll(() => api.close())

const pause = (organization_id: string) =>
  pauseOrganization(api.deps, { organization_id, reason: 'Many reports of spam' })
const resume = (organization_id: string) => resumeOrganization(api.deps, organization_id)

let people = 0
const stranger = () => ({
  first_name: 'Åsa',
  last_name: 'Öberg',
  email: `paused-${++people}@volunteer.example`,
  phone: '+46701234567',
})
const tokenOf = ({ id, round }: Pick<AssignmentRow, 'id' | 'round'>) =>
  signId(api.deps.keys, { purpose: 'personal_link', id, round })

const isOpen = (route: AppRoute) => isOpenWhilePaused(route.method, notesOf(route).log)

describe('calls of members and API keys', () => {
  const change = adminRoutes.filter((route) => !isOpen(route))
  const open = adminRoutes.filter((route) => isOpen(route) && !route.path.endsWith('/leave'))
  let admin: Administrator
  let filled: Filled
  beforeAll(async () => {
    admin = await buildAdministrator(api)
    filled = await fillOrganization(api.deps, admin.organization_id)
    await pause(admin.organization_id)
  })

  const send = async (route: AppRoute, headers: Record<string, string>) => {
    const answer = await api.inject({ ...requestOf(route, callOf(route, filled)), headers })
    return { status: answer.statusCode, code: answer.statusCode < 400 ? null : answer.json().code }
  }

  testRoutes(change, 'is refused', async (route) => {
    expect(await send(route, admin.headers)).toEqual({ status: 403, code: 'organization_paused' })
  })

  testRoutes(open, 'is answered', async (route) => {
    expect(await send(route, admin.headers)).not.toMatchObject({ code: 'organization_paused' })
  })

  test('of a key: it reads, and changes nothing', async () => {
    const { headers } = await buildApiKey(api, admin)
    expect(await send(contract.people.listPeople, headers)).toEqual({ status: 200, code: null })
    expect(await send(contract.people.createPerson, headers)).toEqual({
      status: 403,
      code: 'organization_paused',
    })
  })

  test('negative control: without the rule the change is made', async () => {
    vi.mocked(isOpenWhilePaused).mockReturnValue(true)
    const { createPerson } = contract.people
    expect(await send(createPerson, admin.headers)).toEqual({ status: 201, code: null })
  })

  test('one can still leave', () => {
    expect(isOpen(members.leaveOrganization)).toBe(true)
  })
})

test('begins and ends within five seconds on a server that has seen the organisation before', async () => {
  const { headers, organization_id } = await buildAdministrator(api)
  const start = '2026-06-01T08:00:00.000Z'
  const later = (ms: number) => api.setNow(addMs(start, ms))
  const add = async () => {
    const answer = await api.inject({ method: 'POST', url: '/admin/people', headers, payload: stranger() })
    return answer.statusCode
  }
  later(0)
  expect(await add()).toBe(201)
  await pause(organization_id)
  later(5_000)
  expect(await add()).toBe(403)
  await resume(organization_id)
  later(10_000)
  expect(await add()).toBe(201)
  const log = await api.deps.db.system((tx) =>
    tx
      .select({ action: schema.auditLog.action, actor: schema.auditLog.actor_kind })
      .from(schema.auditLog)
      .where(eq(schema.auditLog.organization_id, organization_id))
      .orderBy(schema.auditLog.id),
  )
  expect(log.filter(({ actor }) => actor === 'operator')).toEqual([
    { action: 'organization.paused', actor: 'operator' },
    { action: 'organization.resumed', actor: 'operator' },
  ])
  expect([await resume(organization_id), await pause(newId())]).toEqual([false, false])
})

const sign = (shift: ShiftRow, key?: string, body = stranger()) =>
  api.inject({
    method: 'POST',
    url: `/shifts/${shift.id}/signup`,
    headers: key ? { 'idempotency-key': key } : {},
    payload: body,
  })

const raceSignUps = async () => {
  const shift = await buildShift(api.deps, { required_qty: 100 })
  const signing = Array.from({ length: 30 }, () => sign(shift))
  await signing[0]
  const pausing = pause(shift.organization_id)
  const later = pausing.then(() => Promise.all(Array.from({ length: 10 }, () => sign(shift))))
  const [during, after] = [await Promise.all(signing), await later]
  const taken = await api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift.id)),
  )
  return { during, after: after.map(({ statusCode }) => statusCode), taken: taken.length }
}

describe('volunteers', () => {
  test('cannot sign up or wait for a place, and are told whom to ask', async () => {
    const shift = await buildShift(api.deps)
    const full = await buildShift(api.deps, { organization_id: shift.organization_id, required_qty: 1 })
    await buildAssignment(api.deps, { shift: full, status: 'CONFIRMED' })
    await pause(shift.organization_id)
    const refusals = [
      await api.refused(signup.signUp, { params: { shiftId: shift.id }, body: stranger() }),
      await api.refused(signup.signUpForSeveral, {
        params: { eventId: shift.event_id },
        body: { ...stranger(), shift_ids: [shift.id] },
      }),
      await api.refused(waitingList.joinWaitingList, { params: { shiftId: full.id }, body: stranger() }),
    ]
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        status: 409,
        code: 'signup_paused',
        error: 'Sign-up is paused. Please contact the organizer.',
      })
    const added = await api.deps.db.system((tx) =>
      tx.select().from(schema.person).where(eq(schema.person.organization_id, shift.organization_id)),
    )
    expect(added).toHaveLength(1)
    await resume(shift.organization_id)
    expect(await sign(shift)).toMatchObject({ statusCode: 201 })
  })

  test('whose answer was lost before the pause still get it', async () => {
    const shift = await buildShift(api.deps)
    const [key, body] = [newId(), stranger()]
    const first = await sign(shift, key, body)
    await pause(shift.organization_id)
    const again = await sign(shift, key, body)
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
  })

  test('see the event and their page, and can give a place up', async () => {
    const shift = await buildShift(api.deps)
    const assignment = await buildAssignment(api.deps, {
      shift,
      status: 'CONFIRMED',
      responded_at: api.deps.now(),
    })
    const invited = await buildAssignment(api.deps, { shift, invite_sent_at: api.deps.now() })
    await pause(shift.organization_id)
    expect(await api.inject(`/events/${shift.event_id}/public`)).toMatchObject({ statusCode: 200 })
    expect(await api.ok(personalPage.getAssignment, { params: { token: tokenOf(assignment) } })).toBeDefined()
    await api.ok(personalPage.changeAnswer, {
      params: { token: tokenOf(assignment) },
      body: { status: 'DECLINED' },
    })
    await api.ok(personalPage.answerInvitation, {
      params: { token: tokenOf(invited) },
      body: { confirm: false },
    })
  })

  test('who sign up while it is paused are taken or refused whole, and refused once it is', async () => {
    const { during, after, taken } = await raceSignUps()
    for (const answer of during)
      if (answer.statusCode !== 201)
        expect([answer.statusCode, answer.json().code]).toEqual([409, 'signup_paused'])
    expect(taken).toBe(during.filter(({ statusCode }) => statusCode === 201).length)
    expect(new Set(after)).toEqual(new Set([409]))
  })

  test('negative control: without the guard they are taken', async () => {
    const { listSignUpShifts } = await vi.importActual<typeof signUpQueries>('../signup/queries.ts')
    await vi.mocked(signUpQueries.listSignUpShifts).withImplementation(
      async (tx, of) => (await listSignUpShifts(tx, of)).map((shift) => ({ ...shift, is_paused: false })),
      async () => {
        const { after } = await raceSignUps()
        expect(new Set(after)).toEqual(new Set([201]))
      },
    )
  })
})

const enqueueTo = async (shift: ShiftRow) => {
  const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
  const { id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  await api.deps.db.transaction(shift.organization_id, (tx) =>
    enqueueConfirmation(tx, { assignment_ids: [id], now: api.deps.now() }),
  )
  return person.email
}
const statusesOf = async (organization_id: string) => {
  const rows = await api.deps.db.system((tx) =>
    tx
      .select({ status: schema.message.status, reason: schema.message.failure_reason })
      .from(schema.message)
      .where(eq(schema.message.organization_id, organization_id)),
  )
  return rows.map(({ status, reason }) => (reason ? `${status} ${reason}` : status))
}

describe('messages', () => {
  test('wait, with those of others going on, and leave when it goes on', async () => {
    const start_dt = hoursAfter(new Date().toISOString(), 240)
    const [ours, theirs] = [
      await buildShift(api.deps, { start_dt }),
      await buildShift(api.deps, { start_dt }),
    ]
    const held = await enqueueTo(ours)
    const sent = await enqueueTo(theirs)
    await pause(ours.organization_id)
    api.setNow(hoursAfter(new Date().toISOString(), 24))
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(mails.map(({ to }) => to)).toContain(sent)
    expect(mails.map(({ to }) => to)).not.toContain(held)
    expect(await statusesOf(ours.organization_id)).toEqual(['QUEUED'])
    // The waiting message raises no alert of a stuck queue.
    expect((await readFigures(api.deps)).outbox.find(({ status }) => status === 'QUEUED')).toBeUndefined()
    await resume(ours.organization_id)
    await deliverDue(api.deps, providers)
    expect(mails.map(({ to }) => to)).toContain(held)
  })

  test('that a worker has claimed are settled; those that are refused wait', async () => {
    const shift = await buildShift(api.deps)
    const [first, second] = [await enqueueTo(shift), await enqueueTo(shift)]
    const { providers } = buildProviders({
      async mail({ id, to }) {
        await pause(shift.organization_id)
        return to === first ? { provider_message_id: id } : { refused: 'busy', is_final: false }
      },
    })
    await deliverDue(api.deps, providers)
    expect((await statusesOf(shift.organization_id)).toSorted()).toEqual(['QUEUED busy', 'SENT'])
    await api.deps.db.system((tx) =>
      tx
        .update(schema.message)
        .set({ due_at: sql`now()` })
        .where(eq(schema.message.organization_id, shift.organization_id)),
    )
    const later = buildProviders()
    await deliverDue(api.deps, later.providers)
    expect(later.mails).toEqual([])
    await resume(shift.organization_id)
    await deliverDue(api.deps, later.providers)
    expect(later.mails.map(({ to }) => to)).toEqual([second])
  })

  test('of a digest wait apart from it, and those of others go', async () => {
    const [ours, theirs] = [await buildShift(api.deps), await buildShift(api.deps)]
    const [digest_id, address] = [newId(), 'digest@volunteer.example']
    await Promise.all([ours, theirs].map(enqueueTo))
    await api.deps.db.system(async (tx) => {
      await tx.insert(schema.accountMessage).values({
        id: digest_id,
        template: 'digest',
        payload: {},
        language: 'sv',
        address,
      })
      for (const { organization_id } of [ours, theirs])
        await tx
          .update(schema.message)
          .set({ digest_id, address, failure_reason: 'held_back' })
          .where(eq(schema.message.organization_id, organization_id))
    })
    await pause(ours.organization_id)
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(mails.filter(({ to }) => to === address)).toHaveLength(1)
    expect(await statusesOf(ours.organization_id)).toEqual(['QUEUED'])
    expect(await statusesOf(theirs.organization_id)).toEqual(['SENT'])
    await resume(ours.organization_id)
    await deliverDue(api.deps, providers)
    expect(mails.filter(({ to }) => to === address)).toHaveLength(2)
  })

  test('that no longer make sense lapse when it goes on', async () => {
    const now = '2026-07-01T08:00:00.000Z'
    api.setNow(now)
    const { headers, organization_id } = await buildAdministrator(api)
    const event = await buildEvent(api.deps, { organization_id })
    const role = await buildRole(api.deps, { event })
    const invite = async (hours: number) => {
      const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(now, hours) })
      const token_expires_at = hoursAfter(now, hours)
      const { id } = await buildAssignment(api.deps, { shift, token_expires_at })
      const answer = await api.inject({
        method: 'POST',
        url: `/admin/assignments/${id}/send-invite`,
        headers,
        payload: { method: 'EMAIL' },
      })
      expect(answer.statusCode).toBe(200)
    }
    await invite(30)
    await invite(200)
    await pause(organization_id)
    api.setNow(hoursAfter(now, 48))
    await resume(organization_id)
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect((await statusesOf(organization_id)).toSorted()).toEqual(['FAILED too_late', 'SENT'])
    expect(mails.filter(({ to }) => to.endsWith('@volunteer.example'))).toHaveLength(1)
  })
})

const buildPaused = async () => {
  api.setNow('2026-07-01T08:00:00.000Z')
  const owner = await buildAdministrator(api)
  const { organization_id } = owner
  const shift = await buildShift(api.deps, { organization_id, start_dt: hoursAfter(api.deps.now(), 240) })
  const held = await enqueueTo(shift)
  await pause(organization_id)
  return { ...owner, held }
}
const endAccount = (user_id: string) =>
  api.deps.db.system((tx) =>
    tx.update(schema.appUser).set({ ends_at: api.deps.now() }).where(eq(schema.appUser.id, user_id)),
  )
const stopping = new AbortController().signal
const cancelAndDeliver = async () => {
  await cancelEndedEvents(api.deps, { cancelEvent: (id) => cancelEvent(api.deps, id), stopping })
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails
}

describe('when it ends', () => {
  const isCancelled = { subject: expect.stringContaining('inställt') }

  test('by the operator, its people are told once it goes on', async () => {
    const { organization_id, held } = await buildPaused()
    await api.deps.db.system((tx) => endLocked(tx, { organization_id, name: 'Åhus IF', now: api.deps.now() }))
    const before = await cancelAndDeliver()
    expect(before.filter(({ to }) => to === held)).toEqual([])
    expect(await resume(organization_id)).toBe(true)
    const after = await cancelAndDeliver()
    expect(after.filter(({ to }) => to === held)).toContainEqual(expect.objectContaining(isCancelled))
    expect(await pause(organization_id)).toBe(false)
  })

  test('with its last account, its people are told, and what waited is given up', async () => {
    const [ended, kept] = [await buildPaused(), await buildPaused()]
    await endAccount(ended.user_id)
    await deleteEndedAccounts(api.deps, { stopping, onProgress: async () => undefined })
    const mails = await cancelAndDeliver()
    expect(mails.filter(({ to }) => to === ended.held)).toMatchObject([isCancelled])
    expect(mails.filter(({ to }) => to === kept.held)).toEqual([])
    expect(await statusesOf(kept.organization_id)).toEqual(['QUEUED'])
  })

  test('negative control: while the pause stays, they are not told', async () => {
    const { organization_id, user_id, held } = await buildPaused()
    await endAccount(user_id)
    await deleteEndedAccounts(api.deps, { stopping, onProgress: async () => undefined })
    await api.deps.db.system((tx) =>
      tx
        .update(schema.organization)
        .set({ paused_at: api.deps.now(), pause_reason: 'Spam' })
        .where(eq(schema.organization.id, organization_id)),
    )
    expect((await cancelAndDeliver()).filter(({ to }) => to === held)).toEqual([])
  })

  test('an account that ends leaves the pause of an organisation with another owner', async () => {
    const { organization_id, user_id } = await buildPaused()
    await buildMember(api, { organization_id, role: 'owner' })
    await endAccount(user_id)
    await deleteEndedAccounts(api.deps, { stopping, onProgress: async () => undefined })
    expect(await statusesOf(organization_id)).toEqual(['QUEUED'])
    expect(await resume(organization_id)).toBe(true)
  })
})

test('no places are offered to those in line: they could not be told', async () => {
  const now = '2026-06-01T08:00:00.000Z'
  api.setNow(now)
  const shift = await buildShift(api.deps)
  await buildWaiting(api.deps, { shift, person: await buildPerson(api.deps, shift) })
  await pause(shift.organization_id)
  expect(await serveWaitingLists(api.deps)).toBe(0)
  await resume(shift.organization_id)
  expect(await serveWaitingLists(api.deps)).toBe(1)
})
