import { contract } from '@muster/contract/contract'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { longestTurn } from '../../../test/event-loop.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue, makeDue } from '../../../test/outbox.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  type EventRow,
  hoursAfter,
  type PersonRow,
  type RoleRow,
} from '../../../test/planning.ts'
import { uncounted } from '../../../test/uncounted.ts'
import { newId } from '../../db/ids.ts'
import * as locks from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'
import { insertSuppression } from '../../outbox/suppression.ts'
import { signId } from '../../signing/signed-id.ts'

const { sendInvitations, previewInvitations } = contract.assignments
const NOW = '2026-06-19T10:00:00.000Z'
type Method = 'EMAIL' | 'SMS' | 'BOTH'

let api: TestApp
let admin: Administrator
let event: EventRow
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.setNow(NOW)
  await api.deps.db.system((tx) => tx.delete(schema.message))
  admin = await buildAdministrator(api)
  event = await buildEvent(api.deps, { organization_id: admin.organization_id, name: 'Sommarfest' })
  role = await buildRole(api.deps, { event, name: 'Kafé' })
})

const buildGuest = (given: Partial<PersonRow> = {}) =>
  buildPerson(api.deps, {
    organization_id: admin.organization_id,
    first_name: 'Elin',
    phone: '+46701740605',
    language: 'sv',
    ...given,
  })

const guestCalled = (first_name: string) => buildGuest({ first_name })

/** `at`: hours from now until the start. Each shift lasts two hours. */
async function pick(person: PersonRow, at = 72, given: Partial<AssignmentRow> & { role?: RoleRow } = {}) {
  const { role: of = role, ...assignment } = given
  const [start_dt, end_dt] = [hoursAfter(NOW, at), hoursAfter(NOW, at + 2)]
  const shift = await buildShift(api.deps, { role: of, start_dt, end_dt })
  return buildAssignment(api.deps, { shift, person, ...assignment })
}

const inviteOf = (person: PersonRow, picks: readonly { id: string }[], method: Method = 'EMAIL') => ({
  person_id: person.id,
  assignment_ids: picks.map(({ id }) => id),
  method,
})
type Invite = ReturnType<typeof inviteOf>
const given = (invites: readonly Invite[], more: object = {}, headers: Record<string, string> = {}) => ({
  headers: { ...admin.headers, ...headers },
  params: { id: event.id },
  body: { invites: [...invites], ...more },
})

async function send(...args: Parameters<typeof given>) {
  const { headers, params, body } = given(...args)
  const answer = await api.inject({
    method: 'POST',
    url: `/admin/events/${params.id}/invitations`,
    headers,
    payload: body,
  })
  expect(answer.statusCode).toBe(201)
  const { failed } = answer.json<{ failed: { person_id: string; code: string }[] }>()
  return { failed, batch_id: answer.headers['undo-batch']?.toString() }
}
const undo = async (batch_id = '') =>
  (await api.ok(contract.batches.undoBatch, { headers: admin.headers, params: { batch_id } })).kept
const read = async ({ id }: { id: string }) => {
  const [row] = await api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.id, id)),
  )
  if (!row) throw new Error('no such assignment')
  return row
}
const messages = () =>
  api.deps.db.system((tx) => tx.select().from(schema.message).orderBy(asc(schema.message.channel)))
const messagesTo = async (person: PersonRow) =>
  (await messages()).filter(({ person_id }) => person_id === person.id)

