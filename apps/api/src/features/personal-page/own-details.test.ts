import { assignments } from '@muster/contract/assignments'
import { people } from '@muster/contract/people'
import { personalPage } from '@muster/contract/personal-page'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { maskEmail, maskPhone } from '@muster/contract/rules/mask'
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
import * as schema from '../../db/schema.ts'
import * as sentMessages from '../../outbox/sent-messages.ts'
import { insertBlock, insertSuppression } from '../../outbox/suppression.ts'
import { signId } from '../../signing/signed-id.ts'
import { deleteOldAskedDetails } from '../people/change-own-details.ts'

// A spy (test/spied-modules.ts), so that the negative control can replace the look-up of sent links.

/* V3 */

const { getAssignment, getDetails, changeDetails, changeEmail } = personalPage
const OLD = '+46701234567'
const NEW = '+46701740605'

let api: TestApp
let admin: Administrator
let start: string
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  start = api.deps.now()
})
beforeEach(() => api.setNow(start))
afterAll(() => api.close())

const tokenOf = (id: string, round = 1) => signId(api.deps.keys, { purpose: 'personal_link', id, round })
const somebody = (given = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, phone: OLD, language: 'en', ...given })
const shiftIn = (hours: number) =>
  buildShift(api.deps, {
    organization_id: admin.organization_id,
    start_dt: hoursAfter(api.deps.now(), hours),
    end_dt: hoursAfter(api.deps.now(), hours + 2),
  })

async function buildLinked(
  given: { person?: PersonRow; in?: number; status?: 'CONFIRMED' | 'INVITED' } = {},
) {
  const person = given.person ?? (await somebody())
  const shift = await shiftIn(given.in ?? 48)
  const { id } = await buildAssignment(api.deps, { shift, person, status: given.status ?? 'CONFIRMED' })
  return { person, id, token: tokenOf(id) }
}

const read = (token: string) => api.ok(getDetails, { params: { token } })
const ask = (token: string, body: object) => api.ok(changeDetails, { params: { token }, body })
const saveRefused = (token: string, body: object) => api.refused(changeDetails, { params: { token }, body })

/** Returns the link that the last e-mail about a change has. */
async function linkTo(person_id: string): Promise<string> {
  const { asked_details } = await rowOf(person_id)
  const signed = {
    purpose: 'details_confirm',
    id: person_id,
    round: 1,
    scope: asked_details?.id ?? '',
  } as const
  return `/confirm-details/${signId(api.deps.keys, signed)}`
}
const open = (url: string) => api.inject({ method: 'GET', url })
const press = (url: string) => api.inject({ method: 'POST', url, payload: '' })
async function save({ person, token }: { person: PersonRow; token: string }, body: object) {
  await ask(token, body)
  return press(await linkTo(person.id))
}
const opens = async (token: string) => (await api.inject(`/assignment/${token}`)).statusCode
const sendInvite = (id: string, method: 'SMS' | 'EMAIL') =>
  api.ok(assignments.sendInvite, { headers: admin.headers, params: { id }, body: { method } })

const rowOf = (id: string) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.person).where(eq(schema.person.id, id))
    if (!row) throw new Error('no such person')
    return row
  })
const mailsTo = (person_id: string, template: string) =>
  api.deps.db.system(async (tx) => {
    const rows = await tx.select().from(schema.message).where(eq(schema.message.person_id, person_id))
    return rows.filter((row) => row.template === template)
  })
const phoneNoticesTo = (person_id: string) => mailsTo(person_id, 'phone_changed')

