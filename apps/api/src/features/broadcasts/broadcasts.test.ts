import { broadcasts } from '@muster/contract/broadcasts'
import { events } from '@muster/contract/events'
import { topics } from '@muster/contract/live'
import { people } from '@muster/contract/people'
import { shifts } from '@muster/contract/shifts'
import { signup } from '@muster/contract/signup'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { awaitLocks } from '../../../test/await-locks.ts'
import { eventually } from '../../../test/eventually.ts'
import { closeClients, join, listen, openClient } from '../../../test/live.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue, makeDue, withText } from '../../../test/outbox.ts'
import {
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
import { newId } from '../../db/ids.ts'
import { lockPeople, lockPersonExclusively, lockShifts } from '../../db/lock.ts'
import { oneRow } from '../../db/one-row.ts'
import * as schema from '../../db/schema.ts'
import { announce } from '../../live/announce.ts'
import { createLinks } from '../../mail/links.ts'
import { refresh } from '../../outbox/refresh.ts'

// A spy (test/spied-modules.ts), so that the negative control can leave the read out.

/** A Friday, at noon in Stockholm. */
const NOW = '2026-06-19T10:00:00.000Z'

let api: TestApp
let admin: Administrator
let event: EventRow
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(NOW)
  admin = await buildAdministrator(api, { name: 'Lunds IF' })
})
afterAll(() => api.close())
beforeEach(async () => {
  event = await buildEvent(api.deps, {
    organization_id: admin.organization_id,
    name: 'Midsommar',
    location: 'Stadsparken',
  })
  role = await buildRole(api.deps, { event, name: 'Entré', description: 'Ta emot alla.' })
})

const REMINDER = {
  messageType: 'reminder',
  customText: 'Hej! Snart är det Midsommar.',
  communicationChannel: 'both',
  includePastShifts: false,
  includeCurrentShifts: true,
  includeUpcomingShifts: true,
  includeLink: true,
  language: 'sv',
}
const CUSTOM = { ...REMINDER, messageType: 'custom', customText: 'Ta med regnkläder!' }
const WITH_STOP = { ...CUSTOM, includeStopLink: true }

const call = (changes: object = {}, headers: object = {}) => ({
  headers: { ...admin.headers, ...headers },
  params: { eventId: event.id },
  body: { ...REMINDER, ...changes },
})
const send = (changes?: object, headers?: object) => api.ok(broadcasts.sendBroadcast, call(changes, headers))
const refused = (changes?: object, headers?: object) =>
  api.refused(broadcasts.sendBroadcast, call(changes, headers))
const preview = (changes?: object) => api.ok(broadcasts.previewBroadcast, call(changes))
const progress = (id: string) => api.ok(broadcasts.getBroadcast, { headers: admin.headers, params: { id } })

let number = 0
const somebody = (changes: Parameters<typeof buildPerson>[1] = {}) =>
  buildPerson(api.deps, {
    organization_id: admin.organization_id,
    phone: `+4670${String(++number).padStart(7, '0')}`,
    ...changes,
  })

/** Assigns the person to a shift that starts in `hours` and lasts two hours. */
async function assign(person: PersonRow, hours: number, changes: Parameters<typeof buildAssignment>[1] = {}) {
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, hours) })
  return buildAssignment(api.deps, { shift, person, ...changes })
}

async function sentBy(broadcast_id: string) {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.broadcast_id, broadcast_id)),
  )
  return rows.map(withText)
}
const countMessages = async () =>
  (
    await api.deps.db.system((tx) =>
      tx.select().from(schema.message).where(eq(schema.message.organization_id, admin.organization_id)),
    )
  ).length

async function readAssignment(id: string) {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.id, id)),
  )
  return oneRow(rows)
}
const deadlineOf = async (id: string) => (await readAssignment(id)).token_expires_at

const key = () => ({ 'idempotency-key': crypto.randomUUID() })