async function deliver() {
  await makeDue(api.deps)
  const { providers, mails, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  return { mails, texts }
}

describe('sending', () => {
  test('one message to each about all their shifts, with the own line and the time to answer', async () => {
    const [elin, bo] = [
      await buildGuest(),
      await buildGuest({ first_name: 'Bo', language: 'en', phone: null }),
    ]
    const own = [await pick(elin, 90), await pick(elin, 72)]
    const other = await pick(bo, 80)
    const answer_by = hoursAfter(NOW, 76)
    const own_line = 'Vi skulle bli jätteglada!'
    const { failed, batch_id } = await send([inviteOf(elin, own, 'BOTH'), inviteOf(bo, [other])], {
      answer_by,
      own_line,
    })
    expect(failed).toEqual([])
    const sent = { status: 'INVITED', invite_sent_at: NOW, uncapped_expires_at: answer_by }
    expect(await read(own[0] ?? other)).toMatchObject({
      ...sent,
      invite_method: 'BOTH',
      token_expires_at: answer_by,
    })
    // Not later than its start (D18).
    expect(await read(own[1] ?? other)).toMatchObject({ ...sent, token_expires_at: hoursAfter(NOW, 72) })
    expect(await read(other)).toMatchObject({ ...sent, invite_method: 'EMAIL' })
    const queued = await messages()
    expect(queued.map(({ person_id, channel }) => `${person_id} ${channel}`).toSorted()).toEqual(
      [`${elin.id} EMAIL`, `${elin.id} SMS`, `${bo.id} EMAIL`].toSorted(),
    )
    for (const row of queued)
      expect(row).toMatchObject({ batch_id, template: 'invitation', status: 'QUEUED' })

    const { mails, texts } = await deliver()
    const [mail] = mails.filter(({ to }) => to === elin.email)
    expect(mail?.subject).toBe('Kan du hjälpa till? 2 pass, Sommarfest')
    expect(mail?.text).toContain(`\n\n${own_line}\n\n`)
    expect(mails.find(({ to }) => to === bo.email)?.subject).toMatch(/^Can you help\? Kafé/)
    expect(texts).toHaveLength(1)
    expect(texts[0]?.text).toMatch(
      /Kan du hjälpa till\? Sommarfest: .*\.\nVi skulle bli jätteglada!\nSvara: http/,
    )
  })

  test('a message that waited keeps the own line, with the new time of the shift', async () => {
    const elin = await buildGuest()
    const [moved, gone] = [await pick(elin, 72), await pick(elin, 90)]
    await send([inviteOf(elin, [gone, moved], 'BOTH')], { own_line: 'Kom!' })
    await api.deps.db.system((tx) =>
      tx
        .update(schema.shift)
        .set({ start_dt: hoursAfter(NOW, 73) })
        .where(eq(schema.shift.id, moved.shift_id)),
    )
    await api.deps.db.system((tx) => tx.delete(schema.assignment).where(eq(schema.assignment.id, gone.id)))
    const { mails, texts } = await deliver()
    expect(mails[0]?.text).toContain('\n\nKom!\n\n')
    expect(texts[0]?.text).toMatch(/13:00-14:00\.\nKom!\nSvara: /)
  })

  test('without a time to answer seven days; in a chosen language', async () => {
    const elin = await buildGuest()
    const place = await pick(elin, 24 * 30)
    await send([inviteOf(elin, [place])], { language: 'en' })
    expect((await read(place)).token_expires_at).toBe(addMs(NOW, 7 * DAY_MS))
    const { mails } = await deliver()
    expect(mails[0]?.subject).toMatch(/^Can you help\?/)
  })

  test('is in the log, by shift', async () => {
    const [elin, bo] = [await buildGuest(), await guestCalled('Bo')]
    const shift = await buildShift(api.deps, { role })
    const [one, other] = [
      await buildAssignment(api.deps, { shift, person: elin }),
      await buildAssignment(api.deps, { shift, person: bo }),
    ]
    await send([inviteOf(elin, [one]), inviteOf(bo, [other])])
    const entries = await api.ok(contract.log.listLog, { headers: admin.headers })
    const [invited, ...more] = entries.filter(({ action }) => action === 'assignment.invited')
    expect(more).toEqual([])
    expect(invited?.people?.map(({ id }) => id).toSorted()).toEqual([elin.id, bo.id].toSorted())
  })

  test('who cannot be asked is named, the others are asked', async () => {
    const [fine, silent, asked] = [
      await guestCalled('Fina'),
      await guestCalled('Tyst'),
      await guestCalled('Asker'),
    ]
    await api.deps.db.system((tx) =>
      insertSuppression(tx, {
        organization_id: admin.organization_id,
        channel: 'EMAIL',
        address: silent.email,
        reason: 'unsubscribe',
      }),
    )
    const place = await pick(fine)
    const open = { invite_sent_at: hoursAfter(NOW, -1), token_expires_at: hoursAfter(NOW, 40) }
    const [abe, ned, yngve, lars, gun] = [
      await guestCalled('Abe'),
      await guestCalled('Ned'),
      await guestCalled('Yngve'),
      await guestCalled('Lars'),
      await guestCalled('Gun'),
    ]
    const others = [
      [abe, await pick(abe, 72, { status: 'ABSENT' }), 'assignment_absent'],
      [ned, await pick(ned, 72, { status: 'DECLINED' }), 'not_invited'],
      [yngve, await pick(yngve, 72, { status: 'CONFIRMED' }), 'not_invited'],
      [asked, await pick(asked, 72, open), 'already_asked'],
      [lars, await pick(lars, -5), 'shift_over'],
      [gun, { id: newId() }, 'assignment_not_found'],
      [silent, await pick(silent), 'opted_out'],
    ] as const
    const { failed } = await send([
      ...others.map(([person, its]) => inviteOf(person, [its])),
      inviteOf(fine, [place]),
    ])
    expect(failed).toEqual(others.map(([person, , code]) => ({ person_id: person.id, code })))
    expect((await messages()).map(({ person_id }) => person_id)).toEqual([fine.id])
    expect((await read(place)).invite_sent_at).toBe(NOW)
    for (const [, its] of others.filter(([, , code]) => code !== 'assignment_not_found'))
      expect((await read(its)).invite_sent_at).not.toBe(NOW)
  })

  test('who cannot be asked about one of the shifts is asked about none', async () => {
    const elin = await buildGuest()
    const [fine, over] = [await pick(elin), await pick(elin, -5)]
    const { failed, batch_id } = await send([inviteOf(elin, [fine, over])])
    expect(failed).toEqual([{ person_id: elin.id, code: 'shift_over' }])
    expect(batch_id).toBeUndefined()
    expect((await read(fine)).invite_sent_at).toBeNull()
    expect(await messages()).toEqual([])
  })

  test('with both channels who has stopped one is asked on the other', async () => {
    const elin = await buildGuest()
    await api.deps.db.system((tx) =>
      insertSuppression(tx, {
        organization_id: admin.organization_id,
        channel: 'SMS',
        address: '+46701740605',
        reason: 'unsubscribe',
      }),
    )
    const place = await pick(elin)
    expect((await send([inviteOf(elin, [place], 'BOTH')])).failed).toEqual([])
    expect((await messages()).map(({ channel }) => channel)).toEqual(['EMAIL'])
    expect((await read(place)).invite_method).toBe('EMAIL')
  })

  test('an expired invitation is opened again', async () => {
    const elin = await buildGuest()
    const before = { invite_sent_at: hoursAfter(NOW, -200), token_expires_at: hoursAfter(NOW, -1) }
    const place = await pick(elin, 24 * 30, before)
    expect((await send([inviteOf(elin, [place])])).failed).toEqual([])
    expect((await read(place)).token_expires_at).toBe(addMs(NOW, 7 * DAY_MS))
  })

  test('refuses what cannot be sent, and then nobody is asked', async () => {
    const elin = await buildGuest()
    const places = [await pick(elin), await pick(elin, 80), await pick(elin, 90), await pick(elin, 100)]
    const call = (more: object) => given([inviteOf(elin, places, 'SMS')], more)
    const refused = async (more: object) => api.refused(sendInvitations, call(more))
    expect(await refused({ answer_by: NOW })).toMatchObject({ status: 400, code: 'validation' })
    expect(await refused({ own_line: 'x'.repeat(301) })).toMatchObject({ status: 400, code: 'validation' })
    const invite = inviteOf(elin, places)
    expect(await api.refused(sendInvitations, given([invite, invite]))).toMatchObject({ code: 'validation' })
    const unknown = { ...given([invite]), params: { id: newId() } }
    expect(await api.refused(sendInvitations, unknown)).toMatchObject({
      status: 404,
      code: 'event_not_found',
    })
    // Emoji take two places each of 67 in a part.
    const long = { own_line: '🎉'.repeat(150), language: 'sv' }
    await api.deps.db.system((tx) =>
      tx
        .update(schema.role)
        .set({ name: '🎪'.repeat(40) })
        .where(eq(schema.role.id, role.id)),
    )
    expect(await refused(long)).toMatchObject({ status: 400, code: 'message_too_long' })
    expect(await messages()).toEqual([])
    for (const place of places) expect((await read(place)).invite_sent_at).toBeNull()
  })

  test('of another organisation or event nobody is asked', async () => {
    const elin = await buildGuest()
    const place = await pick(elin)
    const foreign = await buildAdministrator(api)
    const call = { ...given([inviteOf(elin, [place])]), headers: foreign.headers }
    expect(await api.refused(sendInvitations, call)).toMatchObject({ status: 404, code: 'event_not_found' })
    const own = await buildEvent(api.deps, { organization_id: foreign.organization_id })
    const into = { ...call, params: { id: own.id } }
    expect(await api.ok(sendInvitations, into)).toMatchObject({ failed: [{ code: 'assignment_not_found' }] })
    const other = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const elsewhere = { ...given([inviteOf(elin, [place])]), params: { id: other.id } }
    expect(await api.ok(sendInvitations, elsewhere)).toMatchObject({
      failed: [{ code: 'assignment_not_found' }],
    })
    // The assignment belongs to another person.
    const bo = await guestCalled('Bo')
    expect((await send([inviteOf(bo, [place])])).failed).toMatchObject([{ code: 'assignment_not_found' }])
    expect(await messages()).toEqual([])
  })

  test('a key of one event asks its people only', async () => {
    const elin = await buildGuest()
    const place = await pick(elin)
    const key = await buildApiKey(api, admin, { event_id: event.id, rights: ['send'] })
    const other = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const elsewhere = await pick(elin, 90, { role: await buildRole(api.deps, { event: other }) })
    const call = (id: string, invited: { id: string }) => ({
      ...given([inviteOf(elin, [invited])], {}, key.headers),
      params: { id },
    })
    expect(await api.refused(sendInvitations, call(other.id, elsewhere))).toMatchObject({ code: 'not_found' })
    expect(await api.refused(sendInvitations, call(event.id, elsewhere))).toMatchObject({ code: 'not_found' })
    expect((await api.ok(sendInvitations, call(event.id, place))).failed).toEqual([])
    expect(await messages()).toHaveLength(1)
    const reader = await buildApiKey(api, admin, { rights: ['read'] })
    const read_only = given([inviteOf(elin, [place])], {}, reader.headers)
    expect(await api.refused(sendInvitations, read_only)).toMatchObject({ code: 'api_key_right_missing' })
  })

  test('of an archived event nobody is asked', async () => {
    const elin = await buildGuest()
    const place = await pick(elin)
    await api.deps.db.system((tx) =>
      tx.update(schema.event).set({ archived: true }).where(eq(schema.event.id, event.id)),
    )
    const refused = await api.refused(sendInvitations, given([inviteOf(elin, [place])]))
    expect(refused).toMatchObject({ status: 409, code: 'event_archived' })
  })
})

/** People with numbers of their own, on one shift. */
async function pickMany(count: number): Promise<Invite[]> {
  const shift = await buildShift(api.deps, {
    role,
    start_dt: hoursAfter(NOW, 72),
    end_dt: hoursAfter(NOW, 74),
  })
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const person = await buildGuest({ phone: `+4670174${1_000 + n}` })
      return inviteOf(person, [await buildAssignment(api.deps, { shift, person })], 'BOTH')
    }),
  )
}

