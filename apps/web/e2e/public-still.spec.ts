import { planFestival, takePlace } from './festival.ts'
import { desktop, expect, phone, test } from './journey.ts'
import { countMoves, readMoves } from './layout-shifts.ts'

for (const [name, size] of Object.entries({ phone, desktop })) {
  test(`${name}: what comes live moves nothing`, async ({ journey, request }) => {
    const page = await journey.open(size)
    const { event_id, roomy, empty } = await planFestival(request)
    await countMoves(page)
    await page.goto(`/e/${event_id}`)
    await page.waitForLoadState('networkidle')
    const taken = page.getByRole('article').last()
    await taken.scrollIntoViewIfNeeded()

    await takePlace(request, empty, 'Björn')
    await expect(taken.getByText('Björn Ek')).toBeVisible()
    const other = await journey.open(size)
    await other.goto(`/e/${event_id}/shifts/${empty.id}/signup`)
    await expect(taken.getByText('1 person is signing up now')).toBeVisible()
    await other.close()
    await expect(taken.getByText('1 person is signing up now')).toBeHidden()
    await page.locator('article [aria-expanded]').click()
    await expect(page.getByText('Sören Ek')).toBeVisible()
    expect(await readMoves(page)).toBeLessThan(0.02)

    await page.goto(`/e/${event_id}/shifts/${roomy.id}/signup`)
    await page.waitForLoadState('networkidle')
    await takePlace(request, roomy, 'Maj')
    await expect(page.locator('main section').first().getByText('Maj Ek')).toBeVisible()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.locator('input[name=first_name]')).toBeFocused()
    expect(await readMoves(page)).toBeLessThan(0.02)
  })

  test(`${name}: an address with a day, a shift or a role is drawn where it stays`, async ({
    journey,
    request,
  }) => {
    const { event_id, role_id, roomy, full } = await planFestival(request)
    const day = full.start_dt.slice(0, 10)
    const reader = await journey.open({ ...size, javaScriptEnabled: false })
    await reader.goto(`/e/${event_id}?day=${day}`)
    await expect(reader.getByRole('article')).toHaveCount(2)
    await reader.goto(`/e/${event_id}#role-${role_id}`)
    await expect(reader.getByRole('heading', { level: 2 })).toBeInViewport()

    const page = await journey.open(size)
    await countMoves(page)
    for (const address of [`?day=${day}`, `?shift=${roomy.id}`, `#role-${role_id}`]) {
      await page.goto(`/e/${event_id}${address}`)
      await page.waitForLoadState('networkidle')
      expect(await readMoves(page), address).toBeLessThan(0.02)
    }
    await expect(page.getByRole('heading', { level: 2 })).toBeInViewport()
    await page.goto(`/e/${event_id}?day=${day}`)
    await expect(page.getByRole('article')).toHaveCount(2)
  })
}

for (const locale of ['en-GB', 'sv-SE']) {
  test(`${locale}: the error of the phone field moves nothing below it`, async ({ journey, request }) => {
    const { event_id, roomy } = await planFestival(request)
    const page = await journey.open({ ...phone, locale })
    await page.goto(`/e/${event_id}/shifts/${roomy.id}/signup`)
    const consent = page.getByRole('checkbox').last()
    const field = page.locator('input[name=phone]')
    await field.fill('1')
    const before = await consent.boundingBox()
    await field.blur()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(await consent.boundingBox()).toEqual(before)
  })
}

test('who wants no motion gets none', async ({ journey, request }) => {
  const { event_id, empty } = await planFestival(request)
  const page = await journey.open({ ...phone, reducedMotion: 'reduce' })
  await page.goto(`/e/${event_id}`)
  await page.waitForLoadState('networkidle')
  await takePlace(request, empty, 'Björn')
  await expect(page.getByText('Björn Ek')).toBeVisible()
  await page.getByRole('link', { name: 'QR code' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const durations = await page.evaluate(() =>
    document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration)),
  )
  expect(durations.filter((ms) => ms > 10)).toEqual([])
})
