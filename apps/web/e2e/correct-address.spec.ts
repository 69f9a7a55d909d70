import { publicPaths } from '../src/public-paths.ts'
import { ways } from './by-way.ts'
import { awaitMessage, expect, expectAccessible, expectAccessibleInBoth, test } from './journey.ts'
import { planEvent } from './plan.ts'
import { fillSignup } from './public-states.ts'

/* D26 */

const words = {
  en: {
    signed_up: /^You’re signed up, /,
    show: 'Correct it',
    email: 'The right e-mail address',
    send: 'Correct the address',
    done: /^Corrected\. The link is on its way to /,
    replaced: 'There is a newer link',
  },
  sv: {
    signed_up: /^Du är anmäld, /,
    show: 'Rätta den',
    email: 'Rätt e-postadress',
    send: 'Rätta adressen',
    done: /^Rättat\. Länken är på väg till /,
    replaced: 'Det finns en nyare länk',
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  const { device, press } = ways[language]

  test(`${language}: an address typed wrong is corrected on the page after the sign-up`, async ({
    journey,
    request,
  }) => {
    const { event_id, shift_ids } = await planEvent(request, 'Midsommar', [['10:00', '14:00']])
    const page = await journey.open(device)
    await page.goto(publicPaths.signup(event_id, shift_ids[0] ?? ''))
    const typed = `asa-${language}-${Date.now()}@exmaple.org`
    await fillSignup(page, typed)
    await press(page.locator('button[type=submit]'))
    await expect(page.getByRole('heading', { level: 1, name: word.signed_up })).toBeVisible()
    const former = /\/c\/[\w-]{43}/.exec((await awaitMessage(request, typed)).text)?.[0] ?? ''

    await press(page.getByRole('button', { name: word.show }))
    await expectAccessible(page)
    const email = `right-${typed}`
    await page.getByRole('textbox', { name: word.email }).fill(email)
    await press(page.getByRole('button', { name: word.send }))
    await expect(page.getByText(word.done)).toBeFocused()
    await expectAccessibleInBoth(page)

    const own = /\/c\/[\w-]{43}/.exec((await awaitMessage(request, email)).text)?.[0] ?? ''
    for (const read of [/assignment\/[\w-]{43}\)/, /organizer\)/]) journey.expectRefusal(read)
    await page.goto(former)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word.replaced)
    await page.goto(own)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(word.replaced)
  })
}
