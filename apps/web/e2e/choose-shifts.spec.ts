import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessibleInBoth } from './accessible.ts'
import { tap } from './by-way.ts'
import { again, awaitMessage, expect, phone, test } from './journey.ts'
import { pressOn } from './keyboard.ts'
import { addEvent, addRole, addShift, instantAt } from './plan.ts'
import { fillSignup } from './public-states.ts'

/* D42, D45 */

const words = {
  en: {
    locale: 'en-GB',
    role: /^Role:/,
    time: /^Time of day:/,
    morning: 'Morning 05–12',
    count: '72 shifts',
    one: '2 shifts',
    take: 'Choose',
    go_on: 'Continue',
    all: 'Sign up for all 3',
    done: 'You’re signed up, Åsa',
    event: 'Back to the event',
    yours: /^Yours:/,
    as: 'Signing up as',
    forget: 'Forget me',
    first: 'First name',
  },
  sv: {
    locale: 'sv-SE',
    role: /^Roll:/,
    time: /^Tid på dagen:/,
    morning: 'Förmiddag 05–12',
    count: '72 pass',
    one: '2 pass',
    take: 'Välj',
    go_on: 'Fortsätt',
    all: 'Anmäl mig till alla 3',
    done: 'Du är anmäld, Åsa',
    event: 'Tillbaka till evenemanget',
    yours: /^Ditt pass:/,
    as: 'Du anmäler dig som',
    forget: 'Glöm mig',
    first: 'Förnamn',
  },
} as const

const HOURS = [
  ['08:00', '10:00'],
  ['10:00', '12:00'],
  ['12:00', '14:00'],
  ['14:00', '16:00'],
  ['16:00', '18:00'],
  ['18:00', '20:00'],
] as const

/** Plans 72 shifts: six roles on two days, six times a day. */
async function planLongEvent(request: APIRequestContext): Promise<string> {
  const { id: event_id } = await addEvent(request, {
    name: 'Sommarfestivalen i parken',
    location: 'Stadsparken, Lund',
    event_date_start: instantAt('07:00', 20),
    event_date_end: instantAt('22:00', 21),
  })
  for (const name of ['Entré', 'Kafé', 'Parkering', 'Scenvärd', 'Barnens hörna', 'Sjukvård']) {
    const { id: role_id } = await addRole(request, event_id, { name })
    for (const days of [20, 21]) {
      const shifts = HOURS.map((hours) =>
        addShift(request, { event_id, role_id, days, hours, required_qty: 3 }),
      )
      await Promise.all(shifts)
    }
  }
  return event_id
}

for (const [language, how] of [
  ['en', 'touch'],
  ['sv', 'keyboard'],
] as const) {
  const word = words[language]
  const act = (page: Page, target: ReturnType<Page['locator']>) =>
    how === 'touch' ? tap(target) : pressOn(page, target)

  test(`${language}, ${how}: a morning among 72 shifts is found, and three are taken in one go${again(how === 'touch')}`, async ({
    journey,
    request,
  }) => {
    const event_id = await planLongEvent(request)
    const page = await journey.open({ ...phone, locale: word.locale })
    await page.goto(`/e/${event_id}`)
    await expect(page.getByRole('status').filter({ hasText: word.count })).toBeVisible()

    const day = page.locator('[data-filter] a').nth(1)
    await act(page, day)
    await act(page, page.locator('summary').filter({ hasText: word.role }))
    await act(page, page.locator('details[open] a').filter({ hasText: 'Kafé' }))
    await act(page, page.locator('summary').filter({ hasText: word.time }))
    await act(page, page.locator('details[open]').getByRole('link', { name: word.morning }))
    await expect(page.getByRole('status').filter({ hasText: word.one })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(2)
    const found = page.url()

    for (const name of [/08:00–10:00/, /10:00–12:00/]) {
      const take = page.getByRole('article', { name }).getByRole('button', { name: word.take })
      await (how === 'touch'
        ? page.getByRole('article', { name }).tap({ position: { x: 40, y: 20 } })
        : act(page, take))
    }
    await act(page, day)
    const friday = page.getByRole('article', { name: /08:00–10:00/ }).first()
    await act(page, friday.getByRole('button', { name: word.take }))
    await expectAccessibleInBoth(page)
    await act(page, page.getByRole('link', { name: word.go_on }))
    await expect(page.getByRole('button', { name: word.all })).toBeVisible()
    await page.goBack()
    await expect(day).not.toHaveAttribute('aria-current')
    expect(new URL(page.url()).searchParams.get('time')).toBe(new URL(found).searchParams.get('time'))
    await page.goForward()

    const email = `asa.${Date.now()}@example.org`
    await fillSignup(page, email)
    await page.locator('input[name=remember]').check()
    await expectAccessibleInBoth(page)
    await act(page, page.getByRole('button', { name: word.all }))
    await expect(page.getByRole('heading', { level: 1, name: word.done })).toBeVisible()
    await expect(page.locator('a[download]')).toHaveCount(3)
    await expectAccessibleInBoth(page)
    const mail = await awaitMessage(request, email)
    expect(mail.text.match(/Kafé/g)?.length).toBeGreaterThanOrEqual(3)

    await act(page, page.getByRole('link', { name: word.event }))
    await expect(page.getByRole('link', { name: word.yours })).toHaveCount(3)
    const free = page.getByRole('article', { name: /12:00–14:00/ }).first()
    await page.goto(`/e/${event_id}`)
    // The page has all 72 rows, three of which are the volunteer's own shifts.
    await expectAccessibleInBoth(page)
    await act(page, free.getByRole('button', { name: word.take }))
    await act(page, page.getByRole('link', { name: word.go_on }))
    await expect(page.getByRole('heading', { name: word.as })).toBeVisible()
    await expectAccessibleInBoth(page)
    await act(page, page.getByRole('button', { name: word.forget }))
    await expect(page.getByRole('textbox', { name: word.first })).toHaveValue('')
  })
}

test('without scripts the filters are links, and a row leads to its form', async ({ journey, request }) => {
  const event_id = await planLongEvent(request)
  const page = await journey.open({ ...phone, javaScriptEnabled: false, locale: 'en-GB' })
  await page.goto(`/e/${event_id}`)
  await page.locator('[data-filter] a').first().click()
  await expect(page.getByRole('article')).toHaveCount(36)
  await page
    .locator('summary')
    .filter({ hasText: /^Role:/ })
    .click()
  await page.locator('details[open] a').filter({ hasText: 'Kafé' }).click()
  await expect(page.getByRole('article')).toHaveCount(6)
  await page
    .getByRole('link', { name: /^Choose: Kafé/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/signup$/)
})
