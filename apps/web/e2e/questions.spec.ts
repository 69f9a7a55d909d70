import { ways } from './by-way.ts'
import { again, awaitMessage, expect, expectAccessibleInBoth, test } from './journey.ts'
import { planEvent } from './plan.ts'
import { callApi } from './session.ts'

/* D51 */

const words = {
  en: {
    fields: ['First name', 'Last name', 'E-mail', 'Phone'],
    terms: /I am at least/,
    sign_up: 'Sign up',
    missing: 'Please answer this question.',
    show: 'Show my answers',
    save: 'Save answers',
    yes: 'Yes',
    no: 'No',
  },
  sv: {
    fields: ['Förnamn', 'Efternamn', 'E-post', 'Telefon'],
    terms: /Jag har fyllt/,
    sign_up: 'Anmäl mig',
    missing: 'Svara på den här frågan.',
    show: 'Visa mina svar',
    save: 'Spara svaren',
    yes: 'Ja',
    no: 'Nej',
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  const { device, press } = ways[language]

  test(`${language}: questions are built, answered, seen, and answered anew${again(language === 'en')}`, async ({
    journey,
    request,
  }) => {
    const { event_id, shift_ids } = await planEvent(request, 'Sommarläger', [['10:00', '14:00']])
    const desk = await journey.openDesk()
    await desk.goto(`/events/${event_id}/settings#questions`)
    const add = async (label: string, kind: string, options?: string) => {
      await desk.getByRole('button', { name: 'Add question' }).click()
      await desk.getByLabel('Question', { exact: true }).fill(label)
      await desk.getByLabel('Answer', { exact: true }).selectOption(kind)
      if (options) await desk.getByLabel('Answers to choose from').fill(options)
    }
    await add('Vad kan du inte äta?', 'many', 'Nötter\nFisk')
    await add('Körkort?', 'yes_no')
    await add('Storlek på tröjan', 'choice', 'S\nM\nL')
    await desk.getByLabel('Must be answered').check()
    await expectAccessibleInBoth(desk)
    // It comes first.
    await desk.getByRole('button', { name: 'Move Storlek på tröjan up' }).press('Alt+ArrowUp')
    await desk.getByRole('button', { name: 'Move Storlek på tröjan up' }).press('Alt+ArrowUp')
    await desk.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(desk.getByText(/is saved$/)).toBeVisible()
    const { questions } = await callApi(request, `/admin/events/${event_id}`)
    expect(questions).toMatchObject([
      { label: 'Storlek på tröjan', options: ['S', 'M', 'L'], required: true },
      { label: 'Vad kan du inte äta?', kind: 'many' },
      { label: 'Körkort?', kind: 'yes_no' },
    ])

    const volunteer = await journey.open(device)
    await volunteer.goto(`/e/${event_id}/shifts/${shift_ids[0]}/signup`)
    const to = `ida-${Date.now()}@volunteer.example`
    const typed = ['Ida', 'Lind', to, '+46 70 174 06 33']
    for (const [at, label] of word.fields.entries())
      await volunteer.getByLabel(label, { exact: true }).fill(typed[at] ?? '')
    await press(volunteer.getByRole('checkbox', { name: word.terms }), 'Space')
    await press(volunteer.getByRole('button', { name: word.sign_up }))
    await expect(volunteer.getByText(word.missing)).toBeVisible()
    await expect(volunteer.getByRole('radio', { name: 'S', exact: true })).toBeFocused()
    await expectAccessibleInBoth(volunteer)
    const choose = async (role: 'radio' | 'checkbox', name: string) => {
      const label = volunteer.getByText(name, { exact: true })
      if (language === 'en') return press(label)
      // Tab leads to one radio button of a group only.
      await volunteer.getByRole(role, { name, exact: true }).focus()
      await volunteer.keyboard.press('Space')
    }
    await choose('radio', 'M')
    await choose('checkbox', 'Nötter')
    await choose('radio', word.yes)
    await press(volunteer.getByRole('button', { name: word.sign_up }))
    const { text } = await awaitMessage(request, to)
    const link = /https?:\/\/\S+(\/c\/[\w-]{43})/.exec(text)?.[1] ?? ''

    const [first] = await callApi(request, `/admin/events/${event_id}/answers`)
    await desk.goto(`/people/${first.person_id}`)
    const card = desk.getByRole('region', { name: 'Answers' })
    await expect(card).toContainText('Storlek på tröjanM')
    await expect(card).toContainText('Vad kan du inte äta?Nötter')
    await expect(card).toContainText('Körkort?Yes')
    await expectAccessibleInBoth(desk)

    await volunteer.goto(link)
    await press(volunteer.getByRole('button', { name: word.show }))
    await choose('radio', 'L')
    await choose('checkbox', 'Nötter')
    await choose('radio', word.no)
    await expectAccessibleInBoth(volunteer)
    await press(volunteer.getByRole('button', { name: word.save }))
    await expect(volunteer.getByRole('button', { name: word.show })).toBeVisible()
    await desk.reload()
    await expect(card).toContainText('Storlek på tröjanL')
    await expect(card).toContainText('Körkort?No')
    await expect(card).not.toContainText('Nötter')
  })
}
