import { changeStatus, invite, planFestival } from './festival.ts'
import { expect, type Page, test } from './journey.ts'
import { allowedPort, serveClientPage } from './serve-client-page.ts'
import { openSession } from './session.ts'

/* apps/api/src/protocols/supabase/live/direct-feed.test.ts tests the same in Node. */

let served: Awaited<ReturnType<typeof serveClientPage>>
let foreign: Awaited<ReturnType<typeof serveClientPage>>
test.beforeAll(async ({ baseURL }) => {
  const source = new URL('realtime-page.ts', import.meta.url)
  const api = baseURL ?? ''
  served = await serveClientPage({ source, port: allowedPort(), api })
  foreign = await serveClientPage({ source, port: 0, api })
})
test.afterAll(() => Promise.all([served.stop(), foreign.stop()]))

for (const version of ['2.11.2', '2.119.1']) {
  test(`version ${version} of the public realtime client, on a page of another origin`, async ({
    browser,
    request,
  }) => {
    const { event_id, empty, roomy } = await planFestival(request)
    const openPage = async () => {
      const page = await (await browser.newContext()).newPage()
      await page.goto(`${served.origin}/${version}`)
      return page
    }
    const page = await openPage()
    const ofShifts = { table: 'assignment', filter: `shift_id=in.(${empty.id},${roomy.id})` }
    const subscribed = { status: 'SUBSCRIBED', error: undefined }

    await test.step('gets the changes of a list of shifts, and none of who did not come', async () => {
      expect(await follow(page, 'places', ofShifts)).toEqual(subscribed)
      const { id } = await invite(request, empty, 'Åsa')
      await changeStatus(request, id, 'CONFIRMED')
      const shown = { id, shift_id: empty.id, person_id: id }
      await expect.poll(() => lastChange(page)).toMatchObject({ new: { ...shown, status: 'CONFIRMED' } })
      await changeStatus(request, id, 'DECLINED')
      await expect
        .poll(() => lastChange(page))
        .toMatchObject({ new: { ...shown, status: 'DECLINED' }, old: { status: 'CONFIRMED' } })
    })

    await test.step('shows a member an invitation, without the contact', async () => {
      const member = await openPage()
      const { token } = await openSession(request)
      await member.evaluate((its) => window.setToken(its), token)
      expect(await follow(member, 'places', ofShifts)).toEqual(subscribed)
      const { id } = await invite(request, roomy, 'Örjan')
      await expect
        .poll(() => lastChange(member))
        .toMatchObject({ eventType: 'INSERT', new: { id, status: 'INVITED' } })
      const told = await member.evaluate(() => JSON.stringify(window.changes))
      expect(told).not.toMatch(/@|\+46/)
      expect(await page.evaluate(() => JSON.stringify(window.changes))).not.toContain(id)
      await member.context().close()
    })

    await test.step('follows the shifts of the event, and is refused other tables', async () => {
      expect(await follow(page, 'shifts', { table: 'shift', filter: `event_id=eq.${event_id}` })).toEqual(
        subscribed,
      )
      const refused = await follow(page, 'people', { table: 'person', filter: `id=eq.${event_id}` })
      expect(refused).toMatchObject({
        status: 'CHANNEL_ERROR',
        error: expect.stringContaining('UnknownTable'),
      })
    })

    await test.step('sees how many others are on the sign-up page', async () => {
      const other = await openPage()
      for (const [i, each] of [page, other].entries()) {
        await each.evaluate(([name, key]) => window.visit(name, key), [
          `shift_signup:${empty.id}`,
          `${i}`,
        ] as const)
      }
      for (const each of [page, other]) await expect.poll(() => each.evaluate(() => window.others)).toBe(1)
      await other.context().close()
      await expect.poll(() => page.evaluate(() => window.others)).toBe(0)
    })

    await test.step('gets no connection from an origin that is not allowed', async () => {
      const stranger = await (await browser.newContext()).newPage()
      await stranger.goto(`${foreign.origin}/${version}`)
      expect([await connects(page), await connects(stranger)]).toEqual([true, false])
      await stranger.context().close()
    })
    await page.context().close()
  })
}

const follow = (page: Page, channel: string, asked: { table: string; filter: string }) =>
  page.evaluate(([name, what]) => window.follow(name, what), [channel, asked] as const)

const lastChange = (page: Page) => page.evaluate(() => window.changes.at(-1))

const connects = (page: Page) => page.evaluate(() => window.connects())
