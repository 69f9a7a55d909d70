import { ways } from './by-way.ts'
import { changeStatus } from './festival.ts'
import { again, awaitMessage, expect, expectAccessible, test } from './journey.ts'
import { addPerson, assign, planEvent } from './plan.ts'

/* D40, D43 */

const words = {
  en: {
    lost: 'Get the link to your shifts',
    email: 'E-mail',
    send: 'Send my links',
    sent: 'Look in your inbox',
    remind: 'Remind me one day before my shifts',
  },
  sv: {
    lost: 'Få länken till dina pass',
    email: 'E-post',
    send: 'Skicka mina länkar',
    sent: 'Titta i din inkorg',
    remind: 'Påminn mig ett dygn före mina pass',
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  const { device, press } = ways[language]

  test(`${language}: a lost link comes by e-mail, and its page switches the reminders off${again(language === 'sv')}`, async ({
    journey,
    request,
  }) => {
    const { event_id, shift_ids } = await planEvent(request, 'Midsommar', [['10:00', '14:00']])
    const { email, ...person } = await addPerson(request, 'Björn')
    const { id } = await assign(request, shift_ids[0] ?? '', { email, ...person })
    await changeStatus(request, id, 'CONFIRMED')

    const page = await journey.open(device)
    await page.goto(`/e/${event_id}`)
    await press(page.getByRole('link', { name: word.lost }))
    await page.getByRole('textbox', { name: word.email }).fill(email)
    await press(page.getByRole('button', { name: word.send }))
    await expect(page.getByRole('heading', { level: 1, name: word.sent })).toBeVisible()
    const { text } = await awaitMessage(request, email)
    await page.goto(/\/c\/[\w-]{43}/.exec(text)?.[0] ?? '')

    const reminders = page.getByRole('checkbox', { name: word.remind })
    await expect(reminders).toBeChecked()
    const saved = page.waitForResponse(/\/reminders$/)
    await press(reminders, 'Space')
    expect((await saved).status()).toBe(200)
    await expectAccessible(page)
    await page.reload()
    await expect(reminders).not.toBeChecked()
  })
}
