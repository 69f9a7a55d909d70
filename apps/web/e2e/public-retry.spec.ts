import { planFestival } from './festival.ts'
import { expect, phone, test } from './journey.ts'
import { countMoves, readMoves } from './layout-shifts.ts'
import { fillSignup, SIGNUP } from './public-states.ts'
import { callApi } from './session.ts'

/* Checks that the retry sends the same idempotency key. */
test('a busy server is asked until there is a place, in Swedish', async ({ journey, request }) => {
  const { event_id, empty } = await planFestival(request)
  const page = await journey.open({ ...phone, locale: 'sv-SE' })
  await countMoves(page)
  let isBusy = true
  const asked: { key: string | undefined; body: string | null }[] = []
  await page.route(SIGNUP, (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    asked.push({ key: route.request().headers()['idempotency-key'], body: route.request().postData() })
    if (!isBusy) return route.continue()
    journey.expectRefusal(/\/signup/)
    return route.fulfill({ status: 503, json: { code: 'busy', retry_after: 1 } })
  })
  await page.goto(`/e/${event_id}/shifts/${empty.id}/signup`)
  await page.waitForLoadState('networkidle')
  const email = `busy.${Date.now()}@example.org`
  await fillSignup(page, email)

  // Sent by keyboard, because disabled fields lose the focus, which moves to the button.
  await page.locator('input[name=email]').press('Enter')
  await expect(page.getByText('Många anmäler sig just nu. Vi fortsätter försöka åt dig.')).toBeVisible()
  await expect(page.locator('button[form=signup]')).toBeFocused()
  await expect(page.locator('input[name=email]')).toBeDisabled()
  await expect.poll(() => asked.length).toBeGreaterThan(2)

  await page.getByRole('button', { name: 'Sluta försöka' }).click()
  await expect(page.getByText('Vi har slutat försöka. Din plats är inte bekräftad.')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Vi har slutat försöka. Din plats är inte bekräftad.')
  await expect(page.locator('input[name=email]')).toBeEnabled()
  await expect(page.locator('input[name=email]')).toHaveValue(email)

  await page.getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByText('Många anmäler sig just nu. Vi fortsätter försöka åt dig.')).toBeVisible()
  expect(await readMoves(page)).toBeLessThan(0.02)
  isBusy = false
  await expect(page.getByRole('heading', { name: 'Du är anmäld, Åsa' })).toBeVisible()

  for (const each of asked) expect(each).toEqual(asked[0])
  const { shifts } = await callApi(request, `/admin/shifts?event_id=${event_id}`)
  const taken: { id: string; assignment: object[] }[] = shifts
  expect(taken.find(({ id }) => id === empty.id)?.assignment).toHaveLength(1)
})

test('offline on the way: the page says so, and goes on by itself', async ({ journey, request }) => {
  const { event_id, empty } = await planFestival(request)
  const page = await journey.open(phone)
  // The live connection would report the lost network too.
  await page.routeWebSocket(/\/live/, () => undefined)
  await page.goto(`/e/${event_id}/shifts/${empty.id}/signup`)
  await fillSignup(page, `offline.${Date.now()}@example.org`)
  await page.locator('input[name=phone]').focus()
  await page.context().setOffline(true)
  journey.expectRefusal(/\/signup/)
  await page.locator('button[form=signup]').click()
  await expect(page.getByText('You are offline. We go on as soon as you are connected again.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'You’re signed up, Åsa' })).toBeVisible()
})
