import { awaitMessage, expect, expectAccessibleInBoth, type Page, phone, test } from './journey.ts'
import { addPerson, assign, planEvent } from './plan.ts'
import { fillSignup } from './public-states.ts'
import { callApi } from './session.ts'

/* D44 */

const words = {
  en: {
    locale: 'en-GB',
    join: 'Join the waiting list',
    asked: /^Look in your inbox, /,
    stand: 'Stand in line',
    waiting: /in line$/,
    offered: /a place is free for you/,
    take: 'Take the place',
    decline: 'No, thanks',
    taken: /^The place is yours, /,
    left: 'You’re not in line',
  },
  sv: {
    locale: 'sv-SE',
    join: 'Ställ dig på väntelistan',
    asked: /^Titta i din inkorg, /,
    stand: 'Ställ mig i kön',
    waiting: /i kön$/,
    offered: /en plats är ledig till dig/,
    take: 'Ta platsen',
    decline: 'Nej tack',
    taken: /^Platsen är din, /,
    left: 'Du står inte i kön',
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  const device = { ...phone, locale: word.locale, reducedMotion: 'reduce' as const }

  test(`${language}: a full shift: two wait, the first declines the offer, the second takes the place`, async ({
    journey,
    request,
  }) => {
    const { event_id, shift_ids } = await planEvent(request, 'Midsommar', [['10:00', '14:00']])
    const [shift_id = ''] = shift_ids
    const on_shift = await Promise.all(
      ['Maja', 'Noor'].map(async (name) => assign(request, shift_id, await addPerson(request, name))),
    )
    for (const { id } of on_shift)
      await callApi(request, `/admin/assignments/${id}`, { method: 'PATCH', data: { status: 'CONFIRMED' } })

    const first = await wait(await journey.open(device))
    const second = await wait(await journey.open({ ...device, colorScheme: 'dark' }))
    await callApi(request, `/admin/assignments/${on_shift[0]?.id}?notify=false`, { method: 'DELETE' })

    await awaitOffer(first)
    await expectAccessibleInBoth(first)
    await first.getByRole('button', { name: word.decline }).click()
    await expect(title(first)).toHaveText(word.left)
    await expect(title(first)).toBeFocused()

    await awaitOffer(second)
    const take = second.getByRole('button', { name: word.take })
    await take.focus()
    await second.keyboard.press('Enter')
    await expect(title(second)).toHaveText(word.taken)
    await expectAccessibleInBoth(second)
    await expect
      .poll(async () => (await awaitMessage(request, emailOf(second))).text)
      .toMatch(/\/c\/[\w-]{43}/)

    /** The worker looks every few seconds. */
    async function awaitOffer(page: Page): Promise<void> {
      const link = await linkOf(page)
      await expect(async () => {
        await page.goto(link)
        await expect(title(page)).toHaveText(word.offered, { timeout: 1_000 })
      }).toPass({ timeout: 60_000 })
    }

    async function wait(page: Page): Promise<Page> {
      await page.goto(`/e/${event_id}/shifts/${shift_id}/signup`)
      await fillSignup(page, emailOf(page))
      await page.getByRole('button', { name: word.join }).click()
      await expect(title(page)).toHaveText(word.asked)
      await expect(title(page)).toBeFocused()
      await expectAccessibleInBoth(page)
      await page.goto(await linkOf(page))
      await page.getByRole('button', { name: word.stand }).click()
      await expect(title(page)).toHaveText(word.waiting)
      return page
    }
  })

  const addresses = new Map<Page, string>()
  const emailOf = (page: Page) => {
    const address = addresses.get(page) ?? `${language}.${addresses.size}.${Date.now()}@example.org`
    addresses.set(page, address)
    return address
  }
  const linkOf = async (page: Page) => {
    const { text } = await awaitMessage(page.request, emailOf(page))
    return /https?:\/\/\S+(\/w\/[\w-]{43})/.exec(text)?.[1] ?? ''
  }
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
