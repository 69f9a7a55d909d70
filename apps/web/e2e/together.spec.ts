import { ways } from './by-way.ts'
import { again, awaitMessage, expect, expectAccessibleInBoth, test } from './journey.ts'
import { planEvent } from './plan.ts'
import { callApi } from './session.ts'

/* D54, D45 */

const words = {
  en: {
    fields: ['First name', 'Last name', 'E-mail', 'Phone'],
    add: 'Add a child or a friend',
    person: 'Person 2',
    first: 'First name',
    last: 'Last name',
    minor: /^Under 16/,
    guardian: /^I am the guardian of Nils/,
    sign_up: 'Sign up both of you',
    names: 'All of you have the place: Åsa and Nils.',
    another: 'Sign up somebody else',
    full: /^Åsa Öberg/,
  },
  sv: {
    fields: ['Förnamn', 'Efternamn', 'E-post', 'Telefon'],
    add: 'Lägg till barn eller vän',
    person: 'Person 2',
    first: 'Förnamn',
    last: 'Efternamn',
    minor: /^Under 16/,
    guardian: /^Jag är vårdnadshavare för Nils/,
    sign_up: 'Anmäl er båda',
    names: 'Alla har platsen: Åsa och Nils.',
    another: 'Anmäl någon till',
    full: /^Åsa Öberg/,
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  const { device, press } = ways[language]

  test(`${language}: a parent signs up with a child, whose name nobody sees, and then somebody else${again(language === 'en')}`, async ({
    journey,
    request,
  }) => {
    const { event_id, shift_ids } = await planEvent(request, 'Familjedag', [['10:00', '14:00']])
    const page = await journey.open(device)
    await page.goto(`/e/${event_id}/shifts/${shift_ids[0]}/signup`)
    const to = `family-${Date.now()}@volunteer.example`
    const typed = ['Åsa', 'Öberg', to, '+46 70 174 06 33']
    for (const [at, label] of word.fields.entries())
      await page.getByLabel(label, { exact: true }).fill(typed[at] ?? '')
    await press(page.getByRole('button', { name: word.add }))
    const other = page.getByRole('group', { name: word.person })
    await expect(other.getByLabel(word.first)).toBeFocused()
    await other.getByLabel(word.first).fill('Nils')
    await other.getByLabel(word.last).fill('Öberg')
    await press(other.getByRole('checkbox', { name: word.minor }), 'Space')
    await expectAccessibleInBoth(page)
    await press(page.getByRole('checkbox', { name: word.guardian }), 'Space')
    await press(page.getByRole('button', { name: word.sign_up }))
    await expect(page.getByText(word.names)).toBeVisible()
    await expectAccessibleInBoth(page)
    await awaitMessage(page.request, to)

    // The child counts and is not named.
    const { roles } = await callApi(request, `/events/${event_id}/public`)
    const [shift] = roles[0].shifts
    expect(shift).toMatchObject({
      assigned_count: 2,
      spots_left: 0,
      assigned_people: [{ first_name: 'Åsa' }],
    })

    // The form begins anew with the same address.
    await press(page.getByRole('button', { name: word.another }))
    const [first, , email] = word.fields
    await expect(page.getByLabel(first, { exact: true })).toHaveValue('')
    await expect(page.getByLabel(email, { exact: true })).toHaveValue(to)
  })
}