test('asking many lets other requests go on meanwhile', async () => {
  const invites = await pickMany(500)
  const shares: number[] = []
  for (let run = 0; run < 3; run++) {
    let batch_id: string | undefined
    const began = process.cpuUsage()
    const turn = await longestTurn(async () => ({ batch_id } = await send(invites, { own_line: 'Kom!' })))
    const { user, system } = process.cpuUsage(began)
    shares.push((1_000 * turn) / (user + system))
    await undo(batch_id)
  }
  // A turn takes a tenth of the call (measured). Garbage collection may lengthen one of the three.
  expect(Math.min(...shares)).toBeLessThan(1 / 4)
})

const sendTwice = async () => {
  const guests = await Promise.all(Array.from({ length: 4 }, () => buildGuest()))
  const invites: Invite[] = []
  for (const guest of guests) invites.push(inviteOf(guest, [await pick(guest)]))
  const answers = await Promise.all([send(invites), send(invites.toReversed())])
  return { failed: answers.map(({ failed }) => failed.length), sent: (await messages()).length }
}

describe('nobody is asked twice', () => {
  test('a repeated call answers the same', async () => {
    const elin = await buildGuest()
    const place = await pick(elin)
    const key = { 'idempotency-key': newId() }
    const invites = [inviteOf(elin, [place]), inviteOf(await buildGuest(), [{ id: newId() }])]
    const first = await send(invites, {}, key)
    expect(await send(invites, {}, key)).toEqual(first)
    expect(await messages()).toHaveLength(1)
  })

  test('from two tabs at once', async () => {
    for (let round = 0; round < 5; round++) {
      await api.deps.db.system((tx) => tx.delete(schema.message))
      const { failed, sent } = await sendTwice()
      expect([Math.min(...failed), Math.max(...failed)]).toEqual([0, 4])
      expect(sent).toBe(4)
    }
  })

  test('negative control: without the locks they are', async () => {
    let arrived = 0
    let goOn: (() => void) | undefined
    const both = new Promise<void>((resolve) => (goOn = resolve))
    await vi.mocked(locks.lockAssignments).withImplementation(
      async (tx, ids) => {
        const found = await tx
          .select({ assignment: schema.assignment, shift: schema.shift, person: schema.person })
          .from(schema.assignment)
          .innerJoin(schema.shift, eq(schema.shift.id, schema.assignment.shift_id))
          .innerJoin(schema.person, eq(schema.person.id, schema.assignment.person_id))
          .where(inArray(schema.assignment.id, [...ids]))
        arrived += 1
        if (arrived === 2) goOn?.()
        await both
        return found.map(({ assignment, shift, person }) => ({ ...assignment, shift, person }))
      },
      async () => {
        expect((await sendTwice()).sent).toBe(8)
      },
    )
  })
})

