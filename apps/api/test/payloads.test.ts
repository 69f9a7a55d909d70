import { events } from '@muster/contract/events'
import { people } from '@muster/contract/people'
import { cleanLine, cleanText } from '@muster/contract/rules/text'
import { shifts } from '@muster/contract/shifts'
import { EXTREMES, PAYLOADS } from '@muster/contract/testing/payloads'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SmtpFake } from '../../../infra/fakes/smtp.ts'
import { newId } from '../src/db/ids.ts'
import { calendarFile, calendarFileName } from '../src/mail/calendar.ts'
import type { CalendarEntry } from '../src/mail/calendar-entry.ts'
import { toShownName } from '../src/mail/text.ts'
import { writeEmail } from '../src/outbox/render.ts'
import { contentDisposition } from '../src/pages/content-disposition.ts'
import { createSmtp } from '../src/providers/smtp.ts'
import { administration, bodyFieldsOf, callOf, nameOf, requestOf } from './calls.ts'
import { buildFilledApp, type FilledApp } from './filled-app.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift } from './planning.ts'

/* Reads the output with code that the product does not use. The web app has tests for its pages. */

const NAMES = [...PAYLOADS, EXTREMES.long, EXTREMES.right_to_left, EXTREMES.emoji, EXTREMES.apostrophes]

let api: FilledApp
let smtp: SmtpFake
beforeAll(async () => {
  api = await buildFilledApp({ limits: { roles_per_event: NAMES.length + 1 } })
  smtp = await SmtpFake.open()
})
afterAll(async () => {
  await smtp.close()
  await api.close()
})

test('people: every field, written and read again', async () => {
  const { headers } = api.admin
  const written = NAMES.map((text) => ({
    first_name: text,
    last_name: text,
    email: `${newId()}@volunteer.example`,
    child_team: text,
    notes: `${text}\n${EXTREMES.notes}`,
  }))
  const kept = written.map((body) => ({
    ...body,
    first_name: cleanLine(body.first_name),
    last_name: cleanLine(body.last_name),
    child_team: cleanLine(body.child_team),
    notes: cleanText(body.notes),
  }))
  for (const [n, body] of written.entries())
    expect(await api.ok(people.createPerson, { headers, body })).toMatchObject(kept[n] ?? {})
  const read = new Map((await api.ok(people.listPeople, { headers })).map((each) => [each.email, each]))
  for (const body of kept) expect(read.get(body.email)).toMatchObject(body)
})

test('an event and its roles, for administrators and for everybody', async () => {
  const { headers, organization_id } = api.admin
  const times = { event_date_start: '2199-06-21T06:00:00.000Z', event_date_end: '2199-06-22T06:00:00.000Z' }
  const texts = {
    name: NAMES[9],
    location: NAMES[10],
    notes: NAMES.slice(0, 80).join('\n'),
    description: NAMES[11],
  }
  const event = await api.ok(events.createEvent, { headers, body: { ...texts, ...times } })
  expect(event).toMatchObject({ ...texts, notes: cleanText(texts.notes) })
  for (const text of NAMES) {
    const body = { name: text, description: text }
    const role = await api.ok(events.createRole, { headers, params: { id: event.id }, body })
    expect(role).toMatchObject({ name: cleanLine(text), description: cleanText(text) })
  }
  const found = await api.ok(events.getEvent, { headers, params: { id: event.id } })
  expect(found.roles.map(({ name }) => name).toSorted()).toEqual(NAMES.map(cleanLine).toSorted())

  const inDatabase = await buildEvent(api.deps, { organization_id, name: NAMES[12] ?? '' })
  const role = await buildRole(api.deps, { event: inDatabase, name: NAMES[13] ?? '' })
  const shift = await buildShift(api.deps, { role, required_qty: 1_000 })
  for (const text of NAMES) {
    const person = await buildPerson(api.deps, { organization_id, first_name: text, last_name: text })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  }
  const seen = await api.ok(events.getPublicEvent, { params: { eventId: inDatabase.id } })
  const names = seen.roles[0]?.shifts[0]?.assigned_people.map(({ last_name }) => last_name)
  expect(names?.toSorted()).toEqual(NAMES.toSorted())
  const schedule = await api.ok(shifts.listShifts, { headers, query: { event_id: inDatabase.id } })
  expect(schedule.shifts[0]?.assignment.map(({ person }) => person.first_name).toSorted()).toEqual(
    NAMES.toSorted(),
  )
})

