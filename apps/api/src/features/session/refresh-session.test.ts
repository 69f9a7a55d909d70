import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildAccount, openBrowser } from '../../../test/sessions.ts'
import { appUser, session } from '../../db/schema.ts'
import * as queries from './queries.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test('six tabs that refresh at once get one and the same token, and the session lives', async () => {
  const { statuses, cookies, tabs } = await refreshAtOnce(6)
  expect(statuses).toEqual(Array(6).fill(200))
  expect(cookies.size).toBe(1)
  expect(await tabs[0]?.refresh()).toMatchObject({ status: 200 })
})

describe('the token before the current one', () => {
  test('is taken five times; the sixth ends the session', async () => {
    const { stolen, browser } = await renewOnce()
    for (let times = 0; times < 5; times++)
      expect(await openBrowser(api, stolen).refresh()).toMatchObject({ status: 200 })
    expect(await openBrowser(api, stolen).refresh()).toMatchObject({ status: 401, code: 'session_invalid' })
    expect(await browser.refresh()).toMatchObject({ status: 401, code: 'session_invalid' })
  })

  test('is taken for 60 seconds; later it ends the session', async () => {
    const { stolen, browser } = await renewOnce()
    api.setNow('2026-06-01T12:01:00.000Z')
    expect(await openBrowser(api, stolen).refresh()).toMatchObject({ status: 200 })
    api.setNow('2026-06-01T12:01:00.001Z')
    expect(await openBrowser(api, stolen).refresh()).toMatchObject({ status: 401, code: 'session_invalid' })
    expect(await browser.refresh()).toMatchObject({ status: 401, code: 'session_invalid' })
  })

  test('negative control: where the repeats are not counted, a thief takes it as often as they like', async () => {
    vi.mocked(queries.countRepeat).mockResolvedValue()
    const { stolen } = await renewOnce()
    for (let times = 0; times < 12; times++)
      expect(await openBrowser(api, stolen).refresh()).toMatchObject({ status: 200 })
  })

  test('does not use up what is tolerated of the next', async () => {
    const { stolen, browser } = await renewOnce()
    for (let times = 0; times < 5; times++) await openBrowser(api, stolen).refresh()
    const before = browser.cookie
    await browser.refresh()
    expect(await openBrowser(api, before).refresh()).toMatchObject({ status: 200 })
  })
})

test('negative control: with a plain read in place of the lock they do not', async () => {
  vi.mocked(queries.lockSession).mockImplementation(async (tx, id) => {
    const [found] = await tx
      .select()
      .from(session)
      .innerJoin(appUser, eq(appUser.id, session.user_id))
      .where(eq(session.id, id))
    return found && { ...found.session, email: found.app_user.email }
  })
  const rounds: number[][] = []
  while (rounds.length < 10 && !rounds.at(-1)?.includes(500)) rounds.push((await refreshAtOnce(6)).statuses)
  expect(rounds.at(-1)).toContain(500)
})

/** Returns the token that was stolen before the renewal, and the browser that has the one after it. */
async function renewOnce() {
  api.setNow('2026-06-01T12:00:00.000Z')
  const browser = openBrowser(api)
  await browser.login(await buildAccount(api))
  const stolen = browser.cookie
  await browser.refresh()
  return { stolen, browser }
}

async function refreshAtOnce(count: number) {
  const browser = openBrowser(api)
  await browser.login(await buildAccount(api))
  const tabs = Array.from({ length: count }, () => openBrowser(api, browser.cookie))
  const answers = await Promise.all(tabs.map((tab) => tab.refresh()))
  return {
    tabs,
    statuses: answers.map(({ status }) => status),
    cookies: new Set(tabs.map(({ cookie }) => cookie)),
  }
}