describe('undo (D46)', () => {
  test('all is as before, and nobody hears of it', async () => {
    const elin = await buildGuest()
    const expired = { invite_sent_at: hoursAfter(NOW, -200), invite_method: 'SMS' as const }
    const places = [
      await pick(elin),
      await pick(elin, 90, { ...expired, token_expires_at: hoursAfter(NOW, -1) }),
    ]
    const before = await Promise.all(places.map(read))
    const { batch_id } = await send([inviteOf(elin, places, 'BOTH')], { answer_by: hoursAfter(NOW, 20) })
    expect(await messages()).toHaveLength(2)
    expect(await undo(batch_id)).toEqual([])
    expect((await Promise.all(places.map(read))).map(uncounted)).toEqual(before.map(uncounted))
    expect(await messages()).toEqual([])
    const { failed } = await send([inviteOf(elin, places)])
    expect(failed).toEqual([])
    expect(await messages()).toHaveLength(1)
  })

  test('who has answered meanwhile stays so, and the others are not asked', async () => {
    const [elin, bo] = [await buildGuest(), await guestCalled('Bo')]
    const expired = { invite_sent_at: hoursAfter(NOW, -200), token_expires_at: hoursAfter(NOW, -1) }
    const [first, second] = [await pick(elin, 72, expired), await pick(elin, 90)]
    const other = await pick(bo)
    const unasked = await read(second)
    const { batch_id } = await send([inviteOf(elin, [first, second]), inviteOf(bo, [other])])
    const token = signId(api.deps.keys, { purpose: 'personal_link', id: first.id, round: 1 })
    await api.ok(contract.invitations.answerInvitation, { params: { token }, body: { confirm: true } })
    expect(await undo(batch_id)).toEqual([{ id: first.id, reason: 'changed' }])
    expect(await read(first)).toMatchObject({ status: 'CONFIRMED', invite_sent_at: NOW })
    expect(uncounted(await read(second))).toEqual(uncounted(unasked))
    expect(await read(other)).toMatchObject({ invite_sent_at: null })
    // The message about what she has answered is true, and leaves without the rest.
    expect(await messagesTo(bo)).toEqual([])
    const about = (await messagesTo(elin)).filter(({ template }) => template === 'invitation')
    expect(about).toHaveLength(1)
    expect(about[0]?.payload).toMatchObject({ assignment_id: first.id })
    expect(about[0]?.payload).not.toHaveProperty('more')
  })

  test('who was taken off the shift meanwhile stays off, and hears nothing of it', async () => {
    const elin = await buildGuest()
    const place = await pick(elin)
    const { batch_id } = await send([inviteOf(elin, [place])])
    await api.ok(contract.assignments.deleteAssignment, { headers: admin.headers, params: { id: place.id } })
    expect(await undo(batch_id)).toEqual([])
    expect((await messages()).filter(({ template }) => template === 'invitation')).toEqual([])
  })

  test('gives the daily cap back', async () => {
    // The undo gives it back for the day of the database, and the session is of another one.
    const now = new Date().toISOString()
    api.setNow(now)
    admin = await buildAdministrator(api)
    event = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const shift = await buildShift(api.deps, {
      role: await buildRole(api.deps, { event }),
      start_dt: hoursAfter(now, 72),
      end_dt: hoursAfter(now, 74),
    })
    const elin = await buildGuest()
    const place = await buildAssignment(api.deps, { shift, person: elin })
    const { batch_id } = await send([inviteOf(elin, [place], 'BOTH')])
    const accepted = async () => {
      const rows = await api.deps.db.system((tx) =>
        tx
          .select({ accepted: schema.dailyCap.accepted })
          .from(schema.dailyCap)
          .where(eq(schema.dailyCap.organization_id, admin.organization_id)),
      )
      return rows.map((row) => row.accepted)
    }
    expect(await accepted()).toEqual([1, 1])
    await undo(batch_id)
    expect(await accepted()).toEqual([0, 0])
  })
})

