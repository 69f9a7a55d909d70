import { planFestival } from './festival.ts'
import { inviteSomebody } from './invite.ts'
import { expect, phone, test } from './journey.ts'

test('the event page says what it is before any script', async ({ journey }) => {
  const organiser = await journey.open()
  const { event_id } = await inviteSomebody(organiser)
  const reader = await journey.open({ ...phone, javaScriptEnabled: false, locale: 'sv-SE' })
  await reader.goto(`/e/${event_id}`)
  await expect(reader.getByRole('heading', { level: 1 })).toContainText('Midsommar')
  await expect(reader.getByText('2 lediga platser')).toBeVisible()
  await expect(reader.getByText('Alla tider anges i lokal tid i Stockholm', { exact: true })).toBeVisible()
  const description = reader.locator('meta[property="og:description"]')
  await expect(description).toHaveAttribute('content', /Stadsparken, Lund · 2 lediga platser$/)
  const picture = await reader.locator('meta[property="og:image"]').getAttribute('content')
  expect((await reader.request.get(new URL(picture ?? '').pathname)).headers()['content-type']).toBe(
    'image/png',
  )
  const honest = reader.locator('body > noscript p')
  // Controls that need scripts are hidden; without them sign-up is explained.
  await expect(reader.getByText(/^(Dela|QR-kod|SV)$/).filter({ visible: true })).toHaveCount(0)
  await expect(honest).toBeVisible()
  await reader.getByRole('link', { name: /Anmäl mig/ }).click()
  await expect(reader).toHaveURL(/\/signup$/)
  await expect(honest).toContainText('Att anmäla sig och svara kräver JavaScript.')
})

test('the page that replaces it moves nothing and asks nothing', async ({ journey }) => {
  const organiser = await journey.open()
  const { event_id } = await inviteSomebody(organiser)
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

test('names of a full row keep off its lines, and a single line stays low', async ({ page }) => {
  await page.goto('/e/01900000-0000-7003-8000-000000000002')
  await page.getByRole('button', { name: 'SV' }).waitFor()
  const row = page.locator('[data-line]').first()
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(48)
  // Measured at once, because the page writes the names again when a shift changes.
  const { height, above } = await row.locator('.shift-names p').evaluate((names) => {
    names.textContent = 'Åsa-Märta Östergård Wennerström, '.repeat(8)
    const [text, lines] = [
      names.getBoundingClientRect(),
      names.closest('[data-line]')?.getBoundingClientRect(),
    ]
    return { height: text.height, above: text.y - (lines?.y ?? text.y) }
  })
  expect(height).toBeGreaterThan(48)
  expect(above).toBeGreaterThanOrEqual(9)
})

test('an unknown event is a page, with status 404', async ({ request }) => {
  const answer = await request.get('/e/0197b0a0-0000-7000-8000-000000000026')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('This event does not exist, or has been removed')
})

test('every picture that a page names for itself is there', async ({ page, request }) => {
  const manifest: { icons: { src: string; type: string }[] } = await (
    await request.get('/site.webmanifest')
  ).json()
  const pictures = new Set(manifest.icons.map(({ src }) => src))
  for (const address of ['/terms', '/login']) {
    await page.goto(address)
    const named = await page
      .locator('link[rel="icon"], link[rel="apple-touch-icon"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(named).toHaveLength(2)
    for (const picture of named) pictures.add(picture)
  }
  for (const picture of pictures) {
    const answer = await request.get(picture)
    expect(answer.headers()['content-type'], picture).toMatch(/^image\//)
  }
})

test('the emulated translator replaces texts, and only where it is at work', async ({
  journey,
  request,
  is_translated,
}) => {
  const { event_id } = await planFestival(request)
  const page = await journey.open()
  await page.goto(`/e/${event_id}`)
  await expect(page.locator('h1')).toBeVisible()
  await expect.poll(async () => (await page.locator('main font').count()) > 0).toBe(is_translated)
})