describe('a change of details', () => {
  test('is asked of the mailbox, and only the button of the page changes them', async () => {
    const { person, token, id } = await buildLinked()
    expect(await read(token)).toEqual({
      email: maskEmail(person.email),
      phone: maskPhone(OLD),
      language: 'en',
      unconfirmed: null,
      unconfirmed_email: null,
    })
    const answer = await ask(token, { phone: '070-174 06 05', language: 'sv' })
    expect(answer).toMatchObject({ phone: maskPhone(OLD), language: 'en', token })
    expect(answer.unconfirmed).toMatchObject({ fields: ['phone', 'language'] })
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    const mail = mails.find(({ to }) => to === person.email)
    const link = /http:\/\/localhost:3000(\/confirm-details\/[\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(link).toBe(await linkTo(person.id))
    expect(`${mail?.text}${mail?.html}`).not.toContain(NEW.slice(-6))

    for (let n = 0; n < 2; n++) {
      const { statusCode, body, headers } = await open(link)
      expect([statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([
        200,
        'no-store',
        'noindex',
      ])
      expect(body).toContain('+46 70 174 06 05')
    }
    expect(await rowOf(person.id)).toMatchObject({ phone: OLD, language: 'en', version: person.version })

    expect((await press(link)).body).toContain('Bekräftat')
    expect(await rowOf(person.id)).toMatchObject({ phone: NEW, language: 'sv', version: person.version + 1 })
    expect(await read(token)).toMatchObject({ phone: maskPhone(NEW), language: 'sv', unconfirmed: null })
    const sent = await phoneNoticesTo(person.id)
    expect(sent).toMatchObject([{ channel: 'EMAIL', address: person.email }])
    expect(sent[0]?.payload).toMatchObject({ is_removed: false, shifts: [{ assignment_id: id, round: 1 }] })
    // A second press and a reload show that it is done.
    for (const page of [await press(link), await open(link)]) expect(page.body).toContain('Bekräftat')
    expect(await phoneNoticesTo(person.id)).toHaveLength(1)
    expect((await rowOf(person.id)).asked_details).not.toHaveProperty('phone')
  })

  test('by a stranger who holds the link changes and shows nothing', async () => {
    const { person, token } = await buildLinked()
    const answers = [
      await ask(token, { phone: NEW }),
      await api.ok(changeEmail, { params: { token }, body: { email: 'stranger@elsewhere.example' } }),
      await read(token),
    ]
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/stranger|0740605|\+46/)
    expect(await rowOf(person.id)).toMatchObject({ email: person.email, phone: OLD })
    const to_strangers = await api.deps.db.system((tx) =>
      tx.select().from(schema.message).where(eq(schema.message.address, 'stranger@elsewhere.example')),
    )
    expect(to_strangers).toEqual([])
  })

  test('of the language alone tells nothing more', async () => {
    const linked = await buildLinked()
    await save(linked, { language: 'sv' })
    expect(await rowOf(linked.person.id)).toMatchObject({ phone: OLD, language: 'sv' })
    expect(await phoneNoticesTo(linked.person.id)).toEqual([])
  })

  test.each([null, ''])('%j removes the number', async (phone) => {
    const linked = await buildLinked()
    await save(linked, { phone })
    expect(await rowOf(linked.person.id)).toMatchObject({ phone: null })
    expect((await phoneNoticesTo(linked.person.id)).map(({ payload }) => payload)).toMatchObject([
      { is_removed: true },
    ])
  })

  test('ends with a newer one, with 24 hours, and with another address', async () => {
    const { person, token } = await buildLinked()
    await ask(token, { phone: NEW })
    const first = await linkTo(person.id)
    await ask(token, { phone: null })
    expect((await press(first)).statusCode).toBe(404)
    const second = await linkTo(person.id)
    api.setNow(hoursAfter(start, 24))
    expect((await press(second)).body).toContain('This link no longer works')
    expect(await read(token)).toMatchObject({ unconfirmed: null })
    await api.deps.db.system((tx) => deleteOldAskedDetails(tx, hoursAfter(start, 25)))
    expect(await rowOf(person.id)).toMatchObject({ phone: OLD, asked_details: null })
    api.setNow(start)

    await ask(token, { phone: NEW })
    const third = await linkTo(person.id)
    const body = { email: `corrected-${person.email}` }
    await api.ok(people.updatePerson, { headers: admin.headers, params: { id: person.id }, body })
    await press(third)
    expect(await rowOf(person.id)).toMatchObject({ phone: OLD })
  })

  test('is taken back on the page', async () => {
    const { person, token } = await buildLinked()
    await ask(token, { phone: NEW })
    const link = await linkTo(person.id)
    expect(await api.ok(changeEmail, { params: { token }, body: { email: null } })).toMatchObject({
      unconfirmed: null,
    })
    expect((await press(link)).statusCode).toBe(404)
    expect(await rowOf(person.id)).toMatchObject({ phone: OLD })
  })

  test('ends when the organizer makes a new link, because who held the old one may have asked', async () => {
    const { person, id, token } = await buildLinked()
    await ask(token, { phone: NEW })
    const link = await linkTo(person.id)
    await api.ok(assignments.replaceLink, { headers: admin.headers, params: { id }, body: { notify: false } })
    expect((await press(link)).statusCode).toBe(404)
    expect(await rowOf(person.id)).toMatchObject({ phone: OLD })
  })

  test.each(['hard_bounce', 'block'])('is refused where no e-mail can be sent (%s)', async (why) => {
    const { person, token } = await buildLinked()
    const { organization_id, email } = person
    await api.deps.db.system((tx) =>
      why === 'block'
        ? insertBlock(tx, email)
        : insertSuppression(tx, { organization_id, channel: 'EMAIL', address: email, reason: 'hard_bounce' }),
    )
    const refusal = { status: 409, code: 'mailbox_unreachable' }
    expect(await saveRefused(token, { phone: NEW })).toMatchObject(refusal)
    expect(
      await api.refused(changeEmail, { params: { token }, body: { email: 'a@b.example' } }),
    ).toMatchObject(refusal)
    expect(await api.refused(personalPage.sendCalendarFeed, { params: { token } })).toMatchObject(refusal)
  })
})

test("without a choice the language is the organization's", async () => {
  const { token } = await buildLinked({ person: await somebody({ language: null }) })
  const organization = await api.deps.db.system((tx) =>
    tx.select().from(schema.organization).where(eq(schema.organization.id, admin.organization_id)),
  )
  expect((await read(token)).language).toBe(organization[0]?.language)
})

test('the administrator reads the new number, and what they had open is not saved over it', async () => {
  const linked = await buildLinked()
  const { person } = linked
  await save(linked, { phone: NEW })
  const { headers } = admin
  const [shown] = await api.ok(people.listPeople, { headers, query: { email: person.email } })
  expect(shown).toMatchObject({ phone: NEW })
  const body = { phone: OLD, version: person.version }
  expect(await api.refused(people.updatePerson, { headers, params: { id: person.id }, body })).toMatchObject({
    code: 'changed_elsewhere',
  })
})

describe('links that were sent to the former number', () => {
  test('stop working, and go out anew by e-mail only', async () => {
    const linked = await buildLinked({ status: 'INVITED' })
    const { person, id, token } = linked
    await sendInvite(id, 'SMS')
    await save(linked, { phone: NEW })
    expect([await opens(token), await opens(tokenOf(id, 2))]).toEqual([404, 200])
    expect(await phoneNoticesTo(person.id)).toMatchObject([
      { channel: 'EMAIL', payload: { shifts: [{ assignment_id: id, round: 2 }] } },
    ])
    const sms = await api.deps.db.system((tx) =>
      tx.select().from(schema.message).where(eq(schema.message.address, NEW)),
    )
    expect(sms.filter(({ person_id }) => person_id === person.id)).toEqual([])
  })

  test('negative control: without the look at what was sent they still work', async () => {
    const linked = await buildLinked({ status: 'INVITED' })
    await sendInvite(linked.id, 'SMS')
    vi.mocked(sentMessages.listLinkedAssignments).mockResolvedValueOnce([])
    await save(linked, { phone: NEW })
    expect(await opens(linked.token)).toBe(200)
  })

  test('stay when they were sent by e-mail', async () => {
    const linked = await buildLinked({ status: 'INVITED' })
    await sendInvite(linked.id, 'EMAIL')
    await save(linked, { phone: NEW })
    expect(await opens(linked.token)).toBe(200)
  })
})

describe('refused', () => {
  test('what is no number, and a language that does not exist', async () => {
    const { person, token } = await buildLinked()
    for (const body of [{ phone: '12' }, { phone: 'x' }, { language: 'de' }, { email: 'a@b.example' }])
      expect(await saveRefused(token, body)).toMatchObject({ status: 400, code: 'validation' })
    expect(await rowOf(person.id)).toEqual(person)
  })

  test('a replaced, an unknown and an expired link', async () => {
    const { id, token } = await buildLinked()
    const { id: expired } = await buildAssignment(api.deps, {
      token_expires_at: hoursAfter(api.deps.now(), -1),
    })
    await api.ok(assignments.replaceLink, {
      headers: admin.headers,
      params: { id },
      body: { notify: false },
    })
    const cases = [
      { given: token, status: 404, code: 'link_replaced' },
      { given: 'x'.repeat(43), status: 404, code: 'link_invalid' },
      { given: tokenOf(expired), status: 403, code: 'link_expired' },
    ]
    for (const { given, ...refusal } of cases) {
      expect(await api.refused(getDetails, { params: { token: given } })).toMatchObject(refusal)
      expect(await saveRefused(given, { language: 'sv' })).toMatchObject(refusal)
    }
  })

  test('an erased person, whose shift is over', async () => {
    const { person, token } = await buildLinked({ in: -5 })
    expect(await read(token)).toMatchObject({ email: maskEmail(person.email) })
    await api.ok(people.deletePerson, { headers: admin.headers, params: { id: person.id } })
    expect(await api.refused(getDetails, { params: { token } })).toMatchObject({ code: 'link_invalid' })
    expect(await saveRefused(token, { phone: NEW })).toMatchObject({ code: 'link_invalid' })
    expect(await rowOf(person.id)).toMatchObject({ phone: null, language: null })
  })
})

describe('at once', () => {
  test('a double press changes and tells once', async () => {
    const { person, token } = await buildLinked()
    await ask(token, { phone: NEW })
    const link = await linkTo(person.id)
    await Promise.all([press(link), press(link)])
    expect(await rowOf(person.id)).toMatchObject({ phone: NEW })
    expect(await phoneNoticesTo(person.id)).toHaveLength(1)
  })

  test('an erasure leaves neither number nor message', async () => {
    const { person, token } = await buildLinked()
    await Promise.all([
      api.inject({ method: 'PUT', url: `/assignment/${token}/details`, payload: { phone: NEW } }),
      api.ok(people.deletePerson, { headers: admin.headers, params: { id: person.id } }),
    ])
    const { left, messages } = await api.deps.db.system(async (tx) => ({
      left: await tx.select().from(schema.person).where(eq(schema.person.id, person.id)),
      messages: await tx.select().from(schema.message).where(eq(schema.message.person_id, person.id)),
    }))
    expect(left.filter(({ phone }) => phone !== null)).toEqual([])
    expect(
      messages.filter(({ template, address }) => template === 'details_confirm' && address !== ''),
    ).toEqual([])
  })
})

test('no cache keeps what is answered', async () => {
  const { token } = await buildLinked()
  const answer = await api.inject(`/assignment/${token}/details`)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test("another person's link shows and changes their own details only", async () => {
  const [one, two] = [await buildLinked(), await buildLinked()]
  await save(one, { phone: NEW, language: 'sv' })
  expect(await rowOf(two.person.id)).toMatchObject({ phone: OLD, language: 'en' })
  expect(await api.ok(getAssignment, { params: { token: one.token } })).not.toHaveProperty('phone')
})

test('five requests an hour for one person, whatever they ask for', async () => {
  api.setNow(new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString())
  const { token, person } = await buildLinked()
  for (let n = 0; n < 5; n++) await ask(token, n % 2 ? { phone: NEW } : { language: 'sv' })
  expect(await saveRefused(token, { phone: NEW })).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(await mailsTo(person.id, 'details_confirm')).toHaveLength(5)
})
