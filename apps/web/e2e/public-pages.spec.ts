import { inviteSomebody } from './invite.ts'
import { desktop, expect, expectAccessible, phone, test } from './journey.ts'
import { removePlans } from './plan.ts'

test.afterEach(({ request }) => removePlans(request))

test('the event page says what it is before any script', async ({ journey }) => {
  const organiser = await journey.open()
  const { event_id } = await inviteSomebody(organiser, 'en')
  const reader = await journey.open({ ...phone, javaScriptEnabled: false, locale: 'sv-SE' })
  await reader.goto(`/e/${event_id}`)
  await expect(reader.getByRole('heading', { level: 1 })).toContainText('Midsommar')
  await expect(reader.getByText('2 platser kvar')).toBeVisible()
  await expect(reader.locator('noscript p')).toHaveText('Tiderna visas i Europe/Stockholm')
  const description = reader.locator('meta[property="og:description"]')
  await expect(description).toHaveAttribute('content', /Stadsparken, Lund · 2 platser kvar$/)
  await expect(reader.getByRole('link', { name: /Anmäl mig/ })).toHaveAttribute('href', /\/signup$/)
})

test('the page that replaces it moves nothing and asks nothing', async ({ journey }) => {
  const organiser = await journey.open()
  const { event_id } = await inviteSomebody(organiser, 'en')
  const visitor = await journey.open(phone)
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visitor.addInitScript(() => {
    const moved = { sum: 0 }
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) moved.sum += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await visitor.goto(`/e/${event_id}`)
  await visitor.getByRole('button', { name: 'SV' }).waitFor()
  await visitor.waitForLoadState('networkidle')
  expect(await visitor.evaluate(() => Reflect.get(globalThis, 'moved').sum)).toBeLessThan(0.02)
  expect(asked.filter((path) => path.startsWith('/events/'))).toEqual([])
})

test('an unknown event is a page, with status 404', async ({ request }) => {
  const answer = await request.get('/e/0197b0a0-0000-7000-8000-000000000026')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('Failed to load event details')
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const locale of ['en-GB', 'sv-SE'] as const) {
    for (const [name, size] of Object.entries({
      phone,
      desktop,
      narrow: { viewport: { width: 320, height: 640 } },
    })) {
      test(`public pages: ${name}, ${colorScheme}, ${locale}`, async ({ journey }) => {
        const page = await journey.open({ ...size, colorScheme, locale })
        const { event_id, shift_id } = await inviteSomebody(page, 'en')
        const addresses = [
          `/e/${event_id}`,
          `/e/${event_id}?shift=${shift_id}`,
          `/e/${event_id}/shifts/${shift_id}/signup`,
          '/terms',
          '/privacy',
        ]
        for (const address of addresses) {
          await page.goto(address)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await page.waitForLoadState('networkidle')
          await expectAccessible(page)
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(wide, `${address} is wider than the screen`).toBeLessThanOrEqual(0)
        }
      })
    }
  }
}