describe('recipients', () => {
  const ONLY = {
    past: { includePastShifts: true, includeCurrentShifts: false, includeUpcomingShifts: false },
    current: { includeCurrentShifts: true, includeUpcomingShifts: false },
    upcoming: { includeCurrentShifts: false, includeUpcomingShifts: true },
  }

  test.each([
    ['past', 'ended this moment', -2],
    ['current', 'started this moment', 0],
    ['current', 'about to end', -1.999],
    ['upcoming', 'about to start', 0.001],
  ] as const)('%s: %s', async (group, _name, hours) => {
    await assign(await somebody(), hours)
    const { groups } = await preview()
    expect(groups).toEqual({ past: 0, current: 0, upcoming: 0, [group]: 1 })
    for (const [ticked, form] of Object.entries(ONLY)) {
      expect((await preview(form)).recipients).toHaveLength(ticked === group ? 1 : 0)
    }
  })

  test('invited and confirmed people; never declined or absent ones', async () => {
    for (const status of ['INVITED', 'CONFIRMED', 'DECLINED', 'ABSENT'] as const) {
      await assign(await somebody({ first_name: status }), 5, { status })
    }
    const { broadcast_id, sentCount } = await send({ communicationChannel: 'email' })
    expect(sentCount).toBe(2)
    const names = (await sentBy(broadcast_id)).map((message) => message.payload['first_name'])
    expect(new Set(names)).toEqual(new Set(['CONFIRMED', 'INVITED']))
  })

  test('people of another event get nothing', async () => {
    const other = await buildRole(api.deps, {
      event: await buildEvent(api.deps, { organization_id: admin.organization_id }),
    })
    const shift = await buildShift(api.deps, { role: other, start_dt: hoursAfter(NOW, 5) })
    await buildAssignment(api.deps, { shift, person: await somebody() })
    expect(await send()).toMatchObject({ sentCount: 0, totalCount: 0 })
  })

  test('one message per person and channel, about all of their shifts in the ticked groups, by start', async () => {
    const person = await somebody()
    await assign(person, 30, { status: 'CONFIRMED' })
    await assign(person, 5)
    await assign(person, -5, { status: 'CONFIRMED' })
    const { broadcast_id, ...counts } = await send()
    expect(counts).toEqual({ sentCount: 2, totalCount: 2 })
    const messages = await sentBy(broadcast_id)
    expect(messages.map(({ channel }) => channel).toSorted()).toEqual(['EMAIL', 'SMS'])
    for (const { body_text } of messages) {
      expect(body_text.match(/Entré/g)).toHaveLength(2)
      expect(body_text).toMatch(/19 juni[^]*20 juni/)
    }
  })

  test('unreachable people count in the total only, and are named with the reason', async () => {
    const mailed = await somebody({ first_name: 'Mia', phone: null })
    const stopped = await somebody({
      first_name: 'Stina',
      phone: '+46790000001',
      email: 'Stina@Volunteer.example',
    })
    await assign(mailed, 5)
    await assign(stopped, 5)
    await api.deps.db.system((tx) =>
      tx.insert(schema.suppression).values([
        {
          organization_id: admin.organization_id,
          channel: 'EMAIL',
          address: 'stina@volunteer.example',
          reason: 'unsubscribed',
        },
        { organization_id: admin.organization_id, channel: 'SMS', address: '+46790000001', reason: 'STOP' },
      ]),
    )
    expect((await preview()).recipients).toEqual([
      expect.objectContaining({ first_name: 'Mia', email: 'reachable', sms: 'no_contact_info' }),
      expect.objectContaining({ first_name: 'Stina', email: 'opted_out', sms: 'opted_out' }),
    ])
    const { broadcast_id, ...counts } = await send()
    expect(counts).toEqual({ sentCount: 1, totalCount: 4 })
    const { problems, problem_count, sendable, settled } = await progress(broadcast_id)
    expect({ problem_count, sendable, settled }).toEqual({ problem_count: 3, sendable: 1, settled: 0 })
    expect(problems.map(({ person, channel, kind }) => [person?.first_name, channel, kind])).toEqual([
      ['Mia', 'SMS', 'no_contact_info'],
      ['Stina', 'EMAIL', 'opted_out'],
      ['Stina', 'SMS', 'opted_out'],
    ])
  })
})

/** Returns the language of each e-mail and its first line. */
const languagesOf = async (changes: object) => {
  const { broadcast_id } = await send({ ...changes, communicationChannel: 'email' })
  const rows = await sentBy(broadcast_id)
  return rows
    .map(({ language, body_text }) => `${language} ${body_text.split('\n')[0]}`)
    .toSorted((one, other) => one.localeCompare(other))
}

