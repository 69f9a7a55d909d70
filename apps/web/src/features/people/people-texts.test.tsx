import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

vi.mock('../../live/connection.ts', () => import('../../testing/live-channel.ts'))
vi.mock('../../ui/feedback/live-region.tsx', () => import('../../testing/live-region.tsx'))

const words = {
  en: {
    add: 'Add person',
    actions: 'Actions for Björn af Ekenstam',
    edit: 'Edit',
    notes: 'Notes (optional)',
    first: 'First name',
    last: 'Last name',
    email: 'E-mail',
    save: 'Save person',
    delete: 'Delete person',
    close: 'Close',
    problem: 'That did not work',
  },
  sv: {
    add: 'Lägg till person',
    actions: 'Åtgärder för Björn af Ekenstam',
    edit: 'Redigera',
    notes: 'Anteckningar (valfritt)',
    first: 'Förnamn',
    last: 'Efternamn',
    email: 'E-post',
    save: 'Spara personen',
    delete: 'Ta bort personen',
    close: 'Stäng',
    problem: 'Det gick inte',
  },
} as const
const languages = ['en', 'sv'] as const
type Language = (typeof languages)[number]
const bjorn = buildPerson()

beforeEach(() => {
  answerOrganization()
  answer('people', 'listPeople', [bjorn])
  answer('shifts', 'listShifts', { shifts: [] })
})

async function choose(language: Language, action: 'edit' | 'delete') {
  const user = await renderApp('/people', { language })
  await user.click(await screen.findByRole('button', { name: words[language].actions }))
  await user.click(await screen.findByRole('menuitem', { name: words[language][action] }))
  return user
}

/** Each of the screen's calls, made by hand. */
const make = {
  async listPeople(language: Language) {
    await renderApp('/people', { language })
  },
  async createPerson(language: Language) {
    const t = words[language]
    const user = await renderApp('/people', { language })
    await user.click(await screen.findByRole('button', { name: t.add }))
    await user.type(await screen.findByLabelText(t.first), 'M')
    await user.type(screen.getByLabelText(t.last), 'Ek')
    await user.type(screen.getByLabelText(t.email), 'm@e.se')
    await user.click(screen.getByRole('button', { name: t.save }))
  },
  async updatePerson(language: Language) {
    const user = await choose(language, 'edit')
    await user.type(await screen.findByLabelText(words[language].notes), '!')
    await user.click(screen.getByRole('button', { name: words[language].save }))
  },
  async deletePerson(language: Language) {
    const user = await choose(language, 'delete')
    await user.click(await screen.findByRole('button', { name: words[language].delete }))
  },
}

describe.each(languages)('what failed is told in a dialog (%s)', (language) => {
  it.each([
    { call: 'listPeople', en: 'Failed to fetch people', sv: 'Det gick inte att hämta personerna' },
    { call: 'createPerson', en: 'Failed to save person', sv: 'Det gick inte att spara personen' },
    { call: 'updatePerson', en: 'Failed to save person', sv: 'Det gick inte att spara personen' },
  ] as const)('$call, in the screen’s words or the server’s', async ({ call, ...texts }) => {
    refuse('people', call)
    await make[call](language)
    const dialog = within(await screen.findByRole('dialog', { name: words[language].problem }))
    expect(dialog.getByText(texts[language])).toBeDefined()
    expect(dialog.getAllByRole('button', { name: words[language].close }).length).toBeGreaterThan(0)
  })

  it.each(['listPeople', 'createPerson', 'updatePerson'] as const)(
    '%s, in the server’s words',
    async (call) => {
      refuse('people', call, { status: 503, code: 'busy', error: 'The server’s own.' })
      await make[call](language)
      const dialog = within(await screen.findByRole('dialog', { name: words[language].problem }))
      expect(dialog.getByText('The server’s own.')).toBeDefined()
    },
  )

  it.each([
    [{}, { en: 'Failed to delete person', sv: 'Det gick inte att ta bort personen' }[language]],
    [{ error: 'The server’s own.' }, 'The server’s own.'],
  ])('deletePerson, where it was asked', async (refusal, text) => {
    refuse('people', 'deletePerson', refusal)
    await make.deletePerson(language)
    expect(await screen.findByText(text)).toBeDefined()
  })
})

