import { assignments } from '@muster/contract/assignments'
import { people } from '@muster/contract/people'
import { personalPage } from '@muster/contract/personal-page'
import { maskEmail } from '@muster/contract/rules/mask'
import { signup } from '@muster/contract/signup'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildPerson,
  buildShift,
  hoursAfter,
  type PersonRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import type { Mail } from '../../providers/provider.ts'
import { readSignedId, signId } from '../../signing/signed-id.ts'
import * as assignmentQueries from '../assignments/queries.ts'
import { deleteOldEmailChanges } from '../people/delete-old-email-changes.ts'
import * as emailChanges from '../people/email-change-queries.ts'
import * as peopleQueries from '../people/queries.ts'

// Spies, so that the negative controls can leave out a guard.
vi.mock(import('../assignments/queries.ts'), { spy: true })
vi.mock(import('../people/email-change-queries.ts'), { spy: true })
vi.mock(import('../people/queries.ts'), { spy: true })

/* V3: changing one's own e-mail address. */

const { changeEmail, getDetails } = personalPage

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

const tokenOf = (id: string, round = 1) => signId(api.deps.keys, { purpose: 'personal_link', id, round })
const address = (name = 'new') => `${name}-${newId()}@private.example`

async function buildLinked(given: Partial<PersonRow> = {}) {
  const { organization_id } = admin
  const person = await buildPerson(api.deps, { organization_id, language: 'en', ...given })
  const shift = await buildShift(api.deps, {
    organization_id,
    start_dt: hoursAfter(start, 24 * 20),
    end_dt: hoursAfter(start, 24 * 20 + 2),
  })
  const { id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  return { person, id, shift, token: tokenOf(id), email: address() }
}

/** Asks on the page, and confirms it from the person's mailbox (own-details.test.ts). */
async function ask(token: string, email: string | null) {
  const answer = await api.ok(changeEmail, { params: { token }, body: { email } })
  if (email === null) return answer
  await confirmFromMailbox(token)
  return read(token)
}

/** The e-mail is not sent: it would count towards the limit of the mailbox (D28). */
async function confirmFromMailbox(token: string) {
  const request = await findAsked(token)
  if (!request) throw new Error('nothing was asked for')
  const { person_id: id, request_id: scope } = request
  await api.deps.db.system((tx) =>
    tx.delete(schema.message).where(eq(schema.message.template, 'details_confirm')),
  )
  await press(
    `/confirm-details/${signId(api.deps.keys, { purpose: 'details_confirm', id, round: 1, scope })}`,
  )
}

function findAsked(token: string) {
  return api.deps.db.system(async (tx) => {
    const [found] = await tx
      .select({ person_id: schema.person.id, asked: schema.person.asked_details })
      .from(schema.assignment)
      .innerJoin(schema.person, eq(schema.person.id, schema.assignment.person_id))
      .where(eq(schema.assignment.id, readSignedId(token) ?? ''))
    return found?.asked && { person_id: found.person_id, request_id: found.asked.id }
  })
}

const askRefused = (token: string, email: unknown) =>
  api.refused(changeEmail, { params: { token }, body: { email } })
const read = (token: string) => api.ok(getDetails, { params: { token } })

async function rowOf(id: string) {
  const [row] = await api.deps.db.system((tx) =>
    tx.select().from(schema.person).where(eq(schema.person.id, id)),
  )
  return row
}

async function deliver(): Promise<Mail[]> {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails
}

function linkIn(mails: readonly Mail[], to: string, path: 'confirm-email' | 'undo-email'): string {
  const found = mails.find((mail) => mail.to === to && mail.text.includes(`/${path}/`))
  const link = new RegExp(`http://localhost:3000(/${path}/[\\w-]{43})`).exec(found?.text ?? '')?.[1]
  if (!link) throw new Error(`no ${path} link to ${to}`)
  expect(found?.html).toContain(link)
  return link
}

async function asked(given = {}) {
  const linked = await buildLinked(given)
  await ask(linked.token, linked.email)
  return { ...linked, confirm: linkIn(await deliver(), linked.email, 'confirm-email') }
}

async function confirmed(given = {}) {
  const linked = await asked(given)
  await press(linked.confirm)
  return { ...linked, undo: linkIn(await deliver(), linked.person.email, 'undo-email') }
}

const replaceLink = (id: string) =>
  api.ok(assignments.replaceLink, { headers: admin.headers, params: { id }, body: { notify: false } })
const open = (url: string) => api.inject({ method: 'GET', url })
const press = (url: string) => api.inject({ method: 'POST', url, payload: '' })
const opens = async (token: string) => (await api.inject(`/assignment/${token}`)).statusCode

test('a link goes to the new address, and only its button changes the address', async () => {
  const { person, token, email } = await buildLinked()
  const answer = await ask(token, email)
  expect(answer).toEqual({
    email: maskEmail(person.email),
    phone: person.phone,
    language: 'en',
    unconfirmed: null,
    unconfirmed_email: { email: maskEmail(email), expires_at: hoursAfter(start, 24) },
  })
  expect(await read(token)).toEqual(answer)
  const mails = await deliver()
  expect(mails.map(({ to }) => to)).toEqual([email])
  const confirm = linkIn(mails, email, 'confirm-email')
  for (let n = 0; n < 3; n++) {
    const { statusCode, body, headers } = await open(confirm)
    expect([statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ])
    expect(body).toContain('Use this address')
    expect(body).not.toContain(person.email)
  }
  expect(await rowOf(person.id)).toMatchObject({ email: person.email, version: person.version })

  expect((await press(confirm)).body).toContain('Your e-mail address is changed')
  expect(await rowOf(person.id)).toMatchObject({ email, version: person.version + 1 })
  expect(await read(token)).toMatchObject({ email: maskEmail(email), unconfirmed_email: null })
  const sent = await deliver()
  expect(sent.map(({ to }) => to)).toEqual([person.email])
  expect(`${sent[0]?.text}${sent[0]?.html}`).not.toContain(email)
  // A second press and a reload show the stored state.
  for (const page of [await press(confirm), await open(confirm)]) expect(page.body).toContain('is changed')
  expect(await deliver()).toEqual([])
})

test('the administrator sees the new address, and what they had open is not saved over it', async () => {
  const { person, email, confirm, token } = await asked()
  await press(confirm)
  expect(await opens(token)).toBe(200)
  const { headers } = admin
  expect(await api.ok(people.listPeople, { headers, query: { email } })).toMatchObject([{ id: person.id }])
  const body = { first_name: 'Other', version: person.version }
  expect(await api.refused(people.updatePerson, { headers, params: { id: person.id }, body })).toMatchObject({
    code: 'changed_elsewhere',
  })
})

test('who signs up with the new address is the same person', async () => {
  const { person, email, confirm } = await asked()
  await press(confirm)
  const { organization_id } = admin
  const shift = await buildShift(api.deps, {
    organization_id,
    start_dt: hoursAfter(start, 24 * 25),
    end_dt: hoursAfter(start, 24 * 25 + 2),
  })
  const { first_name, last_name } = person
  const { assignment_id } = await api.ok(signup.signUp, {
    params: { shiftId: shift.id },
    body: { first_name, last_name, email, phone: '+46701740605' },
  })
  const [row] = await api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.id, assignment_id)),
  )
  expect(row?.person_id).toBe(person.id)
})