describe('what it says', () => {
  test('a reminder: text, role, times, place, and a link for each shift', async () => {
    const person = await somebody({ first_name: 'Björn', email: 'bjorn@volunteer.example' })
    const answered = await assign(person, 5, { status: 'CONFIRMED' })
    const open = await assign(person, 30)
    const links = createLinks(api.deps.keys, api.deps.config)
    const {
      samples: [sample],
    } = await preview()
    const linkOf = (row: typeof open) => links.personal({ assignment_id: row.id, round: 1 })

    expect(sample).toMatchObject({ first_name: 'Björn', language: 'sv', email: { from: 'Lunds IF' } })
    expect(sample?.email?.subject).toBe('Påminnelse: Midsommar')
    expect(sample?.email?.text).toBe(`Hej! Snart är det Midsommar.

Entré
fredag 19 juni 2026
17:00–19:00
Lokal tid i Stockholm
Midsommar
Stadsparken

Ta emot alla.

Visa ditt pass: ${linkOf(answered)}

Entré
lördag 20 juni 2026
18:00–20:00
Lokal tid i Stockholm
Midsommar
Stadsparken

Ta emot alla.

Svara ja eller nej: ${linkOf(open)}

Länkarna är personliga. Skicka inte det här meddelandet vidare.

Lunds IF
${admin.email}
Du får det här på grund av dina pass på Midsommar, bekräftade eller bara planerade.
Sluta få de här mejlen: ${/Sluta få de här mejlen: (.*)$/.exec(sample?.email?.text ?? '')?.[1]}`)
    // D29: the earliest shift without an answer, not the earliest of all.
    expect(sample?.sms).toMatchObject({
      from: 'Lunds IF',
      text: `Hej! Snart är det Midsommar.

Entré, fre 19 juni 17:00-19:00
Entré, lör 20 juni 18:00-20:00
Stadsparken

Svara ja eller nej: ${linkOf(open)}`,
    })
  })

  test('is kept without secrets', async () => {
    await assign(await somebody(), 5)
    const { broadcast_id } = await send()
    for (const { body_text, payload } of await sentBy(broadcast_id)) {
      expect(body_text).toContain('[personal link]')
      expect(body_text + JSON.stringify(payload)).not.toContain('http')
    }
  })

  test('no link when none is asked for', async () => {
    await assign(await somebody(), 5)
    const {
      samples: [sample],
    } = await preview({ includeLink: false })
    expect(sample?.sms?.text).not.toContain('/c/')
    expect(sample?.email?.text).not.toContain('/c/')
  })

  test('a reminder without a text names the event, and says when and where', async () => {
    await assign(await somebody({ first_name: 'Åsa' }), 5, { invite_sent_at: NOW })
    const {
      samples: [sample],
    } = await preview({ customText: '', language: 'en' })
    expect(sample?.email?.text).toMatch(/^Hello Åsa, this is when and where:\n\nEntré\nFriday 19 June 2026/)
    expect(sample?.sms?.text).toMatch(/^Reminder: Midsommar\n\nEntré, Fri 19 Jun/)
  })

  test('a custom message is the text alone, framed in the person’s language', async () => {
    await assign(await somebody({ language: 'en' }), 5)
    const {
      samples: [sample],
    } = await preview({ ...CUSTOM, language: null })
    expect(sample?.language).toBe('en')
    expect(sample?.sms).toMatchObject({ text: 'Ta med regnkläder!', segments: 1 })
    expect(sample?.email?.subject).toBe('About Midsommar')
    expect(sample?.email?.text).toMatch(/^Ta med regnkläder!\n\nLunds IF\n/)
    expect(sample?.email?.text).not.toContain('/c/')
  })

  test('the stop link of a custom SMS is a choice, and its cost is known before', async () => {
    await assign(await somebody({ language: 'en' }), 5)
    const form = { ...CUSTOM, language: null, customText: 'x'.repeat(150) }
    const [without] = (await preview(form)).samples
    const [complete] = (await preview({ ...form, includeStopLink: true })).samples
    expect(complete?.sms?.text).toMatch(/^x{150}\n\nStop SMS: http.*\/stop\/[\w-]{43}$/)
    expect(without?.sms?.stop_link).toEqual({
      characters: (complete?.sms?.characters ?? 0) - 150,
      segments: 1,
    })
    expect(complete?.sms).toMatchObject({ segments: 2, stop_link: without?.sms?.stop_link })
    const { broadcast_id } = await send(form)
    const sms = (await sentBy(broadcast_id)).find(({ channel }) => channel === 'SMS')
    expect(sms?.body_text).toBe('x'.repeat(150))
  })

  describe('language (D32)', () => {
    beforeEach(async () => {
      await assign(await somebody({ language: 'en' }), 5)
      await assign(await somebody({ language: 'sv' }), 5)
      await assign(await somebody(), 5)
    })

    test.each([REMINDER, CUSTOM])('each their own, with the text in it ($messageType)', async (form) => {
      const texts = { en: 'Hello!', sv: 'Hej!' }
      const own = { ...form, language: null, customText: 'Hej!', texts }
      expect(await languagesOf(own)).toEqual(['en Hello!', 'sv Hej!', 'sv Hej!'])
      const { languages, samples } = await preview(own)
      expect(languages).toEqual({ en: 1, sv: 2 })
      expect(samples.map(({ language }) => language)).toEqual(['en', 'sv'])
    })

    test('the text shown first is that of most, or in the language of the organisation', async () => {
      const own = { language: null, texts: { en: 'Hello!', sv: 'Hej!' } }
      const nobody = { ...own, includeCurrentShifts: false, includeUpcomingShifts: false }
      expect(await preview(own)).toMatchObject({ languages: { en: 1, sv: 2 }, main_language: 'sv' })
      await assign(await somebody({ language: 'en' }), 5)
      expect(await preview(own)).toMatchObject({ languages: { en: 2, sv: 2 }, main_language: 'sv' })
      expect(await preview(nobody)).toMatchObject({ languages: { en: 0, sv: 0 }, main_language: 'sv' })
      await assign(await somebody({ language: 'en' }), 5)
      expect(await preview(own)).toMatchObject({ languages: { en: 3, sv: 2 }, main_language: 'en' })
    })

    test('a language without a text gets the other one', async () => {
      expect(
        await languagesOf({ ...CUSTOM, language: null, customText: null, texts: { sv: 'Hej!' } }),
      ).toEqual(['en Hej!', 'sv Hej!', 'sv Hej!'])
    })

    test('the chosen one for all', async () => {
      const sent = await languagesOf({ language: 'en' })
      expect(new Set(sent.map((each) => each.split(' ')[0]))).toEqual(new Set(['en']))
    })
  })

  test('a typed text brings no markup into the email', async () => {
    await assign(await somebody(), 5)
    const {
      samples: [sample],
    } = await preview({ customText: '<img src=x onerror=alert(1)>\n\n"quotes" & more' })
    expect(sample?.email?.html).not.toContain('<img')
    expect(sample?.email?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })
})

test('a reminder to people of past shifts leaves, with a link where the page still opens (D29)', async () => {
  const [served, unanswered] = [await somebody(), await somebody()]
  const { id } = await assign(served, -5, { status: 'CONFIRMED' })
  await assign(unanswered, -5, { invite_sent_at: hoursAfter(NOW, -50) })
  await send({ includePastShifts: true })
  await makeDue(api.deps)
  const { providers, mails, texts } = buildProviders()
  await deliverDue(api.deps, providers)

  const link = createLinks(api.deps.keys, api.deps.config).personal({ assignment_id: id, round: 1 })
  const sentTo = ({ email, phone }: PersonRow) => [
    mails.find(({ to }) => to === email)?.text,
    texts.find(({ to }) => to === phone)?.text,
  ]
  expect(sentTo(served)).toEqual([expect.stringContaining(link), expect.stringContaining(link)])
  for (const text of sentTo(unanswered)) {
    expect(text).toContain('Hej! Snart är det Midsommar.')
    expect(text).not.toContain('/c/')
  }
})

const linkOf = (assignment_id: string) =>
  createLinks(api.deps.keys, api.deps.config).personal({ assignment_id, round: 1 })
const decline = (id: string) =>
  api.deps.db.system((tx) =>
    tx.update(schema.assignment).set({ status: 'DECLINED' }).where(eq(schema.assignment.id, id)),
  )

async function leave(person: PersonRow) {
  await makeDue(api.deps)
  const { providers, mails, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  return [
    mails.find(({ to }) => to === person.email)?.text,
    texts.find(({ to }) => to === person.phone)?.text,
  ]
}

async function moveBeforeItLeaves(): Promise<(string | undefined)[]> {
  const person = await somebody()
  const { shift_id } = await assign(person, 3, { status: 'CONFIRMED' })
  await send()
  await api.ok(shifts.updateShift, {
    headers: admin.headers,
    params: { id: shift_id },
    query: { notify: 'false' },
    body: { start_dt: hoursAfter(NOW, 6), end_dt: hoursAfter(NOW, 7) },
  })
  await api.ok(events.updateEvent, {
    headers: admin.headers,
    params: { id: event.id },
    query: { notify: 'false' },
    body: { location: 'Hamnen', time_zone: 'Europe/Helsinki' },
  })
  return leave(person)
}

describe('between sending and leaving', () => {
  test('a shift that was given up is left out, also as the link of an SMS, and in the history', async () => {
    const person = await somebody()
    const given_up = await assign(person, 3, { status: 'CONFIRMED' })
    const kept = await assign(person, 9, { status: 'CONFIRMED' })
    const { broadcast_id } = await send()
    await decline(given_up.id)
    for (const text of await leave(person)) {
      expect(text).toMatch(/21:00[–-]23:00/)
      expect(text).toContain(linkOf(kept.id))
      expect(text).not.toContain('15:00')
      expect(text).not.toContain(linkOf(given_up.id))
    }
    for (const { body_text } of await sentBy(broadcast_id)) expect(body_text).not.toContain('15:00')
  })

  test('nobody is reminded of what they gave up or were taken off', async () => {
    const person = await somebody()
    const given_up = await assign(person, 3, { status: 'CONFIRMED' })
    const removed = await assign(person, 9, { status: 'CONFIRMED' })
    const { broadcast_id } = await send()
    await decline(given_up.id)
    await api.deps.db.system((tx) => tx.delete(schema.assignment).where(eq(schema.assignment.id, removed.id)))
    expect(await leave(person)).toEqual([undefined, undefined])
    const rows = await sentBy(broadcast_id)
    expect(rows.map(({ status, failure_reason }) => [status, failure_reason])).toEqual([
      ['FAILED', 'off_shift'],
      ['FAILED', 'off_shift'],
    ])
  })

  test('an SMS without a link that opens has the one that stops SMS (D31)', async () => {
    const person = await somebody()
    await assign(person, -5)
    const { id } = await assign(person, 3, { status: 'CONFIRMED' })
    await send({ includePastShifts: true })
    await decline(id)
    const [, sms] = await leave(person)
    expect(sms).toContain('07:00-09:00')
    expect(sms).toMatch(/Sluta få sms: .*\/stop\//)
    expect(sms).not.toContain('/c/')
  })

  test('what has not changed stays as it was written', async () => {
    const person = await somebody()
    await assign(person, 3, { status: 'CONFIRMED' })
    await assign(person, 9)
    const { broadcast_id } = await send()
    const before = await sentBy(broadcast_id)
    await leave(person)
    const contents = (rows: typeof before) => rows.map(({ id, payload }) => ({ id, payload }))
    expect(contents(await sentBy(broadcast_id))).toEqual(expect.arrayContaining(contents(before)))
  })

  test('who has said yes meanwhile is not asked', async () => {
    const person = await somebody()
    const { id } = await assign(person, 3)
    await send()
    await api.deps.db.system((tx) =>
      tx.update(schema.assignment).set({ status: 'CONFIRMED' }).where(eq(schema.assignment.id, id)),
    )
    for (const text of await leave(person)) {
      expect(text).toContain(`Visa ditt pass: ${linkOf(id)}`)
      expect(text).not.toContain('Svara ja eller nej')
    }
  })

  test('a moved shift has its new times, in the zone and at the place of then', async () => {
    for (const text of await moveBeforeItLeaves()) {
      expect(text).toMatch(/18:00[–-]19:00/)
      expect(text).toContain('Hamnen')
      expect(text).not.toContain('Stadsparken')
      expect(text).not.toMatch(/15:00|17:00/)
    }
  })

  test('negative control: without being read again it has the former hours', async () => {
    vi.mocked(refresh).mockImplementation(async (_tx, rows) => ({ rows, ended: new Map() }))
    onTestFinished(() => {
      vi.mocked(refresh).mockReset()
    })
    for (const text of await moveBeforeItLeaves()) expect(text).toMatch(/15:00[–-]17:00/)
  })
})

describe('deadlines (D18)', () => {
  test('a reminder with the link gives seven days more, never past the start of the shift', async () => {
    const person = await somebody()
    const late = await assign(person, 400, { token_expires_at: hoursAfter(NOW, -1) })
    const soon = await assign(person, 5, { token_expires_at: hoursAfter(NOW, 1) })
    await send({ communicationChannel: 'email' })
    expect(await deadlineOf(late.id)).toBe(hoursAfter(NOW, 7 * 24))
    expect(await deadlineOf(soon.id)).toBe(hoursAfter(NOW, 5))
  })

  test.each([
    ['without the link', { includeLink: false }, {}],
    ['custom', CUSTOM, {}],
    ['not reached', { communicationChannel: 'sms' }, { phone: null }],
  ])('%s changes no deadline', async (_name, form, contact) => {
    const before = hoursAfter(NOW, 1)
    const { id } = await assign(await somebody(contact), 50, { token_expires_at: before })
    await send(form)
    expect(await deadlineOf(id)).toBe(before)
  })

  test('an SMS renews all that its page can answer', async () => {
    const person = await somebody()
    const first = await assign(person, 30, { token_expires_at: hoursAfter(NOW, 1) })
    const second = await assign(person, 50, { token_expires_at: hoursAfter(NOW, 1) })
    await send({ communicationChannel: 'sms' })
    expect(await deadlineOf(first.id)).toBe(hoursAfter(NOW, 30))
    expect(await deadlineOf(second.id)).toBe(hoursAfter(NOW, 50))
  })
})

const sentOf = async (id: string) => {
  const { invite_sent_at, invite_method } = await readAssignment(id)
  return [invite_sent_at, invite_method]
}

describe('a message with the link is the invitation (D29)', () => {
  test.each([
    ['both', {}, [NOW, 'BOTH']],
    ['email', {}, [NOW, 'EMAIL']],
    ['sms', {}, [NOW, 'SMS']],
    ['both', { phone: null }, [NOW, 'EMAIL']],
    ['sms', { phone: null }, [null, null]],
  ] as const)('by %s to a person with %j', async (communicationChannel, contact, expected) => {
    const { id } = await assign(await somebody(contact), 50)
    await send({ communicationChannel })
    expect(await sentOf(id)).toEqual(expected)
  })

  test.each([
    ['without the link', { includeLink: false }, {}],
    ['custom', CUSTOM, {}],
    ['to somebody who has confirmed', {}, { status: 'CONFIRMED' as const }],
  ])('not %s', async (_name, form, changes) => {
    const { id } = await assign(await somebody(), 50, changes)
    await send(form)
    expect(await sentOf(id)).toEqual([null, null])
  })

  const EXPIRED = { token_expires_at: hoursAfter(NOW, -1), invite_sent_at: hoursAfter(NOW, -100) }

  test('opens expired invitations again, and says how many', async () => {
    const expired = await assign(await somebody(), 50, EXPIRED)
    await assign(await somebody(), 50)
    expect((await preview()).expired_count).toBe(1)
    expect((await preview({ includeLink: false })).expired_count).toBe(0)
    expect((await preview(CUSTOM)).expired_count).toBe(0)
    await send()
    expect(await deadlineOf(expired.id)).toBe(hoursAfter(NOW, 50))
  })

  test('leaves them closed and out of the message when told so', async () => {
    const person = await somebody()
    const expired = await assign(person, 50, EXPIRED)
    await assign(person, 60, { status: 'CONFIRMED' })
    await assign(await somebody(), 50, EXPIRED)
    const form = { leaveExpired: true, communicationChannel: 'email' }
    expect(await preview(form)).toMatchObject({ expired_count: 2, sendable_count: 1, people_count: 1 })
    const { broadcast_id, ...counts } = await send(form)
    expect(counts).toEqual({ sentCount: 1, totalCount: 1 })
    const [sent] = await sentBy(broadcast_id)
    expect(sent?.body_text.match(/Entré/g)).toHaveLength(1)
    expect(await deadlineOf(expired.id)).toBe(hoursAfter(NOW, -1))
    expect(await sentOf(expired.id)).toEqual([EXPIRED.invite_sent_at, null])
  })

  test('who was never asked has no invitation that could expire', async () => {
    const picked = await assign(await somebody(), 50, { token_expires_at: hoursAfter(NOW, -1) })
    const form = { leaveExpired: true }
    expect(await preview(form)).toMatchObject({ expired_count: 0, people_count: 1 })
    await send(form)
    expect(await deadlineOf(picked.id)).toBe(hoursAfter(NOW, 50))
  })
})

test('a sign-up and a broadcast do not wait for each other', async () => {
  const { shift_id } = await assign(await somebody(), 5)
  // A sign-up locks its shift; a broadcast that renews no deadline must not wait for that lock.
  await api.deps.db.transaction(event.organization_id, async (tx) => {
    await lockShifts(tx, [shift_id])
    expect(await send({ includeLink: false })).toMatchObject({ sentCount: 2 })
  })
  const visitors = Array.from({ length: 4 }, (_, at) => ({
    first_name: 'Vera',
    last_name: 'Visitor',
    email: `visitor-${at}@example.org`,
    phone: `+4673000000${at}`,
  }))
  const [sent] = await Promise.all([
    send(),
    ...visitors.map((body) => api.ok(signup.signUp, { params: { shiftId: shift_id }, body })),
  ])
  expect(sent.sentCount).toBeGreaterThanOrEqual(2)
})

test('a recipient may answer at the same moment', async () => {
  const { shift_id, person_id } = await assign(await somebody(), 5)
  let sending: ReturnType<typeof send> | undefined
  await api.deps.db.transaction(event.organization_id, async (tx) => {
    await lockShifts(tx, [shift_id])
    sending = send()
    await awaitLocks(api.deps, 1)
    await lockPeople(tx, [person_id])
  })
  expect(await sending).toMatchObject({ sentCount: 2 })
})

test.each(['is deleted', 'signs up'])(
  'a person who %s at the same moment counts as written to before',
  async (does) => {
    const person = await somebody()
    const { shift_id } = await assign(person, 5)
    const { id, first_name, last_name, email } = person
    const act = () =>
      does === 'is deleted'
        ? api.ok(people.deletePerson, { headers: admin.headers, params: { id }, query: {} })
        : api.ok(signup.signUp, {
            params: { shiftId: shift_id },
            body: { first_name, last_name, email, phone: '+46701740605' },
          })
    let both: Promise<[{ sentCount: number }, unknown]> | undefined
    await api.deps.db.transaction(event.organization_id, async (tx) => {
      await lockPersonExclusively(tx, id)
      const sending = send()
      await awaitLocks(api.deps, 1)
      both = Promise.all([sending, act()])
      await awaitLocks(api.deps, 2)
    })
    expect((await both)?.[0]).toMatchObject({ sentCount: 2 })
  },
)

describe('refused, and nothing is written', () => {
  test.each([
    ['no_target_group', { includeCurrentShifts: false, includeUpcomingShifts: false }],
    ['message_required', { ...CUSTOM, customText: ' \n ' }],
    ['message_required', { ...CUSTOM, customText: null }],
    ['message_too_long', { ...CUSTOM, customText: 'x'.repeat(1_531) }],
    // The text alone would fit; with times and link it does not.
    ['message_too_long', { customText: 'x'.repeat(1_500) }],
    ['validation', { customText: 'x'.repeat(5_001) }],
    ['validation', { messageType: 'spam' }],
    ['message_required', { ...CUSTOM, customText: '', texts: { en: ' ', sv: null } }],
    ['validation', { texts: { de: 'Hallo' } }],
    ['validation', { language: 'de' }],
  ])('%s', async (code, changes) => {
    await assign(await somebody(), 5)
    const before = await countMessages()
    expect(await refused(changes)).toMatchObject({ status: 400, code })
    expect(await countMessages()).toBe(before)
  })

  test('1,530 characters with the unsubscribe link are ten segments, and allowed; an email has any length', async () => {
    await assign(await somebody(), 5)
    const room = 1_530 - `\n\nSluta få sms: ${api.deps.config.public_api_url}/stop/${'x'.repeat(43)}`.length
    expect(await refused({ ...WITH_STOP, customText: 'x'.repeat(room + 1) })).toMatchObject({
      code: 'message_too_long',
    })
    expect(await send({ ...WITH_STOP, customText: 'x'.repeat(room) })).toMatchObject({ sentCount: 2 })
    expect(
      await send({ ...CUSTOM, customText: 'x'.repeat(5_000), communicationChannel: 'email' }),
    ).toMatchObject({ sentCount: 1 })
  })

  test('the event of another organisation is not there', async () => {
    const stranger = await buildAdministrator(api)
    const theirs = { ...call(), headers: stranger.headers }
    expect(await api.refused(broadcasts.sendBroadcast, theirs)).toMatchObject({
      status: 404,
      code: 'event_not_found',
    })
    expect(await api.refused(broadcasts.previewBroadcast, theirs)).toMatchObject({ status: 404 })
    const { broadcast_id } = await send()
    expect(
      await api.refused(broadcasts.getBroadcast, { headers: stranger.headers, params: { id: broadcast_id } }),
    ).toMatchObject({ status: 404, code: 'broadcast_not_found' })
  })

  test('a preview writes nothing, and shows how much too long an SMS is', async () => {
    await assign(await somebody(), 5)
    const before = await countMessages()
    const { most_segments, total_count, sendable_count } = await preview({
      ...CUSTOM,
      customText: 'x'.repeat(2_000),
    })
    expect({ most_segments, total_count, sendable_count }).toEqual({
      most_segments: 14,
      total_count: 2,
      sendable_count: 2,
    })
    expect(await countMessages()).toBe(before)
  })
})

describe('a double click (D16)', () => {
  test('twenty at once with one key are one broadcast', async () => {
    await assign(await somebody(), 5)
    const before = await countMessages()
    const headers = key()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({}, headers)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await countMessages()).toBe(before + 2)
  })

  test('the same key with another text is refused', async () => {
    const headers = key()
    await send({}, headers)
    expect(await refused({ customText: 'Annat' }, headers)).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
  })

  test('without a key, or with another, it is sent again', async () => {
    await assign(await somebody(), 5)
    const ids = [await send({}, key()), await send({}, key()), await send(), await send()]
    expect(new Set(ids.map(({ broadcast_id }) => broadcast_id)).size).toBe(4)
  })
})

test('progress counts settled messages', async () => {
  for (let count = 0; count < 3; count += 1) await assign(await somebody(), 5)
  const { broadcast_id } = await send()
  const messages = await sentBy(broadcast_id)
  for (const [index, status] of (['SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'SENDING'] as const).entries()) {
    await api.deps.db.system((tx) =>
      tx
        .update(schema.message)
        .set({ status, ...(status === 'FAILED' && { failure_reason: '550 5.1.1 No such mailbox' }) })
        .where(eq(schema.message.id, messages[index]?.id ?? '')),
    )
  }
  expect(await progress(broadcast_id)).toMatchObject({
    total_count: 6,
    sendable: 6,
    settled: 4,
    counts: { QUEUED: 1, SENDING: 1, SENT: 1, DELIVERED: 1, FAILED: 1, UNKNOWN: 1 },
    problem_count: 2,
    problems: expect.arrayContaining([
      expect.objectContaining({
        kind: 'failed',
        detail: 'The e-mail address does not exist.',
        person: expect.anything(),
      }),
      expect.objectContaining({ kind: 'unknown' }),
    ]),
  })
})

describe('the daily cap', () => {
  let capped: TestApp
  let theirs: Administrator
  beforeAll(async () => {
    capped = await buildTestApp({ limits: { messages_per_day: { EMAIL: 3, SMS: undefined } } })
    capped.setNow(NOW)
    theirs = await buildAdministrator(capped)
  })
  afterAll(() => capped.close())

  test('is refused as a whole, with the time until the next day, and counts what went', async () => {
    const shift = await buildShift(capped.deps, {
      role: await buildRole(capped.deps, {
        event: await buildEvent(capped.deps, { organization_id: theirs.organization_id }),
      }),
      start_dt: hoursAfter(NOW, 5),
    })
    const given = {
      headers: theirs.headers,
      params: { eventId: shift.event_id },
      body: { ...REMINDER, communicationChannel: 'email' },
    }
    const add = async () => {
      const person = await buildPerson(capped.deps, { organization_id: theirs.organization_id })
      await buildAssignment(capped.deps, { shift, person })
    }
    await add()
    await add()
    expect(await capped.ok(broadcasts.sendBroadcast, given)).toMatchObject({ sentCount: 2 })
    expect(await capped.refused(broadcasts.sendBroadcast, given)).toMatchObject({
      status: 429,
      code: 'daily_cap_reached',
      retry_after: 14 * 3_600,
    })
    // Refused requests are not counted, SMS have no cap, and the count is per day.
    const yesterday = { day: '2026-06-18' }
    const counted = await capped.deps.db.system(async (tx) => [
      ...(await tx.update(schema.dailyCap).set(yesterday).returning()),
      ...(await tx.update(schema.sendingTotal).set(yesterday).returning()),
    ])
    expect(counted).toMatchObject([
      { organization_id: theirs.organization_id, channel: 'EMAIL', accepted: 2 },
      { scope: theirs.user_id, channel: 'EMAIL', accepted: 2 },
    ])
    expect(await capped.ok(broadcasts.sendBroadcast, given)).toMatchObject({ sentCount: 2 })
  })
})

const tokenOf = ({ headers }: Administrator) => headers.authorization.replace('Bearer ', '')

describe('live', () => {
  afterAll(closeClients)

  test('settled messages are announced; a join without permission is answered like an unknown topic', async () => {
    const client = openClient(await listen(api))
    const { broadcast_id } = await send()
    const watching = (name: string, token?: string) =>
      client.channel(name, token === undefined ? {} : { token })
    const mine = watching(topics.broadcast(broadcast_id), tokenOf(admin))
    const hints: unknown[] = []
    mine.on('changed', (hint) => hints.push(hint))
    expect(await join(mine)).toEqual({})

    await api.deps.db.system(async (tx) =>
      announce(tx, { kind: 'broadcast', organization_id: admin.organization_id, broadcast_id }),
    )
    await eventually(() => expect(hints).toEqual([{}]))

    const refusal = async (name: string, token?: string) => {
      const channel = watching(name, token)
      const reply = await join(channel).catch((error: { reply: unknown }) => error.reply)
      // Otherwise the channel would join again, and close a later channel of the same topic.
      channel.leave()
      return reply
    }
    mine.leave()
    const stranger = tokenOf(await buildAdministrator(api))
    expect(await refusal(topics.broadcast(broadcast_id), stranger)).toEqual({ reason: 'not_found' })
    expect(await refusal(topics.broadcast(newId()), stranger)).toEqual({ reason: 'not_found' })
    expect(await refusal(topics.broadcast(broadcast_id))).toEqual({ reason: 'session_required' })
    expect(await refusal(topics.broadcast(newId()))).toEqual({ reason: 'session_required' })
  })
})