const refusedFor = async (invites: readonly Invite[]) => {
  expect(await api.refused(sendInvitations, given(invites))).toMatchObject({
    status: 429,
    code: 'daily_cap_reached',
  })
  expect(await messages()).toHaveLength(0)
}

describe('above a cap', () => {
  beforeAll(async () => {
    const uncapped = api
    const capped = await buildTestApp({
      limits: {
        messages_per_day: { EMAIL: undefined, SMS: 1 },
        messages_per_recipient: { EMAIL: 1, SMS: 5 },
      },
    })
    api = capped
    return async () => {
      api = uncapped
      await capped.close()
    }
  })

  test('of the organisation nobody is asked', async () => {
    const [elin, bo] = [await buildGuest(), await guestCalled('Bo')]
    const places = [await pick(elin), await pick(bo)] as const
    await refusedFor([inviteOf(elin, [places[0]], 'SMS'), inviteOf(bo, [places[1]], 'SMS')])
    expect((await read(places[0])).invite_sent_at).toBeNull()
  })

  test('of a recipient, who is the mailbox, the others are asked', async () => {
    const elin = await buildGuest()
    const bo = await buildGuest({ first_name: 'Bo', email: elin.email })
    const [siv, ove] = [await guestCalled('Siv'), await guestCalled('Ove')]
    await send([inviteOf(siv, [await pick(siv)])])
    const places = [await pick(elin), await pick(bo), await pick(siv, 90), await pick(ove)] as const
    const { failed } = await send([
      inviteOf(elin, [places[0]]),
      inviteOf(bo, [places[1]]),
      inviteOf(siv, [places[2]]),
      inviteOf(ove, [places[3]]),
    ])
    expect(failed).toEqual([bo, siv].map(({ id }) => ({ person_id: id, code: 'enough_today' })))
    expect(
      await Promise.all([elin, bo, siv, ove].map(async (each) => (await messagesTo(each)).length)),
    ).toEqual([1, 0, 1, 1])
    expect((await read(places[1])).invite_sent_at).toBeNull()
    // On the other channel there is room.
    expect((await send([inviteOf(siv, [places[2]], 'BOTH')])).failed).toEqual([])
    expect((await read(places[2])).invite_method).toBe('SMS')
  })

  test('of a mailbox, also in calls at the same time', async () => {
    const elin = await buildGuest()
    const bo = await buildGuest({ first_name: 'Bo', email: elin.email })
    const calls = [inviteOf(elin, [await pick(elin)]), inviteOf(bo, [await pick(bo)])].map((invite) =>
      api.inject({
        method: 'POST',
        url: `/admin/events/${event.id}/invitations`,
        headers: admin.headers,
        payload: { invites: [invite] },
      }),
    )
    await Promise.all(calls)
    expect(await messages()).toHaveLength(1)
  })
})

