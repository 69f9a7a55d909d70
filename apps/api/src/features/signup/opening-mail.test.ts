import { events } from '@muster/contract/events'
import { people } from '@muster/contract/people'
import { signup } from '@muster/contract/signup'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildEvent, buildPerson, hoursAfter } from '../../../test/planning.ts'
import { untilNone } from '../../db/in-batches.ts'
import * as schema from '../../db/schema.ts'
import { enqueueOpeningMails } from '../../outbox/opening-mails.ts'
import { deleteOldOpeningMails } from './opening-mail-queries.ts'

let api: TestApp
let organization_id: string
let headers: Record<string, string>
beforeAll(async () => {
  api = await buildTestApp()
  const admin = await buildAdministrator(api, { name: 'Sommarfesten' })
  organization_id = admin.organization_id
  headers = admin.headers
})
afterAll(() => api.close())

const stopping = new AbortController().signal
let serial = 0
const newAddress = () => `opening-${++serial}@volunteer.example`
const inHours = (hours: number) => hoursAfter(api.deps.now(), hours)
type Given = Partial<typeof schema.event.$inferInsert>
const buildClosed = (given: Given = {}) =>
  buildEvent(api.deps, { organization_id, name: 'Sommarfest', signup_opens_at: inHours(2), ...given })
const change = ({ id }: { id: string }, given: Given) =>
  api.deps.db.system((tx) => tx.update(schema.event).set(given).where(eq(schema.event.id, id)))

const ask = ({ id }: { id: string }, email: string, language = 'en') =>
  api.ok(signup.askForOpeningMail, {
    params: { eventId: id },
    body: { email },
    headers: { 'accept-language': language },
  })

/** Runs the worker once, and returns what came to the addresses. */
async function receive(...emails: string[]) {
  await untilNone(api.deps, (tx) => enqueueOpeningMails(tx, api.deps.now()), { stopping })
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails.filter(({ to }) => emails.includes(to))
}

const listAsked = ({ id }: { id: string }) =>
  api.deps.db.system((tx) => tx.select().from(schema.openingMail).where(eq(schema.openingMail.event_id, id)))

test('who is erased is taken out', async () => {
  const event = await buildClosed()
  const [email, other] = [newAddress(), newAddress()]
  await ask(event, email)
  await ask(event, other)
  const { id } = await buildPerson(api.deps, { organization_id, email })
  await api.ok(people.deletePerson, { headers, params: { id } })
  expect((await listAsked(event)).map((asked) => asked.email)).toEqual([other])
})

test('one e-mail when sign-up opens, in the language of the page, however often it was asked for', async () => {
  const event = await buildClosed()
  const [one, other] = [newAddress(), newAddress()]
  await ask(event, one)
  await ask(event, one.toUpperCase())
  await ask(event, other, 'sv')
  const count = async () =>
    (await api.ok(events.listSignups, { headers, params: { id: event.id } })).await_opening
  expect(await count()).toBe(2)
  expect(await receive(one, other)).toEqual([])
  await change(event, { signup_opens_at: inHours(-1) })
  const mails = await receive(one, other)
  expect(new Map(mails.map(({ to, subject }) => [to, subject]))).toEqual(
    new Map([
      [one, 'Sign-up is open: Sommarfest'],
      [other, 'Anmälan är öppen: Sommarfest'],
    ]),
  )
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toContain(`/e/${event.id}\n`)
  expect(mails[0]?.text).toContain('Sommarfesten')
  expect(await receive(one, other)).toEqual([])
  expect(await count()).toBe(0)
})

test('it follows an opening that moves, and comes once even if sign-up closes and opens again', async () => {
  const event = await buildClosed()
  const email = newAddress()
  await ask(event, email)
  await change(event, { signup_opens_at: inHours(48) })
  api.setNow(inHours(3))
  expect(await receive(email)).toEqual([])
  api.setNow(inHours(46))
  expect(await receive(email)).toHaveLength(1)
  await change(event, { signup_opens_at: inHours(2) })
  await ask(event, email)
  await change(event, { signup_opens_at: inHours(-1) })
  expect(await receive(email)).toEqual([])
})

