import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { session } from '@muster/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildAccount, credentialsOf, openBrowser } from '../../../test/sessions.ts'
import { newId } from '../../db/ids.ts'

const NEW = 'seven green tents'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

async function signIn(account: { email: string; password: string }, user_agent?: string) {
  const headers = user_agent === undefined ? {} : { 'user-agent': user_agent }
  const { token } = await api.ok(session.login, { body: credentialsOf(account), headers })
  return { headers: { authorization: `Bearer ${token}` } }
}

test('the password is changed with the current one; other sessions end', async () => {
  const account = await buildAccount(api)
  const [one, other] = [await signIn(account), await signIn(account)]
  const change = (current_password: string, password: string) => ({
    ...one,
    body: { current_password, password },
  })
  expect(await api.refused(session.changePassword, change('wrong', NEW))).toMatchObject({
    status: 400,
    code: 'current_password_wrong',
  })
  expect(await api.refused(session.changePassword, change(account.password, 'short'))).toMatchObject({
    code: 'password_weak',
  })
  expect(await api.refused(session.changePassword, change(account.password, account.password))).toMatchObject(
    {
      status: 422,
      code: 'same_password',
    },
  )
  await api.ok(session.changePassword, change(account.password, NEW))
  expect(await api.refused(session.getAccount, other)).toMatchObject({ status: 401 })
  expect(await api.ok(session.getAccount, one)).toMatchObject({ password_changed_at: expect.any(String) })
  expect(await api.refused(session.login, { body: credentialsOf(account) })).toMatchObject({ status: 401 })
  await signIn({ ...account, password: NEW })
})

test('an account has a name, until it is cleared', async () => {
  const account = await buildAccount(api)
  const one = await signIn(account)
  const change = (name: string | null) => api.ok(session.changeAccount, { ...one, body: { name } })
  expect(await api.ok(session.getAccount, one)).toMatchObject({ email: account.email, name: null })
  expect(await change('  Åsa Öberg ')).toMatchObject({ name: 'Åsa Öberg' })
  expect(await api.ok(session.getAccount, one)).toMatchObject({ name: 'Åsa Öberg' })
  expect(await change('')).toMatchObject({ name: null })
  const long = { ...one, body: { name: 'å'.repeat(101) } }
  expect(await api.refused(session.changeAccount, long)).toMatchObject({ status: 400, code: 'validation' })
})

test('of two changes at once one is done', async () => {
  const account = await buildAccount(api)
  const one = await signIn(account)
  const send = (password: string) =>
    api.inject({
      method: 'POST',
      url: '/api/account/password',
      ...one,
      payload: { current_password: account.password, password },
    })
  const answers = await Promise.all([send(NEW), send('nine purple kites')])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 400])
})

test('sessions are listed in plain words, and ended', async () => {
  const account = await buildAccount(api)
  const [one, other] = [await signIn(account, FIREFOX), await signIn(account, 'curl/8')]
  const { sessions } = await api.ok(session.listSessions, one)
  expect(sessions).toHaveLength(2)
  const current = sessions.find(({ is_current }) => is_current)
  expect(current).toMatchObject({ browser: 'Firefox', system: 'Windows' })
  const second = sessions.find(({ is_current }) => !is_current)
  expect(second).toMatchObject({ system: null })

  await api.ok(session.endSession, { ...one, params: { id: second?.id ?? '' } })
  expect(await api.refused(session.getAccount, other)).toMatchObject({ status: 401 })
  expect((await api.ok(session.listSessions, one)).sessions).toHaveLength(1)
})

test('a session that can be refreshed no more is not listed', async () => {
  const account = await buildAccount(api)
  await signIn(account)
  const listed = async () => (await api.ok(session.listSessions, await signIn(account))).sessions.length
  const before = api.deps.now()
  api.setNow(addMs(before, 29 * DAY_MS))
  expect(await listed()).toBe(2)
  api.setNow(addMs(before, 31 * DAY_MS))
  expect(await listed()).toBe(2)
  api.setNow(before)
})

test('sessions of others are unknown', async () => {
  const [ours, theirs] = [await signIn(await buildAccount(api)), await signIn(await buildAccount(api))]
  const [their_session] = (await api.ok(session.listSessions, theirs)).sessions
  for (const id of [their_session?.id ?? '', newId()])
    expect(await api.refused(session.endSession, { ...ours, params: { id } })).toMatchObject({ status: 404 })
  await api.ok(session.getAccount, theirs)
})

test('all others end, and their cookies with them', async () => {
  const account = await buildAccount(api)
  const browser = openBrowser(api)
  await browser.login(account)
  const one = await signIn(account)
  await api.ok(session.endOtherSessions, one)
  expect(await browser.refresh()).toMatchObject({ status: 401 })
  await api.ok(session.getAccount, one)
})
