import { desktop, expect, expectAccessibleInBoth, phone, test } from './journey.ts'
import { addPerson, assign, planEvent } from './plan.ts'

const words = {
  en: {
    move: 'Move to…',
    to: 'To',
    act: 'Move',
    add: 'Add a tag',
    actions: /^Actions for/,
    moved: 'is moved',
  },
  sv: {
    move: 'Flytta till…',
    to: 'Till',
    act: 'Flytta',
    add: 'Lägg till tagg',
    actions: /^Åtgärder för/,
    moved: 'är flyttad',
  },
} as const

const desks = [
  { language: 'en', where: 'a desktop', options: { ...desktop, locale: 'en-GB' } },
  { language: 'sv', where: 'a phone', options: { ...phone, locale: 'sv-SE' } },
] as const

for (const { language, where, options } of desks) {
  test(`${language}: a person is found, tagged and moved to another shift, on ${where}`, async ({
    journey,
    request,
  }) => {
    const word = words[language]
    const { shift_ids } = await planEvent(request, 'Flytt', [
      ['10:00', '14:00'],
      ['15:00', '17:00'],
    ])
    const [morning = '', evening = ''] = shift_ids
    const person = await addPerson(request, 'Ingrid')
    await assign(request, morning, person)

    const organiser = await journey.openDesk(options)
    await organiser.goto(`/people?q=${encodeURIComponent(person.name)}`)
    await organiser.getByRole('link', { name: person.name }).click()
    await expect(organiser.getByRole('heading', { level: 1, name: person.name })).toBeVisible()
    await organiser.getByRole('combobox', { name: word.add }).fill('Nyckel')
    await organiser.keyboard.press('Enter')
    await expect(organiser.getByRole('listitem').filter({ hasText: 'Nyckel' })).toBeVisible()
    await expectAccessibleInBoth(organiser)

    await organiser.getByRole('button', { name: word.actions }).click()
    await organiser.getByRole('menuitem', { name: word.move }).click()
    await organiser.getByRole('combobox', { name: word.to, exact: true }).selectOption(evening)
    await expectAccessibleInBoth(organiser)
    await organiser.getByRole('button', { name: word.act, exact: true }).click()
    await expect(organiser.getByText(word.moved)).toBeVisible()
    await expect(organiser.getByText('15:00–17:00', { exact: true })).toBeVisible()
  })
}