/** Number of texts for each field. All fields together try all texts. */
const TEXTS_OF_FIELD = 8

test('every field of every call: answered as it was typed, or refused', async () => {
  const accepted = new Set<string>()
  let tried = 0
  for (const route of administration) {
    for (const field of bodyFieldsOf(route)) {
      for (let n = 0; n < TEXTS_OF_FIELD; n++) {
        const text = PAYLOADS[tried++ % PAYLOADS.length] ?? ''
        const call = callOf(route, api.filled)
        const payload = { ...call.body, [field]: text }
        const answer = await api.inject({ ...requestOf(route, call), headers: api.admin.headers, payload })
        const said = `${nameOf(route)} ${field} ${text}: ${answer.body}`
        expect(answer.statusCode, said).toBeLessThan(500)
        if (answer.statusCode >= 400) continue
        accepted.add(`${nameOf(route)} ${field}`)
        const values = answer.statusCode === 204 ? [] : valuesOf(field, answer.json())
        const asKept = [cleanLine(text), cleanText(text)]
        if (values.length > 0)
          expect(
            values.some((value) => asKept.includes(value)),
            said,
          ).toBe(true)
      }
    }
  }
  expect(tried).toBeGreaterThan(PAYLOADS.length)
  expect([...accepted].toSorted()).toMatchInlineSnapshot(`
    [
      "POST /admin/api-keys name",
      "POST /admin/events description",
      "POST /admin/events location",
      "POST /admin/events name",
      "POST /admin/events notes",
      "POST /admin/events/:eventId/broadcast customText",
      "POST /admin/events/:eventId/broadcast/preview customText",
      "POST /admin/events/:eventId/broadcast/test customText",
      "POST /admin/events/:id/copy name",
      "POST /admin/events/:id/invitations own_line",
      "POST /admin/events/:id/invitations/preview own_line",
      "POST /admin/events/:id/roles description",
      "POST /admin/events/:id/roles name",
      "POST /admin/people child_team",
      "POST /admin/people first_name",
      "POST /admin/people last_name",
      "POST /admin/people notes",
      "POST /admin/people/:id/send-email message",
      "POST /admin/people/:id/send-email subject",
      "POST /admin/people/:id/send-sms message",
      "POST /admin/requests/deny reason",
      "POST /admin/saved-texts text",
      "POST /admin/saved-texts title",
      "POST /admin/shifts meeting_point",
      "POST /admin/shifts note",
      "POST /api/account/factors friendly_name",
      "POST /api/account/factors phone",
      "POST /api/account/passkeys friendly_name",
      "POST /api/account/password password",
      "POST /api/organizations name",
      "PUT /admin/events/:id description",
      "PUT /admin/events/:id location",
      "PUT /admin/events/:id name",
      "PUT /admin/events/:id notes",
      "PUT /admin/events/:id/roles/:roleId description",
      "PUT /admin/events/:id/roles/:roleId name",
      "PUT /admin/organization name",
      "PUT /admin/people/:id child_team",
      "PUT /admin/people/:id first_name",
      "PUT /admin/people/:id last_name",
      "PUT /admin/people/:id notes",
      "PUT /admin/saved-texts/:id text",
      "PUT /admin/saved-texts/:id title",
      "PUT /admin/shifts/:id meeting_point",
      "PUT /admin/shifts/:id note",
      "PUT /admin/tags/:id name",
      "PUT /api/account name",
      "PUT /api/account/passkeys/:id friendly_name",
    ]
  `)
})

/** Returns the texts of all properties of that name, however deep. */
function valuesOf(field: string, answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) =>
    name === field && typeof value === 'string' ? [value] : valuesOf(field, value),
  )
}

function buildEntry(text: string): CalendarEntry {
  return {
    uid: 'uid',
    sequence: 0,
    stamp: '2026-06-01T09:00:00.000Z',
    start_dt: '2026-06-20T20:00:00.000Z',
    end_dt: '2026-06-21T00:00:00.000Z',
    role_name: text,
    role_description: text,
    event_id: '01890000-0000-7000-8000-000000000002',
    event_name: text,
    time_zone: 'Europe/Stockholm',
    location: text,
    organization_name: text,
    notes: text,
  }
}

