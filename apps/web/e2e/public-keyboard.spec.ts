import { invite, planFestival } from './festival.ts'
import { again, desktop, expect, holdTimers, phone, test } from './journey.ts'
import { pressOn, tabTo } from './keyboard.ts'

const words = {
  en: {
    locale: 'en-GB',
    take: 'Choose',
    go_on: 'Continue',
    sign_up: 'Sign up',
    share: 'Share',
    code: 'QR code',
    close: 'Close',
    terms: 'Read the terms',
    accept: 'Accept & Close',
    done: 'You’re signed up, Åsa',
    event: 'Back to the event',
    question: 'Björn, can you help?',
    yes: 'Confirm',
    stop: 'Stop',
    no: 'Decline',
    thanks: 'Thank you, Björn!',
    declined: 'Thanks for telling us',
    others: 'See other shifts',
  },
  sv: {
    locale: 'sv-SE',
    take: 'Välj',
    go_on: 'Fortsätt',
    sign_up: 'Anmäl mig',
    share: 'Dela',
    code: 'QR-kod',
    close: 'Stäng',
    terms: 'Läs villkoren',
    accept: 'Godkänn och stäng',
    done: 'Du är anmäld, Åsa',
    event: 'Tillbaka till evenemanget',
    question: 'Björn, kan du hjälpa till?',
    yes: 'Jag kommer',
    stop: 'Stoppa',
    no: 'Jag kan inte',
    thanks: 'Tack, Björn!',
    declined: 'Tack för att du säger till',
    others: 'Se andra pass',
  },
} as const

