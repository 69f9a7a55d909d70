import { planFestival } from './festival.ts'
import { desktop, expectAccessibleInBoth, phone, test } from './journey.ts'
import { listStates, reachState } from './public-states.ts'

for (const { locale, name, size } of [
  { locale: 'en-GB', name: 'desktop', size: desktop },
  { locale: 'sv-SE', name: 'phone', size: phone },
] as const) {
  test(`${locale}, ${name}: keeps nobody out`, async ({ journey, request }) => {
    const page = await journey.open({ ...size, locale, reducedMotion: 'reduce' })
    const festival = await planFestival(request)
    for (const state of await listStates(request, festival, locale === 'en-GB' ? 'en' : 'sv')) {
      await test.step(state.name, async () => {
        if (state.refused) journey.expectRefusal(state.refused)
        await reachState(page, state)
        await expectAccessibleInBoth(page)
      })
    }
  })
}