async function expectClosed({ person, confirm }: Awaited<ReturnType<typeof asked>>) {
  const before = await rowOf(person.id)
  expect((await open(confirm)).body).toContain('This link no longer works')
  expect((await press(confirm)).body).toContain('This link no longer works')
  expect(await rowOf(person.id)).toEqual(before)
}

describe('sent again', () => {
  test('both links work until one is used', async () => {
    const { person, token, email, confirm } = await asked()
    api.setNow(hoursAfter(start, 20))
    expect((await ask(token, email)).unconfirmed_email).toMatchObject({ expires_at: hoursAfter(start, 44) })
    const again = linkIn(await deliver(), email, 'confirm-email')
    api.setNow(hoursAfter(start, 43))
    for (const link of [confirm, again]) expect((await open(link)).body).toContain('Use this address')
    await press(confirm)
    expect(await rowOf(person.id)).toMatchObject({ email })
    expect((await press(again)).body).toContain('Your e-mail address is changed')
    expect(await rowOf(person.id)).toMatchObject({ email, version: person.version + 1 })
    await deliver()
  })

  test('neither works once another address is asked for', async () => {
    const { person, token, email, confirm } = await asked()
    await ask(token, email)
    const again = linkIn(await deliver(), email, 'confirm-email')
    await ask(token, address('other'))
    for (const link of [confirm, again])
      expect((await press(link)).body).toContain('This link no longer works')
    expect(await rowOf(person.id)).toMatchObject({ email: person.email })
    await deliver()
  })
})

