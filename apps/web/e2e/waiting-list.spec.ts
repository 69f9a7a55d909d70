import { HOUR_MS } from '@muster/contract/rules/instants'
import type { WaitingPlace } from '@muster/contract/waiting-list'
import { ways } from './by-way.ts'
import { awaitMessage, expect, expectAccessibleInBoth, type Page, test } from './journey.ts'
import { addPerson, assign, planEvent } from './plan.ts'
import { fillSignup } from './public-states.ts'
import { callApi } from './session.ts'

/* D44 */

const words = {
  en: {
    join: 'Join the waiting list',
    asked: /^Look in your inbox, /,
    stand: 'Join the waiting list',
    waiting: /in line$/,
    offered: /a place is free for you/,
    take: 'Take the place',
    decline: 'No, thanks',
    taken: /^The place is yours, /,
    ended: 'You’re not in line',
    refused: 'declines',
  },
  sv: {
    join: 'Ställ mig på väntelistan',
    asked: /^Titta i din inkorg, /,
    stand: 'Ställ mig på väntelistan',
    waiting: /i kön$/,
    offered: /det finns en plats till dig/,
    take: 'Ta platsen',
    decline: 'Nej tack',
    taken: /^Platsen är din, /,
    ended: 'Erbjudandet har gått ut',
    refused: 'does not answer',
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  const { device, press } = ways[language]

  test(`${language}: a full shift: two wait, the first ${word.refused}, the second takes the place`, async ({
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
    const second = await wait(await journey.open(device))
    // Shortly before a shift an offer lasts for a third of the time left.
    // Within hours, because otherwise no offer is made at night.
    const soon = () => move(Date.now() + 10 * HOUR_MS)
    const lapses = language === 'sv'
    await (lapses ? move(Date.now() + 36_000) : soon())
    await callApi(request, `/admin/assignments/${on_shift[0]?.id}?notify=false`, { method: 'DELETE' })

    await awaitOffer(first)
    if (!lapses) {
      await expectAccessibleInBoth(first)
      await press(first.getByRole('button', { name: word.decline }))
      await expect(title(first)).toHaveText(word.ended)
      await expect(title(first)).toBeFocused()
    } else {
      // The next offer has its usual time again.
      await soon()
      await awaitStatus(first, 'LAPSED')
      await first.reload()
      await expect(title(first)).toHaveText(word.ended)
    }

    await awaitOffer(second)
    await press(second.getByRole('button', { name: word.take }))
    await expect(title(second)).toHaveText(word.taken)
    await expectAccessibleInBoth(second)
    await expect
      .poll(async () => (await awaitMessage(request, emailOf(second))).text)
      .toMatch(/\/c\/[\w-]{43}/)

    async function move(start_ms: number): Promise<void> {
      const data = { start_dt: new Date(start_ms), end_dt: new Date(start_ms + 4 * HOUR_MS) }
      await callApi(request, `/admin/shifts/${shift_id}?notify=false`, { method: 'PUT', data })
    }

    async function awaitOffer(page: Page): Promise<void> {
      await awaitStatus(page, 'OFFERED')
      await page.goto(await linkOf(page))
      await expect(title(page)).toHaveText(word.offered)
    }

    /** Polls the API, because a reload takes half a second of processor. The worker looks every few seconds. */
    async function awaitStatus(page: Page, status: WaitingPlace['status']): Promise<void> {
      const address = (await linkOf(page)).replace('/w/', '/waiting/')
      const read = async (): Promise<WaitingPlace> => (await request.get(address)).json()
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe(status)
    }

    async function wait(page: Page): Promise<Page> {
      await page.goto(`/e/${event_id}/shifts/${shift_id}/signup`)
      await fillSignup(page, emailOf(page))
      await press(page.getByRole('button', { name: word.join }))
      await expect(title(page)).toHaveText(word.asked)
      await expect(title(page)).toBeFocused()
      await expectAccessibleInBoth(page)
      await page.goto(await linkOf(page))
      await press(page.getByRole('button', { name: word.stand }))
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
