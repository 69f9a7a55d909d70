import { again, desktop, expect, expectAccessible, expectAccessibleInBoth, phone, test } from './journey.ts'
import { addPerson, assign, planEvent } from './plan.ts'

const words = {
  en: {
    people: 'On this shift',
    add: 'Add people',
    busy: 'Busy 10:00–14:00, Entré och armband',
    already: 'Already on this shift',
    pending: 'Pending save',
    save: 'Save',
    conflict: 'Schedule conflict detected for',
    close: 'Close',
    cancel: 'Cancel',
    undo: 'Undo:',
  },
  sv: {
    people: 'På det här passet',
    add: 'Lägg till personer',
    busy: 'Upptagen 10:00–14:00, Entré och armband',
    already: 'Redan på det här passet',
    pending: 'Inte sparad än',
    save: 'Spara',
    conflict: 'Schemakrock för',
    close: 'Stäng',
    cancel: 'Avbryt',
    undo: 'Ångra:',
  },
} as const

const desks = [
  { language: 'en', where: 'a desktop', options: { ...desktop, locale: 'en-GB' } },
  { language: 'sv', where: 'a phone', options: { ...phone, locale: 'sv-SE' } },
] as const

for (const { language, where, options } of desks) {
  test(`${language}: who is busy is added only after a question, and not saved unasked, on ${where}${again(language === 'en')}`, async ({
    journey,
    request,
  }) => {
    const word = words[language]
    const { event_id, shift_ids } = await planEvent(request, 'Krock', [
      ['10:00', '14:00'],
      ['12:00', '16:00'],
    ])
    const [morning = '', noon = ''] = shift_ids
    const busy = await addPerson(request, 'Ida')
    const quick = await addPerson(request, 'Klas')
    const free = await addPerson(request, 'Ulla')
    await assign(request, morning, busy)

    const organiser = await journey.openDesk(options)
    await organiser.goto(`/?event=${event_id}&shift=${noon}`)
    const search = organiser.getByRole('combobox', { name: word.add })
    await search.fill(busy.name)
    const option = organiser.getByRole('option', { name: busy.name })
    await expect(option).toContainText(word.busy)
    await expectAccessible(organiser, '[role=listbox]')
    await organiser.keyboard.press('Enter')
    const people = organiser.getByRole('list', { name: word.people })
    await expect(people).toHaveCount(0)
    await option.click()
    const question = organiser.getByRole('alertdialog')
    await expect(question).toContainText(word.busy)
    await expectAccessible(organiser)
    await question.getByRole('button', { name: word.cancel }).click()
    await expect(people).toHaveCount(0)

    for (const { name } of [quick, free]) {
      await search.fill(name)
      await organiser.getByRole('option', { name }).click()
    }
    await organiser.keyboard.press('Escape')
    await expect(people.getByText(word.pending)).toHaveCount(2)

    // Another administrator assigns first.
    await assign(request, morning, quick)
    journey.expectRefusal(/\/assignments/)
    await organiser.getByRole('button', { name: word.save, exact: true }).click()
    const failure = organiser.getByRole('dialog')
    await expect(failure.getByText(`${word.conflict} ${quick.name}`)).toBeVisible()
    await expectAccessibleInBoth(organiser)
    await failure.getByRole('button', { name: word.close }).last().click()

    // Nothing was assigned, and the draft is kept.
    await expect(people.getByText(word.pending)).toHaveCount(2)
    await organiser.getByRole('button', { name: `${word.undo} ${quick.name}` }).click()
    await organiser.getByRole('button', { name: word.save, exact: true }).click()
    await expect(people.getByText(word.pending)).toHaveCount(0)
    await expect(people.getByRole('listitem')).toHaveCount(1)
    await expect(people.getByText(free.name)).toBeVisible()
    await search.fill(free.name)
    await expect(organiser.getByRole('option', { name: free.name })).toContainText(word.already)
  })
}
