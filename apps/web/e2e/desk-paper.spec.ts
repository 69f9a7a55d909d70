import { desktop, expect, test } from './journey.ts'
import { findUnprintable, printSheets } from './printed-sheets.ts'
import { callApi } from './session.ts'

/* Checks that rows which the screen does not render in full are printed too. */
test('the desk comes out of the printer whole', async ({ journey, request }) => {
  const page = await journey.openDesk({ ...desktop, colorScheme: 'dark' })
  const { events }: { events: { id: string; name: string }[] } = await callApi(request, '/admin/events')
  const festival = events.find(({ name }) => name === 'Sommarfestivalen i parken')?.id ?? ''
  const people: { email: string }[] = await callApi(request, '/admin/people')
  const { shifts }: { shifts: object[] } = await callApi(request, `/admin/shifts?event_id=${festival}`)

  const print = async (path: string) => {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await findUnprintable(page), path).toEqual({ over: [], white: [] })
    const sheets = await printSheets(page)
    return sheets.map(({ text }) => text).join(' ')
  }

  const directory = await print('/people')
  expect(directory.match(/@/g)?.length).toBeGreaterThanOrEqual(people.length)
  expect(directory).not.toContain('Add person')
  expect(directory).not.toContain('Name, team, e-mail or phone')
  expect(await print('/people?q=ANNA')).toContain('ANNA')
  const board = await print(`/?event=${festival}`)
  expect(board.match(/\d\d:\d\d–\d\d:\d\d/g)?.length).toBeGreaterThanOrEqual(shifts.length)
  await print('/events')
  await print(`/events/${festival}/broadcast`)
})