test('a calendar file: parsed, it says what was typed, and no property more', () => {
  for (const text of NAMES) {
    const [vevent] = entriesOf(text)
    expect(vevent && new ICAL.Event(vevent)).toMatchObject({ summary: `${text} – ${text}`, location: text })
    expect(propertiesOf(text)).toEqual(propertiesOf('harmless'))
    // The value is one header line and one file name.
    expect(contentDisposition(calendarFileName(text))).toMatch(/^[\x20-\x7e]+$/)
    expect(calendarFileName(text)).not.toMatch(/[/\\\p{Cc}]/u)
  }
})

function entriesOf(text: string) {
  const file = calendarFile(buildEntry(text), 'https://m.example')
  return new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')
}

function propertiesOf(text: string) {
  return entriesOf(text).map((each) => each.getAllProperties().map(({ name }) => name))
}

const links = {
  personal: () => 'https://m.example/c/x',
  waiting: () => 'https://m.example/w',
  request: () => 'https://m.example/request',
  passwordReset: () => 'https://m.example/r',
  join: () => 'https://m.example/j',
  unsubscribe: () => 'https://m.example/u',
  stop: () => 'https://m.example/s',
  notMe: () => 'https://m.example/n',
  accountNotMe: () => 'https://muster.example/not-me/account/x',
  confirmEmail: () => 'https://m.example/e',
  undoEmail: () => 'https://m.example/e',
  confirmDetails: () => 'https://m.example/f',
  calendarFeed: () => 'https://m.example/g',
  authCode: () => 'https://m.example/n',
  phoneCode: () => '123456',
  host: 'm.example',
  public_url: 'https://m.example',
}

function writeConfirmation(text: string) {
  const payload = { assignment_id: newId(), round: 1, first_name: 'Åsa', entry: buildEntry(text) }
  return writeEmail({ id: newId(), template: 'confirmation', payload, language: 'sv' }, links)
}

/** Returns the visible text. All white space is equal. */
const readMarkup = (markup: string) =>
  flat(
    markup
      .replace(/<(style|title)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/g, ' ')
      .replace(/&(amp|lt|gt|quot|#39|nbsp|zwnj|shy);/g, (entity) => SIGNS[entity] ?? ' '),
  )
const SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const flat = (text: string) => text.replace(/[\s\u2028\u2029]+/g, ' ')

test('an email: read, it says what was typed, in both of its forms', () => {
  for (const text of NAMES) {
    const email = writeConfirmation(text)
    // But for what a mail program would link (D65).
    const shown = toShownName(text)
    expect(flat(readMarkup(email.html))).toContain(shown)
    expect(flat(email.text)).toContain(shown)
    expect(flat(email.subject)).toContain(shown)
  }
})

test('an email on the wire has the headers of a harmless one', async () => {
  const mail = createSmtp({ url: smtp.url, timeout_ms: 5_000 })
  const send = async (text: string) => {
    const { subject, text: plain, html } = writeConfirmation(text)
    const email = {
      id: newId(),
      organization_id: newId(),
      from: { name: text, address: 'no-reply@muster.example' },
      to: 'asa@volunteer.example',
      subject,
      text: plain,
      html,
      attachments: [{ file_name: calendarFileName(text), content_type: 'text/calendar', content: 'BEGIN' }],
      personal: [],
    }
    const [sent] = await Promise.all(mail.send([email]))
    expect(sent).toMatchObject({ provider_message_id: expect.any(String) })
    return headersOf(smtp.ledger.at(-1)?.source ?? '')
  }
  const harmless = await send('harmless')
  expect(harmless).toContain('subject')
  for (const text of NAMES) expect(await send(text)).toEqual(harmless)
  mail.close?.()
})

/** Unfolds headers: a line that begins with a space continues the previous one. */
function headersOf(source: string): string[] {
  const [head = ''] = source.split(/\r?\n\r?\n/)
  return head
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    .toSorted()
}

test('these readers would see a text that became more', () => {
  expect(headersOf('Subject: Hej\r\nBcc: evil@example.org\r\n\r\nHej')).toEqual(['bcc', 'subject'])
  expect(readMarkup(`<p>${PAYLOADS[0]}</p>`)).not.toContain(PAYLOADS[0])
})