test('none of a draft, an archived or a deleted event, or after sign-up has closed', async () => {
  const email = newAddress()
  const hindered: Given[] = [{ published: false }, { archived: true }, { signup_closes_at: inHours(-0.5) }]
  for (const given of hindered) {
    const event = await buildClosed()
    await ask(event, email)
    await change(event, { signup_opens_at: inHours(-1), ...given })
    expect(await receive(email), JSON.stringify(given)).toEqual([])
  }
  const deleted = await buildClosed()
  await ask(deleted, email)
  await api.deps.db.system((tx) => tx.delete(schema.event).where(eq(schema.event.id, deleted.id)))
  expect(await receive(email)).toEqual([])
})

test('a mail that waits is not sent once sign-up has closed', async () => {
  const event = await buildClosed()
  const email = newAddress()
  await ask(event, email)
  await change(event, { signup_opens_at: inHours(-1) })
  await untilNone(api.deps, (tx) => enqueueOpeningMails(tx, api.deps.now()), { stopping })
  await change(event, { signup_closes_at: inHours(-0.5) })
  expect(await receive(email)).toEqual([])
})

test('of an event whose sign-up is open nothing is stored; a draft does not exist', async () => {
  const open = await buildClosed({ signup_opens_at: inHours(-1) })
  await ask(open, newAddress())
  expect(await listAsked(open)).toEqual([])
  const draft = await buildClosed({ published: false })
  const refused = await api.refused(signup.askForOpeningMail, {
    params: { eventId: draft.id },
    body: { email: newAddress() },
  })
  expect(refused).toMatchObject({ status: 404, code: 'event_not_found' })
})

test('above the limit of an address the answer is the same, and nothing is stored', async () => {
  const email = newAddress()
  const closed = await Promise.all(Array.from({ length: 11 }, () => buildClosed()))
  for (const event of closed) await ask(event, email)
  const stored = await Promise.all(closed.map(listAsked))
  expect(stored.map(({ length }) => length)).toEqual([...Array<number>(10).fill(1), 0])
})

test('“It wasn’t me” stops it and all other e-mail', async () => {
  const event = await buildClosed({ signup_opens_at: inHours(1) })
  const email = newAddress()
  await ask(event, email)
  await change(event, { signup_opens_at: inHours(-1) })
  const [mail] = await receive(email)
  const path = /\/not-me\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const page = await api.inject({ method: 'GET', url: path })
  expect(page.body).toContain(`Somebody typed ${email} on a page of Muster.`)
  await api.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })
  const other = await buildClosed()
  await ask(other, email)
  await change(other, { signup_opens_at: inHours(-1) })
  expect(await receive(email)).toEqual([])
})

test('the address is deleted 30 days after its mail or the event', async () => {
  const [told, untold] = [await buildClosed(), await buildClosed({ signup_opens_at: inHours(24 * 400) })]
  const email = newAddress()
  await ask(told, email)
  await ask(untold, email)
  await change(told, { signup_opens_at: inHours(-1) })
  await receive(email)
  const now = api.deps.now()
  const passNight = (at: string) => untilNone(api.deps, (tx) => deleteOldOpeningMails(tx, at), { stopping })
  await passNight(hoursAfter(now, 29 * 24))
  expect(await listAsked(told)).toHaveLength(1)
  await passNight(hoursAfter(now, 31 * 24))
  expect(await listAsked(told)).toEqual([])
  const end = untold.event_date_end
  await passNight(hoursAfter(end, 29 * 24))
  expect(await listAsked(untold)).toHaveLength(1)
  await passNight(hoursAfter(end, 31 * 24))
  expect(await listAsked(untold)).toEqual([])
})
