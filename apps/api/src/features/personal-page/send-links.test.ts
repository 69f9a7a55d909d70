import { personalPage } from '@muster/contract/personal-page'
import { signup } from '@muster/contract/signup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildOrganization,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
} from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { sweepErasedMessages } from '../../outbox/erase-messages.ts'
import { signId } from '../../signing/signed-id.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

let serial = 0
const newAddress = () => `links-${++serial}@volunteer.example`
const ask = (email: string, language = 'en') =>
  api.ok(personalPage.sendLinks, { body: { email }, headers: { 'accept-language': language } })
const linkOf = ({ id, round }: AssignmentRow) =>
  `/c/${signId(api.deps.keys, { purpose: 'personal_link', id, round })}`

async function receive(email: string) {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails.filter(({ to }) => to === email)
}

async function buildIn(given: { organization?: string; name?: string; email: string }) {
  const organization = await buildOrganization(api.deps, { name: given.organization ?? 'Sommarfesten' })
  const event = await buildEvent(api.deps, { organization_id: organization.id })
  const person = await buildPerson(api.deps, {
    organization_id: organization.id,
    first_name: given.name ?? 'Åsa',
    email: given.email,
  })
  return { role: await buildRole(api.deps, { event }), person }
}

test('one e-mail has the coming shifts of an address, of all people and organisations', async () => {
  const email = newAddress()
  const one = await buildIn({ email, organization: 'Åhusfestivalen' })
  const other = await buildIn({ email, organization: 'Kulturnatten', name: 'Nils' })
  const on = async (
    { role, person }: typeof one,
    hours: number,
    status: AssignmentRow['status'],
    given = {},
  ) =>
    buildAssignment(api.deps, {
      shift: await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), hours) }),
      person,
      status,
      ...given,
    })
  const sent = { invite_sent_at: api.deps.now() }
  const shown = [
    await on(one, 10, 'CONFIRMED'),
    await on(other, 20, 'INVITED', sent),
    await on(one, 30, 'DECLINED'),
    await on(one, 35, 'DECLINED', { freed_unanswered: true }),
  ]
  const line = { shift: await buildShift(api.deps, { role: one.role }), person: one.person }
  const waiting = await buildWaiting(api.deps, line)
  await buildWaiting(api.deps, {
    shift: await buildShift(api.deps, { role: one.role }),
    person: one.person,
    status: 'LEFT',
  })
  const hidden = [
    await on(one, -10, 'CONFIRMED'),
    // D21: assigned, and never asked.
    await on(one, 40, 'INVITED'),
    await on(one, 50, 'INVITED', { ...sent, token_expires_at: hoursAfter(api.deps.now(), -1) }),
  ]
  await ask(email.toUpperCase())
  const [mail, ...more] = await receive(email.toUpperCase())
  expect(more).toEqual([])
  expect(mail?.subject).toBe('The links to your 5 shifts')
  for (const each of shown) expect(mail?.text).toContain(linkOf(each))
  for (const each of hidden) expect(mail?.text).not.toContain(linkOf(each))
  const token = signId(api.deps.keys, { purpose: 'waiting', id: waiting.id, round: 1 })
  expect(mail?.text).toContain(
    `Åsa is in line for a place.\nTo the waiting list: ${api.deps.config.public_url}/w/${token}`,
  )
  expect(mail?.text.split('/w/')).toHaveLength(2)
  for (const text of [
    'Åhusfestivalen',
    'Kulturnatten',
    'Nils is asked to answer by',
    'Åsa has said no.',
    'The place of Åsa was given up: there was no answer about the new time.',
  ])
    expect(mail?.text).toContain(text)
})

test('sixty early shifts of a stranger’s organisation do not displace another one, and the rest is counted', async () => {
  const email = newAddress()
  const flood = await buildIn({ email, organization: 'Flood' })
  const real = await buildIn({ email, organization: 'Kulturnatten' })
  const on = async ({ role, person }: typeof flood, hours: number) =>
    buildAssignment(api.deps, {
      shift: await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), hours) }),
      person,
      status: 'CONFIRMED',
    })
  for (let hours = 1; hours <= 60; hours++) await on(flood, hours)
  const link = linkOf(await on(real, 500))
  for (const [language, subject, more] of [
    ['en', 'The links to 50 of your 61 shifts', '11 later shifts are not in this e-mail.'],
    ['sv', 'Länkarna till 50 av dina 61 pass', '11 senare pass är inte med i det här mejlet.'],
  ] as const) {
    await ask(email, language)
    const [mail] = await receive(email)
    expect(mail?.subject).toBe(subject)
    expect(mail?.text.split('/c/')).toHaveLength(51)
    for (const part of ['Kulturnatten', link, more]) {
      expect(mail?.text).toContain(part)
      expect(mail?.html).toContain(part)
    }
  }
})

test('the e-mail is in the language of the page', async () => {
  const email = newAddress()
  const { role, person } = await buildIn({ email })
  await buildAssignment(api.deps, {
    shift: await buildShift(api.deps, { role }),
    person,
    status: 'CONFIRMED',
  })
  await ask(email, 'sv')
  expect(await receive(email)).toMatchObject([{ subject: 'Länken till ditt pass' }])
})

test('an address that begins alike, and an unknown one, get nothing', async () => {
  const email = newAddress()
  const { role, person } = await buildIn({ email: `${email}.au` })
  await buildAssignment(api.deps, {
    shift: await buildShift(api.deps, { role }),
    person,
    status: 'CONFIRMED',
  })
  await ask(email)
  expect(await receive(email)).toEqual([])
})

test('of a typed address nothing is left', async () => {
  const email = newAddress()
  await ask(email)
  const stored = async () =>
    JSON.stringify(await api.deps.db.system((tx) => tx.select().from(schema.accountMessage)))
  expect(await stored()).toContain(email)
  await receive(email)
  await api.deps.db.system(sweepErasedMessages)
  expect(await stored()).not.toContain(email)
})

test('the fourth request within an hour sends nothing, with the same answer', async () => {
  // The limit counts anew each hour.
  api.setNow(new Date().toISOString())
  const email = newAddress()
  const { role, person } = await buildIn({ email })
  await buildAssignment(api.deps, {
    shift: await buildShift(api.deps, { role }),
    person,
    status: 'CONFIRMED',
  })
  for (let times = 0; times < 4; times++) await ask(email)
  expect(await receive(email)).toHaveLength(3)
})

test('D28: with ten e-mails within the hour it waits', async () => {
  const email = newAddress()
  const { role } = await buildIn({ email })
  for (let each = 0; each < 10; each++) {
    const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), 24 * (each + 1)) })
    await api.ok(signup.signUp, {
      params: { shiftId: shift.id },
      body: { first_name: 'Ida', last_name: 'Lind', email, phone: '+46701234567' },
    })
  }
  expect(await receive(email)).toHaveLength(10)
  await ask(email)
  expect(await receive(email)).toEqual([])
  const rows = await api.deps.db.system((tx) => tx.select().from(schema.accountMessage))
  const waiting = rows.find(({ address }) => address === email)
  expect(waiting).toMatchObject({ template: 'my_links', status: 'QUEUED', attempts: 0 })
  expect(Date.parse(waiting?.due_at ?? '')).toBeGreaterThan(Date.now() + 50 * 60_000)
})
