import { ways } from './by-way.ts'
import {
  awaitMessage,
  desktop,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  type Page,
  test,
} from './journey.ts'
import { planEvent } from './plan.ts'
import { fillSignup } from './public-states.ts'
import { callApi } from './session.ts'

/* D52 */

const words = {
  en: {
    locale: 'en-GB',
    asked: 'Your request is with the organizer',
    strip: '2 requests',
    answer: /^Answer/,
    yes: 'Yes',
    no: 'No',
    reason: /^Reason/,
    sayNo: 'Say no',
    done: 'All requests have been answered.',
  },
  sv: {
    locale: 'sv-SE',
    asked: 'Din förfrågan är hos arrangören',
    strip: '2 förfrågningar',
    answer: /^Svara/,
    yes: 'Ja',
    no: 'Nej',
    reason: /^Orsak/,
    sayNo: 'Säg nej',
    done: 'Alla förfrågningar är besvarade.',
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  const { device, press } = ways[language]

  test(`${language}: two ask for a place, one gets it, and both hear`, async ({ journey, request }) => {
    const { event_id, shift_ids } = await planEvent(request, 'Midsommar', [['10:00', '14:00']])
    await callApi(request, `/admin/events/${event_id}`, { method: 'PUT', data: { approval: 'all' } })
    const emails = ['first', 'second'].map((each) => `${language}.${each}.${Date.now()}@example.org`)
    for (const email of emails) await ask(await journey.open(device), email)

    const desk = await journey.openDesk({ ...desktop, locale: word.locale })
    await desk.goto(`/?event=${event_id}`)
    await desk.getByRole('button', { name: word.answer }).click()
    await expect(desk.getByRole('dialog', { name: word.strip })).toBeVisible()
    // Its name says how many are left.
    const sheet = desk.getByRole('dialog')
    await expect(sheet.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(desk)

    const yes = sheet.getByRole('button', { name: word.yes, exact: true })
    await yes.first().press('Enter')
    await expect(sheet.getByRole('listitem')).toHaveCount(1)
    await expect(yes).toBeFocused()
    await sheet.getByRole('button', { name: word.no, exact: true }).press('Enter')
    const question = desk.getByRole('alertdialog')
    await question.getByRole('textbox', { name: word.reason }).fill('We have enough')
    await expectAccessible(desk)
    await question.getByRole('button', { name: word.sayNo }).press('Enter')
    await expect(desk.getByText(word.done)).toBeFocused()

    const { shifts } = await callApi(request, `/admin/shifts?event_id=${event_id}`)
    expect(shifts[0].assignment).toMatchObject([{ status: 'CONFIRMED', person: { email: emails[0] } }])
    await expect.poll(() => textTo(request, emails[0])).toMatch(/\/c\/[\w-]{43}/)
    await expect.poll(() => textTo(request, emails[1])).toContain('We have enough')

    async function ask(page: Page, email: string): Promise<void> {
      await page.goto(`/e/${event_id}/shifts/${shift_ids[0]}/signup`)
      await fillSignup(page, email)
      await press(page.locator('button[type=submit]'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(word.asked)
      await expectAccessibleInBoth(page)
    }
  })
}

const textTo = async (request: Parameters<typeof awaitMessage>[0], email = '') =>
  (await awaitMessage(request, email)).text