describe('a link that no longer works', () => {
  test('after 24 hours', async () => {
    const linked = await asked()
    api.setNow(hoursAfter(start, 24))
    await expectClosed(linked)
    expect(await read(linked.token)).toMatchObject({ unconfirmed_email: null })
  })

  test('another address was typed', async () => {
    const linked = await asked()
    const second = address('second')
    await ask(linked.token, second)
    await expectClosed(linked)
    await press(linkIn(await deliver(), second, 'confirm-email'))
    expect(await rowOf(linked.person.id)).toMatchObject({ email: second })
  })

  test.each(['null', 'the address that they have'])('taken back by %s', async (by) => {
    const linked = await asked()
    const answer = await ask(linked.token, by === 'null' ? null : linked.person.email.toUpperCase())
    expect(answer.unconfirmed_email).toBeNull()
    await expectClosed(linked)
    expect(await deliver()).toEqual([])
  })

  test('the organizer has made a new link', async () => {
    const linked = await asked()
    await replaceLink(linked.id)
    await expectClosed(linked)
    expect(await read(tokenOf(linked.id, 2))).toMatchObject({ unconfirmed_email: null })
  })

  test('negative control: were the request still open, the stranger would own the address', async () => {
    const { person, id, email, confirm } = await asked()
    vi.mocked(assignmentQueries.closeDetailsRequests).mockResolvedValueOnce()
    await replaceLink(id)
    await press(confirm)
    expect(await rowOf(person.id)).toMatchObject({ email })
    await deliver()
  })

  test('the administrator has changed the address meanwhile', async () => {
    const linked = await asked()
    const params = { id: linked.person.id }
    const body = { email: address('admin') }
    await api.ok(people.updatePerson, { headers: admin.headers, params, body })
    await expectClosed(linked)
  })

  test('unknown, of another purpose, or of an erased person: 404', async () => {
    const { person, confirm, undo } = await confirmed()
    const [signed] = confirm.split('/').slice(-1)
    for (const url of [`/undo-email/${signed}`, `/confirm-email/${'x'.repeat(43)}`, '/confirm-email/x'])
      expect((await press(url)).statusCode).toBe(404)
    await api.ok(people.deletePerson, { headers: admin.headers, params: { id: person.id } })
    for (const url of [confirm, undo]) expect((await press(url)).statusCode).toBe(404)
  })
})

describe('an entry that has the name and the address already', () => {
  test('is not told to who asks, only to who confirms, and nothing changes', async () => {
    const { person, token, email } = await buildLinked()
    const { first_name, last_name } = person
    const { organization_id } = admin
    const other = await buildPerson(api.deps, { organization_id, first_name, last_name, email })
    const free = await buildLinked()
    const answers = [await ask(token, email), await ask(free.token, free.email)]
    expect(answers.map(({ unconfirmed_email }) => unconfirmed_email?.email)).toEqual([
      maskEmail(email),
      maskEmail(free.email),
    ])
    const { body } = await press(linkIn(await deliver(), email, 'confirm-email'))
    expect(body).toContain('in another entry')
    for (const secret of [first_name, last_name, person.email]) expect(body).not.toContain(secret)
    expect(await rowOf(person.id)).toMatchObject({ email: person.email, version: person.version })
    expect(await rowOf(other.id)).toEqual(other)
    expect(await deliver()).toEqual([])
  })

  test('an address may be shared by people of other names (D11)', async () => {
    const { person, token, email } = await buildLinked()
    await buildPerson(api.deps, { organization_id: admin.organization_id, first_name: 'Other', email })
    await ask(token, email)
    await press(linkIn(await deliver(), email, 'confirm-email'))
    expect(await rowOf(person.id)).toMatchObject({ email })
  })
})

