import { randomUUID } from 'node:crypto'
import { session as contract } from '@muster/contract/session'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerBytes } from '../../../test/answer-bytes.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { setHits } from '../../../test/limits.ts'
import { type BuiltAccount, buildAccount, credentialsOf, openBrowser } from '../../../test/sessions.ts'
import * as rateLimit from '../../access/rate-limit.ts'
import { accountMessage } from '../../db/schema.ts'
import { oneTimeLinkToken, signId } from '../../signing/signed-id.ts'

const WITHIN = { bucket: '', window_start: '', hits: 1, over: 0, retry_after: 0 }
const NEW = 'seven green tents'
const INVALID = { code: 'reset_link_invalid' }

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(() => api.setNow('2026-06-01T12:00:00.000Z'))
afterAll(() => api.close())

test('the mail’s link sets a new password, once, and ends every session', async () => {
  const account = await buildAccount(api)
  const browser = openBrowser(api)
  await browser.login(account)
  const token = await askForLink(account)

  await api.ok(contract.resetPassword, { body: { token, password: NEW } })
  expect(await browser.refresh()).toMatchObject({ status: 401 })
  const old = { authorization: `Bearer ${browser.token}` }
  expect(await api.inject({ url: '/api/my-organizations', headers: old })).toMatchObject({ statusCode: 401 })
  expect(await api.refused(contract.login, { body: credentialsOf(account) })).toMatchObject({ status: 401 })
  expect(await api.ok(contract.login, { body: { email: account.email, password: NEW } })).toHaveProperty(
    'token',
  )

  const again = await api.refused(contract.resetPassword, {
    body: { token, password: 'another three words' },
  })
  expect(again).toMatchObject({ status: 403, ...INVALID })
})

test('the mail waits in the outbox and holds nothing usable', async () => {
  const account = await buildAccount(api)
  const token = await askForLink(account)
  const [mail] = await api.deps.db.system((tx) =>
    tx.select().from(accountMessage).where(eq(accountMessage.user_id, account.id)),
  )
  expect(mail).toMatchObject({
    template: 'password_reset',
    status: 'QUEUED',
    address: account.email,
    language: 'en',
  })
  expect(JSON.stringify(mail)).not.toContain(token)
})

test('an unknown e-mail is answered the same way, and nothing is sent', async () => {
  const { email } = await buildAccount(api)
  const ask = async (address: string) => {
    const started = performance.now()
    const answer = await api.inject({
      method: 'POST',
      url: contract.requestPasswordReset.path,
      payload: { email: address },
    })
    return { bytes: answerBytes(answer), ms: performance.now() - started }
  }
  const unknown = `${randomUUID()}@muster.example`
  const before = await countMails()
  const nobody = await ask(unknown)
  expect(await countMails()).toBe(before)
  const known = await ask(email.toUpperCase())
  expect(await countMails()).toBe(before + 1)
  expect(nobody.bytes).toBe(known.bytes)
  // Both are held back until the same moment; how close they come is measured elsewhere.
  for (const { ms } of [nobody, known]) expect(ms).toBeGreaterThanOrEqual(249)
})

describe('over the limit nothing is sent, and the answer is the same', () => {
  test('five mails to one account, whoever asks', async () => {
    expect(await askSixTimes((number) => `192.0.2.${number}`)).toEqual({ answers: ['204'], mails: 5 })
  })

  test('twenty mails to one account a day, whoever asks', async () => {
    expect(await askSixTimes((number) => `192.0.2.${number}`)).toEqual({ answers: ['204'], mails: 5 })
    await setHits(api.deps, 'reset-account-day', 20)
    const [sent] = await api.deps.db.system((tx) =>
      tx.select().from(accountMessage).orderBy(desc(accountMessage.created_at)).limit(1),
    )
    const email = sent?.address ?? ''
    const before = await countMails()
    api.setNow('2026-06-01T13:00:00.000Z')
    await askFrom('192.0.2.9', email)
    expect(await countMails()).toBe(before)
    api.setNow('2026-06-02T00:00:00.000Z')
    await askFrom('192.0.2.9', email)
    expect(await countMails()).toBe(before + 1)
  })

  test('negative control: without the count all six are sent', async () => {
    vi.mocked(rateLimit.countShared).mockResolvedValue(WITHIN)
    expect(await askSixTimes((number) => `192.0.2.${number}`)).toEqual({ answers: ['204'], mails: 6 })
  })

  test('fifty from one address, whatever e-mails it asks for', async () => {
    const nobodies = Array.from({ length: 50 }, (_, number) => `nobody-${number}@muster.example`)
    await Promise.all(nobodies.map((email) => askFrom('203.0.113.9', email)))
    expect(await askSixTimes(() => '203.0.113.9')).toEqual({ answers: ['204'], mails: 0 })
  })
})

