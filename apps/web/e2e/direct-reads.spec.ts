import { changeStatus, invite, planFestival } from './festival.ts'
import { expect, type Page, test } from './journey.ts'
import { allowedPort, serveClientPage } from './serve-client-page.ts'

/* apps/api/src/protocols/supabase/direct/direct-reads.test.ts tests the same in Node. */

let served: Awaited<ReturnType<typeof serveClientPage>>
let foreign: Awaited<ReturnType<typeof serveClientPage>>
test.beforeAll(async ({ baseURL }) => {
  const source = new URL('postgrest-page.ts', import.meta.url)
  const api = baseURL ?? ''
  served = await serveClientPage({ source, port: allowedPort(), api })
  foreign = await serveClientPage({ source, port: 0, api })
})
test.afterAll(() => Promise.all([served.stop(), foreign.stop()]))

for (const version of ['1.19.4', '2.119.1']) {
  test(`version ${version} of the public client of direct reads, on a page of another origin`, async ({
    browser,
    request,
  }) => {
    const { event_id, role_id, roomy, full, empty } = await planFestival(request)
    const { id } = await invite(request, empty, 'Åsa')
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${served.origin}/${version}`)
    const readName = () => read(page, 'person', 'id, first_name, last_name', id)

    await test.step('reads a name only once it is public', async () => {
      expect(await readName()).toEqual({ status: 200, data: [], code: undefined })
      await changeStatus(request, id, 'CONFIRMED')
      const row = { id, first_name: 'Åsa', last_name: 'Ek' }
      expect(await readName()).toEqual({ status: 200, data: [row], code: undefined })
    })

    await test.step('reads the shifts of an event', async () => {
      const { data } = await page.evaluate(
        (its) => window.read('shift', 'id, role_id, event_id', ['event_id', its]),
        event_id,
      )
      const rows = [roomy, full, empty].map((shift) => ({ id: shift.id, role_id, event_id }))
      expect(data).toEqual(expect.arrayContaining(rows))
      expect(data).toHaveLength(rows.length)
    })

    await test.step('is refused a contact, and tables that are not shown', async () => {
      expect(await read(page, 'person', 'id, email', id)).toMatchObject({ status: 400, data: null })
      expect(await read(page, 'assignment', 'id', id)).toMatchObject({ status: 404, data: null })
    })

    await test.step('reads nothing from an origin that is not allowed', async () => {
      const stranger = await (await browser.newContext()).newPage()
      await stranger.goto(`${foreign.origin}/${version}`)
      const reading = read(stranger, 'person', 'id', id)
      // There is no status, because the browser hides the answer from the page.
      expect(await reading).toMatchObject({ status: 0, data: null })
      await stranger.context().close()
    })
    await page.context().close()
  })
}

const read = (page: Page, table: string, columns: string, id: string) =>
  page.evaluate(([from, what, its]) => window.read(from, what, ['id', its]), [table, columns, id] as const)
