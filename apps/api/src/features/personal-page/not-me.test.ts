import { signup } from '@muster/contract/signup'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildOrganization,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { enqueueAccountEmail, enqueueConfirmation } from '../../outbox/enqueue.ts'
import { signId } from '../../signing/signed-id.ts'
import { insertResetToken } from '../session/token-queries.ts'

/* D28: the recipient of a confirmation they did not ask for frees the place and stops further e-mail. */

let api: TestApp
let shift: ShiftRow
let victim: string
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.setNow(new Date().toISOString())
  const { id: organization_id } = await buildOrganization(api.deps, { name: 'Lunds <b>IF</b>' })
  shift = await buildShift(api.deps, { organization_id, required_qty: 100 })
  victim = `${newId()}@private.example`
})

const signUp = (first_name = 'Anna', at: { id: string } = shift, email = victim) =>
  api.ok(signup.signUp, {
    params: { shiftId: at.id },
    headers: { 'accept-language': 'en' },
    body: { first_name, last_name: 'Berg', email, phone: '+46701234567' },
  })

/** Delivers the e-mails that are due and returns those sent to the victim. */
async function deliver() {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails.filter(({ to }) => to.toLowerCase() === victim)
}

async function pathInMail(): Promise<string> {
  const [mail] = await deliver()
  const url = /http:\/\/localhost:3000(\/not-me\/[\w-]{43})/.exec(mail?.text ?? '')?.[1]
  if (!url) throw new Error('no link to stop it')
  expect(mail?.html).toContain(url)
  return url
}

const open = (url: string, headers = {}) => api.inject({ method: 'GET', url, headers })
const press = (url: string, payload = '') =>
  api.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const statuses = async (shift_id = shift.id) =>
  (
    await api.deps.db.system((tx) =>
      tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift_id)),
    )
  ).map(({ status }) => status)
const failures = () =>
  api.deps.db.system((tx) =>
    tx
      .select({ status: schema.message.status, reason: schema.message.failure_reason })
      .from(schema.message)
      .where(sql`${schema.message.address} = ${victim} and ${schema.message.status} = 'FAILED'`),
  )

