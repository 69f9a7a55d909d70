import { assignments } from '@muster/contract/assignments'
import { events } from '@muster/contract/events'
import { people } from '@muster/contract/people'
import { personalPage } from '@muster/contract/personal-page'
import { shifts } from '@muster/contract/shifts'
import * as fc from 'fast-check'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SmtpFake } from '../../../../infra/fakes/smtp.ts'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import { buildProviders, deliverDue, makeDue } from '../../test/outbox.ts'
import { buildAssignment, buildEvent, buildRole, buildShift, hoursAfter } from '../../test/planning.ts'
import * as schema from '../db/schema.ts'
import { createSmtp } from '../providers/smtp.ts'
import { signId } from '../signing/signed-id.ts'

/* D26: a calendar that applies the files of our e-mails in any order ends in the current state. */

let api: TestApp
let smtp: SmtpFake
let mail: ReturnType<typeof createSmtp>
beforeAll(async () => {
  ;[api, smtp] = await Promise.all([buildTestApp(), SmtpFake.open()])
  mail = createSmtp({ url: smtp.url })
})
afterAll(async () => {
  mail.close?.()
  await Promise.all([api.close(), smtp.close()])
})

type File = {
  header: string
  method: string
  uid: string
  sequence: number
  summary: string
  start: string
  vevent: ICAL.Component
}

/** Reads the calendar files of a raw e-mail, as a mail program does. */
function filesIn(source: string): File[] {
  return source.split(/\r\n--[^\r\n]+\r\n/).flatMap((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n')
    const header = /^Content-Type: (text\/calendar.*)$/im.exec(head.replace(/\r\n\s+/g, ' '))?.[1]
    if (header === undefined) return []
    const calendar = new ICAL.Component(ICAL.parse(Buffer.from(body.join(''), 'base64').toString()))
    const vevent = calendar.getFirstSubcomponent('vevent')
    if (!vevent) throw new Error('a file without an entry')
    const value = (name: string) => String(vevent.getFirstPropertyValue(name))
    return {
      header,
      method: String(calendar.getFirstPropertyValue('method')),
      uid: value('uid'),
      sequence: Number(value('sequence')),
      summary: value('summary'),
      start: value('dtstart'),
      vevent,
    }
  })
}

/** As RFC 5546 says: the higher sequence wins, also over what has been removed. */
function applyInOrder(files: readonly File[]): { summary: string; start: string }[] {
  const known = new Map<string, File>()
  for (const file of files) {
    const before = known.get(file.uid)
    if (!before || file.sequence > before.sequence) known.set(file.uid, file)
  }
  return [...known.values()]
    .filter(({ method }) => method !== 'CANCEL')
    .map(({ summary, start }) => ({ summary, start }))
}

const inFile = (instant: string) => instant.replace('.000', '')