describe('the former address', () => {
  test('takes the change back: the address is as before, and earlier links stop working', async () => {
    const { person, token, id, undo } = await confirmed()
    expect((await open(undo)).body).toContain(`Use ${person.email} again`)
    expect(await opens(token)).toBe(200)
    expect((await press(undo)).body).toContain('Your e-mail address is back')
    expect(await rowOf(person.id)).toMatchObject({ email: person.email, identity_key: person.identity_key })
    expect([await opens(token), await opens(tokenOf(id, 2))]).toEqual([404, 200])
    expect((await press(undo)).body).toContain('Your e-mail address is back')
    expect(await opens(tokenOf(id, 2))).toBe(200)
  })

  test('also after the page was used to change it once more, and that link is then void', async () => {
    const { person, token, email, undo } = await confirmed()
    const third = address('third')
    await ask(token, third)
    await press(linkIn(await deliver(), third, 'confirm-email'))
    const second_undo = linkIn(await deliver(), email, 'undo-email')
    await press(undo)
    expect(await rowOf(person.id)).toMatchObject({ email: person.email })
    expect((await press(second_undo)).body).toContain('This link no longer works')
    expect(await rowOf(person.id)).toMatchObject({ email: person.email })
  })

  test('negative control: without the later changes the address stays with the stranger', async () => {
    const { person, token, undo } = await confirmed()
    const third = address('third')
    await ask(token, third)
    await press(linkIn(await deliver(), third, 'confirm-email'))
    vi.mocked(emailChanges.listConfirmedAfter).mockResolvedValue([])
    await press(undo)
    vi.mocked(emailChanges.listConfirmedAfter).mockRestore()
    expect(await rowOf(person.id)).toMatchObject({ email: third })
  })

  test('an open request ends with it', async () => {
    const { person, token, undo } = await confirmed()
    const third = address('third')
    await ask(token, third)
    const confirm = linkIn(await deliver(), third, 'confirm-email')
    await press(undo)
    await press(confirm)
    expect(await rowOf(person.id)).toMatchObject({ email: person.email })
  })

  test('not after seven days, nor once the administrator has changed the address', async () => {
    const [late, corrected] = [await confirmed(), await confirmed()]
    const params = { id: corrected.person.id }
    const body = { email: address('admin') }
    await api.ok(people.updatePerson, { headers: admin.headers, params, body })
    expect((await press(corrected.undo)).body).toContain('This link no longer works')
    expect(await rowOf(corrected.person.id)).toMatchObject(body)
    api.setNow(hoursAfter(start, 7 * 24))
    expect((await press(late.undo)).body).toContain('This link no longer works')
    expect(await rowOf(late.person.id)).toMatchObject({ email: late.email })
  })

  test('takes it back after a request that was repeated for a month, for as long as after any other', async () => {
    const { person, token, email, confirm } = await asked()
    for (let hours = 20; hours <= 700; hours += 20) {
      api.setNow(hoursAfter(start, hours))
      await ask(token, email)
      await deliver()
    }
    await press(confirm)
    const undo = linkIn(await deliver(), person.email, 'undo-email')
    api.setNow(hoursAfter(start, 700 + 7 * 24 - 1))
    await api.deps.db.system((tx) => deleteOldEmailChanges(tx, api.deps.now()))
    await press(undo)
    expect(await rowOf(person.id)).toMatchObject({ email: person.email })
  })

  test('a change is deleted 30 days after its link was used, or has expired', async () => {
    const [used, unused] = [await confirmed(), await asked()]
    const kept = async () => {
      await api.deps.db.system((tx) => deleteOldEmailChanges(tx, api.deps.now()))
      const rows = await api.deps.db.system((tx) => tx.select().from(schema.emailChange))
      return [used, unused].map(({ person }) => rows.some(({ person_id }) => person_id === person.id))
    }
    api.setNow(hoursAfter(start, 31 * 24))
    expect(await kept()).toEqual([true, true])
    api.setNow(hoursAfter(start, 31 * 24 + 1))
    expect(await kept()).toEqual([false, false])
  })

  test('takes it back too when a sign-up has made another entry with it meanwhile', async () => {
    const { person, token, id, undo } = await confirmed()
    const { organization_id } = admin
    const { first_name, last_name } = person
    const other = await buildPerson(api.deps, { organization_id, first_name, last_name, email: person.email })
    expect(other.identity_key).toBe(person.identity_key)
    expect((await press(undo)).body).toContain('Your e-mail address is back')
    expect(await rowOf(person.id)).toMatchObject({ email: person.email })
    expect(await rowOf(other.id)).toEqual(other)
    expect([await opens(token), await opens(tokenOf(id, 2))]).toEqual([404, 200])
    // The administrator can still change other fields.
    const params = { id: person.id }
    await api.ok(people.updatePerson, { headers: admin.headers, params, body: { notes: 'Allergic to nuts' } })
  })
})

