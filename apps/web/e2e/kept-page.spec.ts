import { planFestival } from './festival.ts'
import { awaitMessage, expect, expectAccessible, phone, test } from './journey.ts'
import { fillSignup } from './public-states.ts'

test('sv, dark: a remembered volunteer opens their page from the event, and without a network', async ({
  browser,
  request,
}) => {
  const { event_id, empty } = await planFestival(request)
  // This is not a context of `journey`, because offline requests are console errors.
  const context = await browser.newContext({
    ...phone,
    locale: 'sv-SE',
    colorScheme: 'dark',
    serviceWorkers: 'allow',
  })
  const page = await context.newPage()
  const email = `kept.${Date.now()}@example.org`
  await page.goto(`/e/${event_id}/shifts/${empty.id}/signup`)
  await fillSignup(page, email)
  await page.getByRole('checkbox', { name: /^Kom ihåg mig på den här enheten/ }).tap()
  await page.getByRole('button', { name: 'Anmäl mig' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Du är anmäld, Åsa' })).toBeVisible()
  const { text } = await awaitMessage(request, email)
  const link = /\/c\/[\w-]{43}/.exec(text)?.[0] ?? ''

  await page.goto(link)
  const keep = page.getByRole('checkbox', { name: /^Spara den här sidan på enheten/ })
  await expect(keep).toBeChecked()
  const cancel = page.getByRole('button', { name: 'Jag får förhinder' })
  await expect(cancel).toBeEnabled()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(async () => {
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    const needed = ['/c/', ...files.filter((file) => file.startsWith('/assets/'))]
    const kept = await Promise.all(needed.map((each) => caches.match(each)))
    return files.some((file) => file.includes('/copy-notice-')) && !kept.includes(undefined)
  })
  await page.goto(`/e/${event_id}`)
  await page.getByRole('link', { name: /^Ditt pass:/ }).tap()
  await expect(page).toHaveURL(new RegExp(link))

  await context.setOffline(true)
  await page.reload()
  await expect(
    page.getByText(/^Ingen kontakt med servern\. Så här såg det ut \d\d:\d\d\. Svar och ändringar/),
  ).toBeVisible()
  await expect(cancel).toBeDisabled()
  await expectAccessible(page)

  await context.setOffline(false)
  // The page notices the connection by itself.
  await expect(cancel).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Försök igen' })).toBeHidden()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => url)
  })
  expect(kept.filter((url) => url.includes(link))).toEqual([])
  await keep.uncheck()
  expect(await page.evaluate(() => localStorage.getItem('own-pages-1'))).not.toContain(link.slice(3))
  await context.close()
})
