import type { Page } from '@playwright/test'
import { again, desktop, expect, expectAccessible, phone, signIn, test } from './journey.ts'
import { printSheets } from './printed-sheets.ts'

const festival = 'Sommarfestivalen i parken'

test('prints the running schedule of the festival on A4', async ({ journey }) => {
  const page = await journey.open()
  await signIn(page)
  await page.getByRole('link', { name: 'Reports' }).press('Enter')
  await page.getByRole('link', { name: /^Running schedule/ }).press('Enter')
  await expect(page.getByLabel('Event').locator('option:checked')).toContainText(festival)
  await page.getByRole('button', { name: 'Generate Report' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: festival })).toBeVisible()
  const rows = await page.locator('.schedule tbody tr').count()
  await page.locator('figure svg').waitFor({ state: 'attached' })

  const sheets = await printSheets(page)
  expect(sheets.map(({ width, height }) => `${width} x ${height}`)).toEqual(sheets.map(() => '595 x 842'))
  expect(sheets).toHaveLength(3)

  const [first, ...others] = sheets.map(({ text }) => text)
  const roles = others.pop()
  expect(first).toContain(festival)
  expect(first).toContain('Stadsparken, Lund')
  expect(first).toContain('nobody yet: write a name on the line')
  for (const text of [first, ...others]) expect(text).toContain('Time Role Volunteers Status')
  for (const [index, { text }] of sheets.entries()) expect(text).toContain(`${index + 1} / ${sheets.length}`)

  const all = sheets.map(({ text }) => text).join('\n')
  // D25: the second day of a night repeats it as "from Fri 22:00 – 02:00 Sat".
  expect(all.match(/\d\d:\d\d( \w+)? Stadsparken, Lund \w/g)).toHaveLength(rows)
  expect(all).toMatch(/22:00–02:00 \w{3} Stadsparken, Lund Efterstädning/)
  expect(all).toContain('Anna-Karin Elisabeth Margareta von')
  expect(all).toContain('(not asked yet)')
  expect(all).toMatch(/\d\/\d \d missing/)

  expect(roles).toContain('Role Descriptions')
  expect(roles).toContain('Barnens hörna No description')
  expect(roles).not.toContain('Volunteers')
  for (const word of [
    'Muster',
    'Your details',
    'Change Event',
    'Back to Reports',
    'Running schedule',
    'Print',
  ])
    expect(all).not.toContain(word)
})

test('needs at most one page more in Swedish, and where other clocks make it say whose these are', async ({
  journey,
}) => {
  const page = await journey.openDesk({ ...desktop, timezoneId: 'America/New_York' })
  await openSchedule(page)
  await page.getByRole('button', { name: 'Svenska' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Körschema' })).toBeVisible()
  const sheets = await printSheets(page)
  // Swedish words are longer, and the festival's nights stand on two days (D25).
  expect(sheets.length).toBeLessThanOrEqual(4)
  expect(sheets[0]?.text).toContain('Alla tider anges i lokal tid i Stockholm')
  expect(sheets[0]?.text).toContain('Tid Roll Volontärer Status')
  expect(sheets[0]?.text).toContain('(inte tillfrågad än)')
})

test('says on paper how long the nights are in which clocks change', async ({ journey }) => {
  const page = await journey.openDesk()
  await page.route('**/admin/shifts?*', async (route) => {
    const answer = await route.fetch()
    const { shifts }: { shifts: object[] } = await answer.json()
    const nights = [
      { start_dt: '2026-03-28T21:00:00.000Z', end_dt: '2026-03-29T04:00:00.000Z' },
      { start_dt: '2026-10-24T20:00:00.000Z', end_dt: '2026-10-25T05:00:00.000Z' },
    ]
    await route.fulfill({ json: { shifts: nights.map((night, at) => ({ ...shifts[at], ...night })) } })
  })
  await openSchedule(page)
  const [first] = await printSheets(page)
  expect(first?.text).toMatch(/22:00–06:00 Sun The clock goes forward: the shift is 7 hours long/)
  expect(first?.text).toMatch(/22:00–06:00 Sun The clock goes back: the shift is 9 hours long/)
})

test('draws what reads without colour, and the way to the signup', async ({ journey }) => {
  const page = await journey.openDesk({ ...desktop, colorScheme: 'dark' })
  await openSchedule(page)
  await page.emulateMedia({ media: 'print' })
  const paint = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { fill, stroke } = getComputedStyle(element)
        return { fill, stroke }
      })
  const black = 'rgb(0, 0, 0)'
  expect(await paint('.schedule td .confirmed')).toEqual({ fill: black, stroke: black })
  expect(await paint('.schedule td path.pending')).toEqual({ fill: 'none', stroke: black })
  expect(await paint('.schedule td .nobody')).toEqual({ fill: 'none', stroke: black })
  // The width is 22 mm at 96 dpi.
  expect((await page.locator('figure svg').boundingBox())?.width).toBeCloseTo((22 / 25.4) * 96, 0)
})

test('sets the days larger than their hours', async ({ journey }) => {
  const page = await journey.openDesk()
  await openSchedule(page)
  await page.emulateMedia({ media: 'print' })
  const [day = 0, hours = 0] = await page
    .locator('.schedule-day h3')
    .first()
    .locator('span')
    .evaluateAll((parts) => parts.map((part) => Number.parseFloat(getComputedStyle(part).fontSize)))
  expect(day).toBeGreaterThan(hours)
})

const eyes = [
  { colorScheme: 'light', locale: 'en-GB', options: desktop },
  { colorScheme: 'light', locale: 'sv-SE', options: phone },
  { colorScheme: 'dark', locale: 'en-GB', options: phone },
  { colorScheme: 'dark', locale: 'sv-SE', options: desktop },
] as const

for (const { colorScheme, locale, options } of eyes) {
  test(`keeps nobody out: ${colorScheme}, ${locale}${again(locale === 'en-GB')}`, async ({ journey }) => {
    const page = await journey.openDesk({ ...options, colorScheme, locale })
    await page.goto('/reports')
    await page.locator('main li a').first().waitFor()
    await expectAccessible(page)
    await page.locator('main li a').first().click()
    // A small event is used, because axe takes half a minute for the report of the festival.
    const market = await page.locator('option', { hasText: 'Loppmarknad' }).getAttribute('value')
    await page.locator('form select').selectOption(market)
    await expectAccessible(page)
    await page.locator('form button').click()
    await page.locator('.schedule table').first().waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
}

async function openSchedule(page: Page): Promise<void> {
  await page.goto('/reports?report=schedule')
  await page.getByRole('button', { name: 'Generate Report' }).click()
  await expect(page.getByRole('heading', { level: 2, name: festival })).toBeVisible()
}