async function setPhone(token: string, phone: string | null) {
  await api.ok(personalPage.changeDetails, { params: { token }, body: { phone } })
  await confirmFromMailbox(token)
}

describe('a phone number that was set on the page meanwhile', () => {
  const former = '+46701740601'
  const strange = ['+46701740602', '+46701740603'] as const

  test('is told to the former address, and the undo puts the former number back', async () => {
    const { person, id, token, undo } = await confirmed({ phone: former })
    await setPhone(token, strange[0])
    const sent = (await deliver()).filter(({ to }) => to === person.email)
    expect(sent.map(({ subject }) => subject)).toEqual(['Your phone number was changed'])
    expect(sent[0]?.text).toContain(undo)
    expect(sent[0]?.text).not.toMatch(/\/c\/|\+46/)
    await setPhone(token, strange[1])
    const page = await press(undo)
    expect(page.body).toContain('Your phone number is the former one again too.')
    expect(await rowOf(person.id)).toMatchObject({ email: person.email, phone: former })
    expect(await opens(tokenOf(id, 1))).toBe(404)
    await deliver()
  })

  test('also one that was set before the new address was confirmed, and one that was removed', async () => {
    const { person, token, email, confirm } = await asked({ phone: former })
    await setPhone(token, null)
    await press(confirm)
    const undo = linkIn(await deliver(), person.email, 'undo-email')
    expect(await rowOf(person.id)).toMatchObject({ email, phone: null })
    await press(undo)
    expect(await rowOf(person.id)).toMatchObject({ phone: former })
    await deliver()
  })

  test('stays when the administrator has set it since', async () => {
    const { person, token, undo } = await confirmed({ phone: former })
    await setPhone(token, strange[0])
    const params = { id: person.id }
    await api.ok(people.updatePerson, { headers: admin.headers, params, body: { phone: strange[1] } })
    expect((await press(undo)).body).toContain('Check the phone number on your page too')
    expect(await rowOf(person.id)).toMatchObject({ email: person.email, phone: strange[1] })
    await deliver()
  })

  test('negative control: were it not recorded, the number of the stranger would stay', async () => {
    const { person, token, undo } = await confirmed({ phone: former })
    vi.mocked(emailChanges.listRecentEmailChanges).mockResolvedValueOnce([])
    await setPhone(token, strange[0])
    await press(undo)
    expect(await rowOf(person.id)).toMatchObject({ email: person.email, phone: strange[0] })
    await deliver()
  })

  test('seven days later it is the own affair of whoever has the address', async () => {
    const { person, token, email } = await confirmed({ phone: former })
    api.setNow(hoursAfter(start, 7 * 24))
    await setPhone(token, strange[0])
    expect((await deliver()).map(({ to }) => to)).toEqual([email])
    expect(await rowOf(person.id)).toMatchObject({ phone: strange[0] })
  })
})

test('who has stopped messages gets none at the new address either', async () => {
  const { token, confirm } = await asked({ phone: null })
  await api.ok(personalPage.stopMessages, { params: { token }, body: { stop: true } })
  await press(confirm)
  expect(await api.ok(personalPage.getAssignment, { params: { token } })).toMatchObject({
    messages_stopped: true,
  })
  expect((await deliver()).map(({ subject }) => subject)).toEqual(['Your e-mail address was changed'])
})