test('a link lives for 60 minutes', async () => {
  const account = await buildAccount(api)
  const token = await askForLink(account)
  api.setNow('2026-06-01T13:00:00.000Z')
  const late = await api.refused(contract.resetPassword, { body: { token, password: NEW } })
  expect(late).toMatchObject({ status: 403, ...INVALID })
  api.setNow('2026-06-01T12:59:59.999Z')
  await api.ok(contract.resetPassword, { body: { token, password: NEW } })
})

test('a new password spends the links asked for before', async () => {
  const account = await buildAccount(api)
  const [first, second] = [await askForLink(account), await askForLink(account)]
  await api.ok(contract.resetPassword, { body: { token: second, password: NEW } })
  const refused = await api.refused(contract.resetPassword, { body: { token: first, password: NEW } })
  expect(refused).toMatchObject({ status: 403, ...INVALID })
})

test('of ten who use a link at once one succeeds', async () => {
  const account = await buildAccount(api)
  const token = await askForLink(account)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      api.inject({
        method: 'POST',
        url: contract.resetPassword.path,
        payload: { token, password: `${NEW} ${number}` },
      }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(9)
})

test('D8: a password that is easy to guess or too long is refused, and the link still serves', async () => {
  const account = await buildAccount(api)
  const token = await askForLink(account)
  for (const password of ['short', 'password1234', account.email]) {
    const refused = await api.refused(contract.resetPassword, { body: { token, password } })
    expect(refused).toMatchObject({ status: 400, code: 'password_weak' })
  }
  const endless = await api.refused(contract.resetPassword, { body: { token, password: 'x'.repeat(201) } })
  expect(endless).toMatchObject({ status: 400, code: 'password_too_long' })
  const long = 'blå cykel! '.repeat(18)
  await api.ok(contract.resetPassword, { body: { token, password: long } })
  expect(await api.ok(contract.login, { body: { email: account.email, password: long } })).toHaveProperty(
    'token',
  )
})

test('what we have not signed for this purpose is no link', async () => {
  const id = randomUUID()
  const { keys } = api.deps
  const forged = [
    '',
    'x',
    id,
    oneTimeLinkToken(keys, id),
    signId(keys, { purpose: 'calendar', id, round: 1 }),
    `${oneTimeLinkToken(keys, id)}x`,
    '\0'.repeat(43),
  ]
  for (const token of forged) {
    const refused = await api.refused(contract.resetPassword, { body: { token, password: NEW } })
    expect(refused).toMatchObject({ status: 404, ...INVALID })
  }
})

/** Asks six times for the mail to one new account. Returns the answers and how many mails were written. */
async function askSixTimes(addressOf: (number: number) => string) {
  const { email } = await buildAccount(api)
  const before = await countMails()
  const answers: string[] = []
  for (let number = 0; number < 6; number++) {
    const { statusCode, body } = await askFrom(addressOf(number), email)
    answers.push(`${statusCode}${body}`)
  }
  return { answers: [...new Set(answers)], mails: (await countMails()) - before }
}

function askFrom(remoteAddress: string, email: string) {
  const { path: url } = contract.requestPasswordReset
  return api.inject({ method: 'POST', url, payload: { email }, remoteAddress })
}

/** Asks for the mail and derives its link, as the worker does. */
async function askForLink({ id, email }: BuiltAccount): Promise<string> {
  await api.ok(contract.requestPasswordReset, { body: { email } })
  const [mail] = await api.deps.db.system((tx) =>
    tx
      .select()
      .from(accountMessage)
      .where(eq(accountMessage.user_id, id))
      .orderBy(desc(accountMessage.id))
      .limit(1),
  )
  return oneTimeLinkToken(api.deps.keys, String(mail?.payload['one_time_token_id']))
}

function countMails(): Promise<number> {
  return api.deps.db.system((tx) => tx.$count(accountMessage))
}
