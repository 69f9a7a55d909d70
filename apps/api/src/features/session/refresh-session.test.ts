import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildAccount, openBrowser } from '../../../test/sessions.ts'
import { appUser, session } from '../../db/schema.ts'
import * as queries from './queries.ts'

vi.mock('./queries.ts', { spy: true })

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test('ten tabs that refresh at once get one and the same token, and the session lives', async () => {
  const { statuses, cookies, tabs } = await refreshTenAtOnce()
  expect(statuses).toEqual(Array(10).fill(200))
  expect(cookies.size).toBe(1)
  expect(await tabs[0]?.refresh()).toMatchObject({ status: 200 })
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
  const { statuses } = await refreshTenAtOnce()
  expect(statuses).toContain(500)
})

async function refreshTenAtOnce() {
  const browser = openBrowser(api)
  await browser.login(await buildAccount(api))
  const tabs = Array.from({ length: 10 }, () => openBrowser(api, browser.cookie))
  const answers = await Promise.all(tabs.map((tab) => tab.refresh()))
  return {
    tabs,
    statuses: answers.map(({ status }) => status),
    cookies: new Set(tabs.map(({ cookie }) => cookie)),
  }
}