describe('refused', () => {
  test('what is no address, and a field that does not exist', async () => {
    const { person, token } = await buildLinked()
    for (const email of ['x', '', 'a@b', 5])
      expect(await askRefused(token, email)).toMatchObject({ status: 400, code: 'validation' })
    expect(await rowOf(person.id)).toEqual(person)
  })

  test('a replaced, an unknown and an expired link', async () => {
    const { id, token, email } = await buildLinked()
    const { id: expired } = await buildAssignment(api.deps, { token_expires_at: hoursAfter(start, -1) })
    const body = { notify: false }
    await api.ok(assignments.replaceLink, { headers: admin.headers, params: { id }, body })
    const cases = [
      { given: token, status: 404, code: 'link_replaced' },
      { given: 'x'.repeat(43), status: 404, code: 'link_invalid' },
      { given: tokenOf(expired), status: 403, code: 'link_expired' },
    ]
    for (const { given, ...refusal } of cases)
      for (const wanted of [email, null]) expect(await askRefused(given, wanted)).toMatchObject(refusal)
  })

  test('the eleventh request of a day, however slowly they come', async () => {
    const { token } = await buildLinked()
    // The limit counts by day, from midnight (UTC).
    const midnight = `${hoursAfter(start, 24).slice(0, 10)}T00:00:00.000Z`
    for (let n = 0; n < 10; n++) {
      api.setNow(hoursAfter(midnight, n))
      await ask(token, address())
    }
    api.setNow(hoursAfter(midnight, 23))
    expect(await askRefused(token, address())).toMatchObject({ status: 429, code: 'rate_limited' })
    api.setNow(hoursAfter(midnight, 24))
    expect(await ask(token, address('next-day'))).toMatchObject({ unconfirmed_email: {} })
    await deliver()
  })

  test('the sixth request of an hour; another person may still ask', async () => {
    const { token } = await buildLinked()
    for (let n = 0; n < 5; n++) await ask(token, address())
    expect(await askRefused(token, address())).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(await ask(token, null)).toMatchObject({ unconfirmed_email: null })
    const other = await buildLinked()
    await ask(other.token, other.email)
    await deliver()
  })
})

test('at most ten e-mails an hour go to one address, whoever asks (D28)', async () => {
  const email = address('victim')
  for (let n = 0; n < 12; n++) await ask((await buildLinked()).token, email)
  expect((await deliver()).filter(({ to }) => to === email)).toHaveLength(10)
})

test('the recipient can end all e-mail to the address', async () => {
  const linked = await buildLinked()
  await ask(linked.token, linked.email)
  const [mail] = await deliver()
  const url = /http:\/\/localhost:3000(\/not-me\/[\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await open(url)).body).toContain(`Somebody typed ${linked.email} on a page of Muster.`)
  await press(url)
  await ask((await buildLinked()).token, linked.email)
  expect(await deliver()).toEqual([])
})

describe('at once', () => {
  test('a double press changes and tells once', async () => {
    const { person, email, confirm } = await asked()
    const pages = await Promise.all([press(confirm), press(confirm)])
    for (const { body } of pages) expect(body).toContain('Your e-mail address is changed')
    expect(await rowOf(person.id)).toMatchObject({ email, version: person.version + 1 })
    expect(await deliver()).toHaveLength(1)
  })

  test('of two requests one is open', async () => {
    const { person, token } = await buildLinked()
    await Promise.all([ask(token, address('one')), ask(token, address('two'))])
    const rows = await api.deps.db.system((tx) =>
      tx.select().from(schema.emailChange).where(eq(schema.emailChange.person_id, person.id)),
    )
    expect(rows.filter(({ expires_at }) => expires_at > start)).toHaveLength(1)
    await deliver()
  })

  test('an erasure leaves no address', async () => {
    const { person, confirm } = await asked()
    await Promise.all([
      press(confirm),
      api.ok(people.deletePerson, { headers: admin.headers, params: { id: person.id } }),
    ])
    expect(await rowOf(person.id)).toBeUndefined()
    const rows = await api.deps.db.system((tx) =>
      tx.select().from(schema.emailChange).where(eq(schema.emailChange.person_id, person.id)),
    )
    expect(rows).toEqual([])
    await deliver()
  })

  test('an address by the administrator wins over a confirmation that comes later', async () => {
    const { person, confirm } = await asked()
    const body = { email: address('admin') }
    const params = { id: person.id }
    await api.ok(people.updatePerson, { headers: admin.headers, params, body })
    // Negative control: with the person as before that change, the confirmation would succeed.
    expect((await press(confirm)).body).toContain('no longer works')
    vi.mocked(peopleQueries.findPerson).mockResolvedValueOnce(person)
    await press(confirm)
    expect((await rowOf(person.id))?.email).not.toBe(body.email)
    await deliver()
  })
})

test('the export has the changes (D33)', async () => {
  const { person, email, confirm } = await asked()
  await press(confirm)
  const { headers } = admin
  const exported = await api.ok(people.exportPerson, { headers, params: { id: person.id } })
  expect(exported.email_changes).toMatchObject([{ former_email: person.email, new_email: email }])
  await deliver()
})
