import { invite, planFestival } from './festival.ts'
import { desktop, expect, test } from './journey.ts'
import { findUnprintable } from './printed-sheets.ts'

test('on paper nothing lies over the text, and no word is white', async ({ journey, request }) => {
  const { event_id, roomy, empty } = await planFestival(request)
  const { link } = await invite(request, empty, 'Björn')
  const page = await journey.open({ ...desktop, colorScheme: 'dark' })
  for (const path of [
    `/e/${event_id}`,
    `/e/${event_id}/shifts/${roomy.id}/signup`,
    link,
    '/terms',
    '/privacy',
  ]) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await findUnprintable(page), path).toEqual({ over: [], white: [] })
  }
})

test('where the system’s colours replace ours, what is full, chosen and ticked can still be told', async ({
  journey,
  request,
}) => {
  const { event_id, roomy } = await planFestival(request)
  const page = await journey.open({ ...desktop, forcedColors: 'active' })
  await page.goto(`/e/${event_id}?day=${roomy.start_dt.slice(0, 10)}`)
  const [taken, left] = [
    page.locator('[data-kind=confirmed]').first(),
    page.locator('[data-kind=nobody]').first(),
  ]
  await expect
    .poll(async () => (await taken.evaluate(background)) === (await left.evaluate(background)))
    .toBe(false)
  const [chosen, other] = [page.locator('[data-filter] a').first(), page.locator('[data-filter] a').last()]
  expect(await chosen.evaluate(background)).not.toBe(await other.evaluate(background))
  await page.goto(`/e/${event_id}/shifts/${roomy.id}/signup`)
  // The check mark's colour would be printed in empty boxes too.
  await expect(page.locator('input[type=checkbox] + svg').last()).toBeHidden()
})

function background(element: Element): string {
  return getComputedStyle(element).backgroundColor
}