for (const [language, size] of [
  ['en', desktop],
  ['sv', phone],
] as const) {
  const word = words[language]
  const options = { ...size, locale: word.locale }

  test(`${language}: from the event to a place, without a mouse${again(language === 'sv')}`, async ({
    journey,
    request,
  }) => {
    const page = await journey.open(options)
    const { event_id } = await planFestival(request)
    await page.goto(`/e/${event_id}`)
    await page.waitForLoadState('networkidle')

    await pressOn(page, page.getByRole('link', { name: word.code }))
    await expect(page.getByRole('dialog')).toBeVisible()
    await tabTo(page, page.getByRole('dialog').getByRole('link'))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: word.code })).toBeFocused()

    const days = page.locator('[data-filter] a')
    await pressOn(page, days.nth(1))
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(days.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article')).toHaveCount(3)

    const more = page.locator('article [aria-expanded]')
    await pressOn(page, more)
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    await expect(more).toBeFocused()
    await tabTo(page, days.nth(0), 'Shift+Tab')

    await pressOn(page, page.getByRole('button', { name: new RegExp(`^${word.take}:`) }).first())
    await pressOn(page, page.getByRole('link', { name: word.go_on }))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    // After an empty form is sent the focus is at the first problem.
    await pressOn(page, page.getByRole('button', { name: word.sign_up }))
    const field = (name: string) => page.locator(`input[name=${name}]`)
    await expect(field('first_name')).toBeFocused()
    await page.keyboard.type('Åsa')
    for (const [name, value] of [
      ['last_name', 'Öberg'],
      ['email', `asa.${Date.now()}@example.org`],
      ['phone', '0701740635'],
    ] as const) {
      await tabTo(page, field(name))
      await page.keyboard.type(value)
    }

    const terms = page.getByRole('button', { name: word.terms })
    await pressOn(page, terms)
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('section section').first()).toBeVisible()
    await tabTo(page, dialog.locator('section[tabindex]'))
    await page.keyboard.press('End')
    await expect
      .poll(() => dialog.locator('section[tabindex]').evaluate((text) => text.parentElement?.scrollTop))
      .toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect(terms).toBeFocused()
    await page.keyboard.press('Enter')
    await pressOn(page, dialog.getByRole('button', { name: word.accept }))
    await expect(terms).toBeFocused()
    await expect(field('acceptedTerms')).toBeChecked()
    await tabTo(page, field('acceptedTerms'), 'Shift+Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Space')

    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: word.done })).toBeFocused()
    await tabTo(page, page.locator('a[download]'))
    await pressOn(page, page.getByRole('link', { name: word.event }))
    await expect(page.locator(':focus')).toHaveCount(1)
    await expect(page.getByRole('article').first().locator('[aria-expanded]')).toBeVisible()
  })

  test(`${language}: an invitation is answered without a mouse${again(language === 'sv')}`, async ({
    journey,
    request,
  }) => {
    const page = await journey.open(options)
    const { empty } = await planFestival(request)
    const [first, second] = [await invite(request, empty, 'Björn'), await invite(request, empty, 'Eva')]

    await holdTimers(page, 1_000)
    await page.goto(`${first.link}?confirm=no`)
    await expect(page.getByRole('heading', { level: 1, name: word.question })).toBeVisible()
    const stop = page.getByRole('button', { name: word.stop, exact: true })
    // The page may not listen yet.
    await expect(async () => {
      await page.keyboard.press('Shift')
      await expect(stop).toBeVisible({ timeout: 500 })
    }).toPass()
    await pressOn(page, stop)
    await expect(page.getByRole('heading', { level: 1, name: word.question })).toBeVisible()
    await expect(page.locator(':focus')).toHaveCount(1)
    await tabTo(page, page.getByRole('button', { name: word.no }))
    await tabTo(page, page.getByRole('button', { name: word.yes }), 'Shift+Tab')
    await page.keyboard.press('Space')
    await expect(page.getByRole('heading', { level: 1, name: word.thanks })).toBeFocused()
    await tabTo(page, page.locator('a[download]'))

    await page.goto(second.link)
    await pressOn(page, page.getByRole('button', { name: word.no }))
    await expect(page.getByRole('heading', { level: 1, name: word.declined })).toBeFocused()
  })

  test(`${language}: the other public pages have a way to everything on them${again(language === 'sv')}`, async ({
    journey,
    request,
  }) => {
    const page = await journey.open(options)
    const { event_id, roomy, full } = await planFestival(request)
    const foot = page.getByRole('contentinfo').getByRole('link').last()

    await page.goto(`/e/${event_id}/shifts/${full.id}/signup`)
    await pressOn(page, page.getByRole('link', { name: word.others }))
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.locator(':focus')).toHaveCount(1)

    await page.goto(`/e/${event_id}?shift=${roomy.id}`)
    await pressOn(page, page.locator('button[type=submit]'))
    await expect(page.locator('input[name=first_name]')).toBeFocused()
    for (const [name, value] of Object.entries({
      first_name: 'Åsa',
      last_name: 'Öberg',
      email: `${Date.now()}@example.org`,
      phone: '+46701740635',
    })) {
      const field = page.locator(`input[name=${name}]`)
      if (name !== 'first_name') await tabTo(page, field)
      await page.keyboard.type(value)
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: word.done })).toBeFocused()

    await pressOn(page, foot)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.goto('/terms')
    await tabTo(page, foot)

    journey.expectRefusal(/\/assignment\//)
    await page.goto('/c/nothing')
    await tabTo(page, foot)
    journey.expectRefusal(/\/e\//)
    await page.goto('/e/0197b0a0-0000-7000-8000-000000000026')
    await tabTo(page, page.getByRole('main').locator('a[href="/links"]'))
    journey.expectRefusal(/\/nowhere/)
    await page.goto('/nowhere')
    await tabTo(page, page.getByRole('main').locator('a[href="/login"]'))

    await page.goto('/login')
    await pressOn(page, page.locator('a[href="/reset-password-request"]'))
    // Both pages have an email field: the one being left must be gone first.
    await expect(page.locator('input[type=password]')).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
    await tabTo(page, page.locator('input[type=email]'))
    await page.keyboard.type('nobody@example.org')
    await page.keyboard.press('Enter')
    await expect(page.locator('p:focus')).toBeVisible()
    await page.goto('/reset-password?token=x')
    await tabTo(page, page.locator('input[type=password]').first())
    await tabTo(page, page.locator('button[type=submit]'))
    await page.goto('/reset-password')
    await tabTo(page, page.locator('a[href="/reset-password-request"]'))
  })
}