test('opening the link changes nothing: link scanners do', async () => {
  await signUp()
  const url = await pathInMail()
  for (let n = 0; n < 3; n++) {
    const { statusCode, body, headers } = await open(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    expect(body).toContain('It wasn’t me')
    expect(body).toContain(victim)
    expect(body).toContain('Lunds &lt;b&gt;IF&lt;/b&gt;')
    expect(body).not.toContain('<b>IF')
    expect(body).not.toContain('<script')
  }
  expect(await statuses()).toEqual(['CONFIRMED'])
  await signUp('Bea')
  expect(await deliver()).toHaveLength(1)
})

test('pressing frees the place, seen by open screens, and ends e-mail of every organisation', async () => {
  await signUp()
  const url = await pathInMail()
  const heard: unknown[] = []
  const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
  const { statusCode, body } = await press(url)
  stop()
  expect(statusCode).toBe(200)
  expect(body).toContain(`No more e-mail goes from Muster to ${victim}.`)
  expect(body).toContain('No longer signed up with this address')
  expect(body).not.toContain('It wasn’t me')
  expect(heard).toContainEqual(expect.objectContaining({ kind: 'shifts', shift_ids: [shift.id] }))
  expect(await statuses()).toEqual(['DECLINED'])

  const elsewhere = await buildShift(api.deps)
  await signUp('Bea')
  await signUp('Cia', elsewhere, victim.toUpperCase())
  expect(await deliver()).toEqual([])
  expect(await failures()).toEqual([{ status: 'FAILED', reason: 'opted_out' }])
})

test('negative control: without the block the next sign-up is written to again', async () => {
  await signUp()
  await press(await pathInMail())
  await api.deps.db.system((tx) => tx.delete(schema.mailBlock))
  await signUp('Bea')
  expect(await deliver()).toHaveLength(1)
})

test('twice is once, and e-mail can be taken up again; the place stays free', async () => {
  await signUp()
  const url = await pathInMail()
  await press(url)
  expect((await press(url)).statusCode).toBe(200)
  expect((await press(url, 'resume=1')).body).toContain('It wasn’t me')
  expect(await statuses()).toEqual(['DECLINED'])
  await signUp('Bea')
  expect(await deliver()).toHaveLength(1)
})

test('the link of a digest frees every place it tells of, over organisations', async () => {
  const elsewhere = await buildShift(api.deps, { required_qty: 100 })
  const letters = 'abcdefghijkl'.split('')
  for (const letter of letters) await signUp(`Anna ${letter}`)
  await signUp('Anna', elsewhere)
  expect(await deliver()).toHaveLength(10)
  await api.deps.db.system((tx) => tx.update(schema.accountMessage).set({ due_at: sql`now()` }))
  const url = await pathInMail()
  expect((await open(url)).body.match(/<li>/g)).toHaveLength(3)
  await press(url)
  expect((await statuses()).filter((status) => status === 'DECLINED')).toHaveLength(2)
  expect(await statuses(elsewhere.id)).toEqual(['DECLINED'])
})

/** Builds CONFIRMED sign-ups, each named by an e-mail of the digest. */
async function buildDigest(count: number): Promise<string> {
  const digest_id = newId()
  const { organization_id } = shift
  const role = await buildRole(api.deps, { event: await buildEvent(api.deps, { organization_id }) })
  const person = await buildPerson(api.deps, { organization_id, email: victim, language: 'en' })
  for (let n = 0; n < count; n++) {
    const start_dt = hoursAfter(api.deps.now(), 24 + n)
    const at = await buildShift(api.deps, { role, start_dt, end_dt: hoursAfter(start_dt, 1) })
    const { id } = await buildAssignment(api.deps, { shift: at, person, status: 'CONFIRMED' })
    await api.deps.db.transaction(organization_id, (tx) =>
      enqueueConfirmation(tx, { assignment_ids: [id], now: api.deps.now() }),
    )
  }
  await api.deps.db.system((tx) =>
    tx.update(schema.message).set({ digest_id }).where(eq(schema.message.person_id, person.id)),
  )
  return `/not-me/${signId(api.deps.keys, { purpose: 'not_me', id: digest_id, round: 1 })}`
}

const countConfirmed = async () =>
  (
    await api.deps.db.system((tx) =>
      tx
        .select()
        .from(schema.assignment)
        .where(
          sql`${schema.assignment.organization_id} = ${shift.organization_id} and ${schema.assignment.status} = 'CONFIRMED'`,
        ),
    )
  ).length

test('of a digest with more than a hundred the page shows a hundred and counts the rest; all are freed', async () => {
  const url = await buildDigest(103)
  const lookUp = vi.spyOn(api.deps.findOrganization, 'ofAssignment')
  const { body } = await open(url)
  expect(body.match(/<li>/g)).toHaveLength(100)
  expect(body).toContain('And for 3 more shifts.')
  const transaction = vi.spyOn(api.deps.db, 'transaction')
  expect((await press(url)).body).not.toContain('It wasn’t me')
  expect(await countConfirmed()).toBe(0)
  // One transaction for each of three batches, and one for the states of the page.
  expect(transaction).toHaveBeenCalledTimes(4)
  // All requests share the cache of `findOrganization`: the page must not fill it.
  expect(lookUp).not.toHaveBeenCalled()
})

test('if not all could be freed, the form can be sent again', async () => {
  const url = await buildDigest(103)
  const transaction = api.deps.db.transaction.bind(api.deps.db)
  const spy = vi.spyOn(api.deps.db, 'transaction').mockImplementationOnce(transaction)
  spy.mockRejectedValueOnce(new Error('the database is gone'))
  expect((await press(url)).statusCode).toBe(500)
  expect(await countConfirmed()).toBe(100)
  expect((await open(url)).body).toContain('It wasn’t me')
  expect((await press(url)).body).not.toContain('It wasn’t me')
  expect(await countConfirmed()).toBe(0)
})

test('a place that an administrator has given to the right address is not freed by the wrong one', async () => {
  await signUp()
  const url = await pathInMail()
  await api.deps.db.system((tx) =>
    tx.update(schema.person).set({ email: 'anna@right.example' }).where(eq(schema.person.email, victim)),
  )
  const { body } = await press(url)
  expect(body).not.toContain('right.example')
  expect(await statuses()).toEqual(['CONFIRMED'])
})

test('after the shift nothing is freed any more', async () => {
  await signUp()
  const url = await pathInMail()
  api.setNow(hoursAfter(shift.end_dt, 1))
  expect((await press(url)).body).toContain('This shift is over')
  expect(await statuses()).toEqual(['CONFIRMED'])
})

test('a removed place is no error', async () => {
  await signUp()
  const url = await pathInMail()
  await api.deps.db.system((tx) =>
    tx.delete(schema.assignment).where(eq(schema.assignment.shift_id, shift.id)),
  )
  expect((await press(url)).statusCode).toBe(200)
})

test.each([
  { hours: 25, cancel_until_hours: 24, disowned: 'in_time', action: 'assignment.disowned' },
  { hours: 23, cancel_until_hours: 24, disowned: 'late', action: 'assignment.disowned_late' },
  { hours: 500, cancel_until_hours: null, disowned: 'late', action: 'assignment.disowned_late' },
])(
  '$hours hours before, with $cancel_until_hours to cancel, it is marked $disowned',
  async ({ hours, cancel_until_hours, disowned, action }) => {
    const event = await buildEvent(api.deps, { organization_id: shift.organization_id, cancel_until_hours })
    const role = await buildRole(api.deps, { event })
    const soon = await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), hours) })
    const { assignment_id } = await signUp('Anna', soon)
    const url = await pathInMail()
    await press(url)
    await press(url, 'resume=1')
    const { rows, log } = await api.deps.db.system(async (tx) => ({
      rows: await tx.select().from(schema.assignment).where(eq(schema.assignment.id, assignment_id)),
      log: await tx
        .select()
        .from(schema.auditLog)
        .where(eq(schema.auditLog.organization_id, shift.organization_id))
        .orderBy(schema.auditLog.id),
    }))
    expect(rows).toMatchObject([{ status: 'DECLINED', disowned }])
    expect(log.map((entry) => [entry.action, entry.actor_kind])).toEqual([
      [action, 'link'],
      ['assignment.mail_resumed', 'link'],
    ])
  },
)