const preview = (person: PersonRow, shift_ids: string[], more: object = {}) => ({
  headers: admin.headers,
  params: { id: event.id },
  body: {
    invites: [{ person_id: person.id, shift_ids, method: 'BOTH' as const }],
    as_person_id: person.id,
    ...more,
  },
})

const withoutLinks = (text = '') => text.replace(/\/c\/[\w-]{43}/g, '/c/x')

describe('preview', () => {
  test('is what is sent, but for the links', async () => {
    const elin = await buildGuest()
    const places = [await pick(elin, 90), await pick(elin, 72)]
    const wording = { own_line: 'Det blir roligt – lova!', answer_by: hoursAfter(NOW, 50) }
    const shown = await api.ok(
      previewInvitations,
      preview(
        elin,
        places.map(({ shift_id }) => shift_id),
        wording,
      ),
    )
    expect(await messages()).toEqual([])
    await send([inviteOf(elin, places, 'BOTH')], wording)
    const { mails, texts } = await deliver()
    const [mail] = mails.filter(({ to }) => to === elin.email)
    expect(shown).toMatchObject({ language: 'sv', emails: 1, texts: 1, unreachable: [] })
    expect(shown.email?.subject).toBe(mail?.subject)
    expect(withoutLinks(shown.email?.text)).toBe(withoutLinks(mail?.text))
    expect(withoutLinks(shown.sms?.text)).toBe(withoutLinks(texts[0]?.text))
    expect(shown.sms).toMatchObject({ characters: texts[0]?.text.length, segments: 2 })
    expect(shown.sms_segments).toBe(2)
    const [, token = ''] = /\/c\/([\w-]{43})/.exec(shown.sms?.text ?? '') ?? []
    expect(await api.refused(contract.invitations.getAssignment, { params: { token } })).toMatchObject({
      status: 404,
    })
  })

  test('counts all of them, names whom nothing reaches, and shows an ask (D61)', async () => {
    const [elin, bo] = [
      await buildGuest(),
      await buildGuest({ first_name: 'Bo', phone: null, language: 'en' }),
    ]
    const shift = await buildShift(api.deps, { role })
    const invites = [
      { person_id: elin.id, shift_ids: [shift.id], method: 'SMS' as const },
      { person_id: bo.id, shift_ids: [shift.id], method: 'SMS' as const },
    ]
    const call = preview(elin, [], { invites, is_first_yes: true })
    const shown = await api.ok(previewInvitations, call)
    expect(shown).toMatchObject({ email: null, emails: 0, texts: 1 })
    expect(shown.sms?.text).toContain('Den som svarar ja först får passet.')
    expect(shown.unreachable).toEqual([{ person_id: bo.id, code: 'no_contact_info' }])
    const asBo = await api.ok(previewInvitations, preview(bo, [shift.id], { language: 'sv' }))
    expect(asBo).toMatchObject({ language: 'sv', sms: null, texts: 0, sms_segments: 0 })
    expect(asBo.email?.subject).toMatch(/^Kan du hjälpa till\? Kafé/)
  })

  test('only of people and shifts of the organisation and event', async () => {
    const elin = await buildGuest()
    const shift = await buildShift(api.deps, { role })
    const stranger = await buildPerson(api.deps, {
      organization_id: (await buildAdministrator(api)).organization_id,
    })
    const refused = (call: ReturnType<typeof preview>) => api.refused(previewInvitations, call)
    expect(await refused(preview(stranger, [shift.id]))).toMatchObject({ code: 'person_not_found' })
    const other = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const elsewhere = await buildShift(api.deps, { role: await buildRole(api.deps, { event: other }) })
    expect(await refused(preview(elin, [elsewhere.id]))).toMatchObject({ code: 'shift_not_found' })
    expect(await refused({ ...preview(elin, [shift.id]), params: { id: newId() } })).toMatchObject({
      code: 'event_not_found',
    })
  })
})