async function openStory() {
  const admin: Administrator = await buildAdministrator(api)
  const { organization_id, headers } = admin
  const event = await buildEvent(api.deps, {
    organization_id,
    name: 'Sommarfest',
    location: 'Parken',
    contact_email: 'kansli@festival.example',
  })
  const cafe = await buildRole(api.deps, { event, name: 'Kafé' })
  const gate = await buildRole(api.deps, { event, name: 'Entré' })
  const start_dt = hoursAfter(`${api.deps.now().slice(0, 13)}:00:00.000Z`, 240)
  const end_dt = hoursAfter(start_dt, 2)
  const shift = await buildShift(api.deps, { role: cafe, start_dt, end_dt })
  const { id, round, person_id } = await buildAssignment(api.deps, { shift, invite_sent_at: api.deps.now() })
  const token = signId(api.deps.keys, { purpose: 'personal_link', id, round })
  const of = (key: string) => ({ headers, params: { id: key } })
  const changeShift = (body: object) => api.ok(shifts.updateShift, { ...of(shift.id), body })
  const setStatus = (status: string) => api.ok(assignments.changeStatus, { ...of(id), body: { status } })
  const answer = (status: string) =>
    api.ok(personalPage.changeAnswer, { params: { token }, body: { status } })
  const later = hoursAfter(start_dt, 3)
  const named = (role: string) => [{ summary: `${role} – Sommarfest`, start: inFile(later) }]
  smtp.ledger.length = 0
  const read: File[] = []
  /** After each step: the files sent so far, and the entries that a calendar must then show. */
  const states: { files: File[]; truth: ReturnType<typeof applyInOrder> }[] = []
  const step = async (work: () => Promise<unknown>, truth: ReturnType<typeof applyInOrder>) => {
    await work()
    // The digest of what exceeds the limit per address (D28) has no files.
    await api.deps.db.system((tx) => tx.delete(schema.mailQuota))
    await makeDue(api.deps)
    await deliverDue(api.deps, { ...buildProviders().providers, mail })
    read.push(...smtp.ledger.splice(0).flatMap(({ source }) => filesIn(source)))
    states.push({ files: [...read], truth })
  }
  await step(() => sayYes(token), [{ summary: 'Kafé – Sommarfest', start: inFile(start_dt) }])
  await step(() => changeShift({ start_dt: later, end_dt: hoursAfter(later, 2) }), named('Kafé'))
  await step(() => changeShift({ role_id: gate.id }), named('Entré'))
  await step(() => answer('DECLINED'), [])
  await step(() => answer('CONFIRMED'), named('Entré'))
  await step(
    () =>
      api.ok(events.updateRole, {
        headers,
        params: { id: event.id, roleId: gate.id },
        query: { notify: 'true' },
        body: { name: 'Port' },
      }),
    named('Port'),
  )
  await step(() => setStatus('DECLINED'), [])
  await step(() => setStatus('CONFIRMED'), named('Port'))
  await step(() => setStatus('INVITED'), [])
  await step(() => sayYes(token), named('Port'))
  return { headers, event, shift, id, person_id, of, step, states }
}

const sayYes = (token: string) =>
  api.ok(personalPage.answerInvitation, { params: { token }, body: { confirm: true } })

type Story = Awaited<ReturnType<typeof openStory>>

test.each<[string, (story: Story) => Promise<unknown>]>([
  ['the shift is deleted', ({ of, shift }) => api.ok(shifts.deleteShift, of(shift.id))],
  ['the event is deleted', ({ of, event }) => api.ok(events.deleteEvent, of(event.id))],
  ['the person is deleted', ({ of, person_id }) => api.ok(people.deletePerson, of(person_id))],
  ['the person is taken off', ({ of, id }) => api.ok(assignments.deleteAssignment, of(id))],
])('the files of a life that ends when %s, in any order', async (_end, remove) => {
  const story = await openStory()
  await story.step(() => remove(story), [])
  const { states } = story
  expect(states.map(({ files }) => files.length)).toEqual(states.map((_state, index) => index + 1))
  fc.assert(
    fc.property(
      fc.constantFrom(...states).chain(({ files, truth }) =>
        fc.record({
          truth: fc.constant(truth),
          files: fc.shuffledSubarray(files, { minLength: files.length }),
        }),
      ),
      ({ files, truth }) => {
        expect(applyInOrder(files)).toEqual(truth)
      },
    ),
  )
})

test('the part of the mail names the method that its file has, and the organizer whom RFC 5546 demands', async () => {
  const { states } = await openStory()
  const files = states.at(-1)?.files ?? []
  expect(files.map(({ method }) => method)).toContain('CANCEL')
  for (const { header, method, vevent } of files) {
    expect(header).toContain(`method=${method}; charset=utf-8`)
    expect(String(vevent.getFirstPropertyValue('organizer'))).toBe('mailto:kansli@festival.example')
    expect(vevent.hasProperty('attendee')).toBe(false)
    const alarm = vevent.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')
    expect(alarm ? String(alarm) : undefined).toBe(method === 'CANCEL' ? undefined : '-PT2H')
    expect(vevent.getFirstPropertyValue('status')).toBe(method === 'CANCEL' ? 'CANCELLED' : null)
  }
})