test('a new password can still be asked for', async () => {
  await signUp()
  await press(await pathInMail())
  await api.deps.db.system(async (tx) => {
    const user = { id: newId(), email: victim }
    await tx.insert(schema.appUser).values({ ...user, password_hash: 'none' })
    const payload = { one_time_token_id: newId() }
    const link = {
      id: payload.one_time_token_id,
      user_id: user.id,
      expires_at: hoursAfter(api.deps.now(), 1),
    }
    await insertResetToken(tx, link)
    await enqueueAccountEmail(tx, { user, language: 'en', content: { template: 'password_reset', payload } })
  })
  expect(await deliver()).toHaveLength(1)
})

test('a link that is not ours, or of another kind, leads nowhere', async () => {
  await signUp()
  await deliver()
  const [row] = await api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.address, victim)),
  )
  const id = row?.id ?? ''
  const tokens = [
    'x',
    'x'.repeat(43),
    signId(api.deps.keys, { purpose: 'unsubscribe', id, round: 1 }),
    signId(api.deps.keys, { purpose: 'not_me', id: newId(), round: 1 }),
  ]
  for (const token of tokens) {
    expect((await press(`/not-me/${token}`)).statusCode).toBe(404)
    const answer = await open(`/not-me/${token}`, { 'accept-language': 'sv' })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('Den här länken leder ingenstans')
  }
  expect(await statuses()).toEqual(['CONFIRMED'])
})