describe.each(languages)('the words of the screen (%s)', (language) => {
  it('the head of the table', async () => {
    await renderApp('/people', { language })
    const heads = await screen.findAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual(
      {
        en: ['Name', 'Team', 'E-mail', 'Phone', 'Notes', 'Actions'],
        sv: ['Namn', 'Lag', 'E-post', 'Telefon', 'Anteckningar', 'Åtgärder'],
      }[language],
    )
  })

  it('nobody yet', async () => {
    answer('people', 'listPeople', [])
    await renderApp('/people', { language })
    expect(
      await screen.findByText(
        {
          en: 'Nobody here yet. Add the first person, or share a signup link: whoever signs up is added by itself.',
          sv: 'Ingen här än. Lägg till den första personen, eller dela en anmälningslänk: den som anmäler sig läggs till automatiskt.',
        }[language],
      ),
    ).toBeDefined()
  })

  it('the search and what it found', async () => {
    const more = buildPerson({ first_name: 'Björn' })
    answer('people', 'listPeople', [
      bjorn,
      more,
      buildPerson({ first_name: 'Åsa', email: 'asa@example.org' }),
    ])
    await renderApp('/people?q=björn', { language })
    const search = await screen.findByRole('searchbox')
    expect(search.getAttribute('placeholder')).toBe(
      {
        en: 'Name, team, e-mail or phone',
        sv: 'Namn, lag, e-post eller telefon',
      }[language],
    )
    const found = { en: '2 people found', sv: '2 personer hittades' }[language]
    expect(await screen.findAllByText(found)).toHaveLength(2)
  })

  it('the form says whose and for whom', async () => {
    await choose(language, 'edit')
    const title = { en: 'Edit person', sv: 'Redigera person' }[language]
    const sheet = within(await screen.findByRole('dialog', { name: title }))
    const fields = {
      en: ['First name', 'Last name', 'E-mail', 'Phone (optional)', "Child's team (optional)"],
      sv: ['Förnamn', 'Efternamn', 'E-post', 'Telefon (valfritt)', 'Barnets lag (valfritt)'],
    }
    for (const field of fields[language]) expect(sheet.getByLabelText(field)).toBeDefined()
    const hint = { en: 'Only administrators see them.', sv: 'Bara administratörer ser dem.' }
    expect(sheet.getByText(hint[language])).toBeDefined()
  })

  it('the form says what is wrong with a field', async () => {
    const user = await renderApp('/people', { language })
    await user.click(await screen.findByRole('button', { name: words[language].add }))
    await user.type(await screen.findByLabelText(/^(Phone|Telefon)/), '12')
    await user.click(screen.getByRole('button', { name: words[language].save }))
    const problems = {
      en: [
        'Enter a first name.',
        'Enter a last name.',
        'Enter an e-mail address.',
        'This is not a whole phone number. From another country it begins with +.',
      ],
      sv: [
        'Ange ett förnamn.',
        'Ange ett efternamn.',
        'Ange en e-postadress.',
        'Det här är inget helt telefonnummer. Från ett annat land börjar det med +.',
      ],
    }
    for (const problem of problems[language]) expect(await screen.findByText(problem)).toBeDefined()
    await user.type(screen.getByLabelText(words[language].email), 'maja@')
    const address = {
      en: 'Enter an address such as anna@example.org.',
      sv: 'Ange en adress som anna@example.org.',
    }
    expect(await screen.findByText(address[language])).toBeDefined()
  })

  it('somebody else was quicker', async () => {
    refuse('people', 'updatePerson', { status: 409, code: 'changed_elsewhere' })
    await make.updatePerson(language)
    const texts = {
      en: 'Somebody else has changed this person in the meantime. What you typed is still here; the rest has been read again. Save once more to keep yours.',
      sv: 'Någon annan har ändrat personen under tiden. Det du har skrivit finns kvar här, resten har lästs in på nytt. Spara en gång till för att behålla ditt.',
    }
    expect(await screen.findByText(texts[language])).toBeDefined()
  })

  it.each([
    { call: 'createPerson', en: 'Saving...', sv: 'Sparar...' },
    { call: 'deletePerson', en: 'Deleting...', sv: 'Tar bort...' },
  ] as const)('$call is on its way', async ({ call, ...texts }) => {
    stall('people', call)
    await make[call](language)
    expect(await screen.findByText(texts[language])).toBeDefined()
  })

  it.each([
    {
      call: 'createPerson',
      en: 'Maja Ek is added',
      sv: 'Maja Ek har lagts till',
    },
    {
      call: 'updatePerson',
      en: 'Björn af Ekenstam is saved',
      sv: 'Björn af Ekenstam har sparats',
    },
  ] as const)('$call is done', async ({ call, ...texts }) => {
    answer(
      'people',
      call,
      call === 'createPerson' ? buildPerson({ first_name: 'Maja', last_name: 'Ek' }) : bjorn,
    )
    await make[call](language)
    expect(await screen.findByText(texts[language])).toBeDefined()
  })

  it('deletePerson is done', async () => {
    answer('people', 'deletePerson', undefined)
    await make.deletePerson(language)
    const done = { en: 'Björn af Ekenstam is deleted', sv: 'Björn af Ekenstam har tagits bort' }
    expect(await screen.findByText(done[language])).toBeDefined()
  })

  it.each([
    {
      shifts: 0,
      en: 'Björn af Ekenstam is on no coming shift.',
      sv: 'Björn af Ekenstam är inte med på något kommande pass.',
    },
    {
      shifts: 1,
      en: 'Björn af Ekenstam is on 1 coming shift and leaves it.',
      sv: 'Björn af Ekenstam är med på 1 kommande pass och försvinner från det.',
    },
    {
      shifts: 2,
      en: 'Björn af Ekenstam is on 2 coming shifts and leaves them.',
      sv: 'Björn af Ekenstam är med på 2 kommande pass och försvinner från dem.',
    },
  ])('the question before deleting names $shifts shifts', async ({ shifts, ...texts }) => {
    const event = buildEventWithRole()
    const on = Array.from({ length: shifts }, () =>
      buildShift(event, event.roles[0], {
        assignment: [buildAssignment('CONFIRMED', bjorn, { person_id: bjorn.id })],
      }),
    )
    answer('shifts', 'listShifts', { shifts: on })
    await choose(language, 'delete')
    const title = { en: 'Delete Björn af Ekenstam?', sv: 'Ta bort Björn af Ekenstam?' }[language]
    const dialog = within(await screen.findByRole('alertdialog', { name: title }))
    expect(await dialog.findByText(texts[language])).toBeDefined()
    expect(
      dialog.getByText(
        {
          en: 'Are you sure you want to delete this person? It cannot be undone.',
          sv: 'Vill du verkligen ta bort personen? Det går inte att ångra.',
        }[language],
      ),
    ).toBeDefined()
    expect(dialog.getByRole('button', { name: { en: 'Cancel', sv: 'Avbryt' }[language] })).toBeDefined()
  })
})

it('shows a person who is gone as gone', async () => {
  refuse('people', 'updatePerson', { status: 404, code: 'person_not_found' })
  await choose('sv', 'edit').then(async (user) => {
    await user.type(await screen.findByLabelText(words.sv.notes), '!')
    answer('people', 'listPeople', [])
    await user.click(screen.getByRole('button', { name: words.sv.save }))
  })
  expect(await screen.findByText('Personen har tagits bort under tiden.')).toBeDefined()
})
