import { endless, planFestival } from './festival.ts'
import { findCutText } from './find-cut-text.ts'
import { again, desktop, expect, expectAccessibleInBoth, type Page, phone, test } from './journey.ts'
import { addPerson, assign } from './plan.ts'
import { listStates, reachState } from './public-states.ts'
import { callApi } from './session.ts'
import { listTermsStates } from './terms-states.ts'

/** Width of a desktop at 400 % zoom. */
const ZOOMED = { width: 320, height: 640 }

const lists = [
  { what: 'keeps nobody out, and cuts off no long word', list: listStates },
  { what: 'keeps nobody out of sign-ups on terms', list: listTermsStates },
]
for (const { locale, name, size } of [
  { locale: 'en-GB', name: 'desktop', size: desktop },
  { locale: 'sv-SE', name: 'phone', size: phone },
] as const) {
  for (const { what, list } of lists) {
    // One visit checks access and long words, because it takes as long to reach a state as to check it.
    test(`${locale}, ${name}: ${what}${again(locale === 'en-GB')}`, async ({ journey, request }) => {
      const page = await journey.open({ ...size, locale, reducedMotion: 'reduce' })
      const festival = await planFestival(request, endless)
      const language = locale === 'en-GB' ? 'en' : 'sv'
      for (const state of await list(request, festival, language, endless)) {
        await test.step(state.name, async () => {
          if (state.refused) journey.expectRefusal(state.refused)
          await page.setViewportSize(size.viewport)
          await reachState(page, state)
          await expectAccessibleInBoth(page)
          await expectNothingCut(page, state.name)
        })
      }
    })
  }
}

test('a long role in the list of one’s shifts does not widen the page', async ({ journey, request }) => {
  const { roomy, empty } = await planFestival(request, endless)
  const person = await addPerson(request, 'Björn')
  const { id } = await assign(request, roomy.id, person)
  await callApi(request, `/admin/assignments/${id}`, { method: 'PATCH', data: { status: 'CONFIRMED' } })
  const { token } = await assign(request, empty.id, person)
  const page = await journey.open()
  await page.goto(`/c/${token}`)
  await expect(page.getByRole('heading', { level: 2, name: 'All your shifts' })).toBeVisible()
  await expectNothingCut(page, 'a list')
})

async function expectNothingCut(page: Page, state: string): Promise<void> {
  // The page may need a moment for its new width.
  const expectAllShown = (size: string) =>
    expect.poll(() => findCutText(page), { message: `${state}, ${size}` }).toEqual([])
  await page.setViewportSize(ZOOMED)
  await expectAllShown('320 px')
  await page.setViewportSize({ width: 640, height: 800 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectAllShown('640 px, letters twice as large')
}

for (const { name, size } of [
  { name: 'desktop', size: desktop },
  { name: 'phone', size: phone },
] as const) {
  test(`${name}: a word that is cut off is found, and a page that is too wide`, async ({ journey }) => {
    const page = await journey.open({ ...size, viewport: ZOOMED })
    await page.goto('/terms')
    const title = page.locator('h1')
    await expect(title).toBeVisible()
    expect(await findCutText(page)).toEqual([])
    await title.evaluate((heading: HTMLElement) => {
      heading.style.width = '40px'
      heading.style.overflow = 'hidden'
      heading.style.whiteSpace = 'nowrap'
    })
    expect(await findCutText(page)).toEqual(['Terms of use'])
    await title.evaluate((heading: HTMLElement) => {
      heading.style.width = '400px'
    })
    expect(await findCutText(page)).toEqual(['the page'])
  })
}
