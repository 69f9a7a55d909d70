import type { Event } from '@muster/contract/events'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildEvent, buildEventWithRole, buildRole } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

vi.mock('../../live/connection.ts', () => import('../../testing/live-channel.ts'))
vi.mock('../../ui/feedback/live-region.tsx', () => import('../../testing/live-region.tsx'))

const words = {
  en: {
    add: 'Add event',
    edit: 'Edit',
    more: 'More about Festival',
    delete: 'Delete event',
    save: 'Save event',
    new_form: 'New event',
    edit_form: 'Edit event',
    name: 'Name',
    starts: 'Starts',
    ends: 'Ends',
    add_role: 'Add role',
    save_role: 'Save role',
    new_role: 'New role',
    edit_role: 'Edit role',
    edit_entrance: 'Edit Entrance',
    remove_entrance: 'Remove Entrance',
    remove_role: 'Remove role',
    copy: 'Copy signup link',
  },
  sv: {
    add: 'Lägg till evenemang',
    edit: 'Redigera',
    more: 'Mer om Festival',
    delete: 'Ta bort evenemanget',
    save: 'Spara evenemanget',
    new_form: 'Nytt evenemang',
    edit_form: 'Redigera evenemanget',
    name: 'Namn',
    starts: 'Börjar',
    ends: 'Slutar',
    add_role: 'Lägg till roll',
    save_role: 'Spara rollen',
    new_role: 'Ny roll',
    edit_role: 'Redigera rollen',
    edit_entrance: 'Redigera Entrance',
    remove_entrance: 'Ta bort Entrance',
    remove_role: 'Ta bort rollen',
    copy: 'Kopiera länk',
  },
} as const
const languages = ['en', 'sv'] as const
type Language = (typeof languages)[number]
const festival = buildEventWithRole({ name: 'Festival' })

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [festival] })
})

async function openEditor(language: Language, event: Event = festival) {
  answer('events', 'listEvents', { events: [event] })
  const user = await renderApp('/events', { language })
  await user.click(await screen.findByRole('button', { name: words[language].edit }))
  return { user, form: within(await screen.findByRole('form', { name: words[language].edit_form })) }
}

async function askToDelete(language: Language, event: Event = festival) {
  answer('events', 'listEvents', { events: [event] })
  const user = await renderApp('/events', { language })
  await user.click(await screen.findByRole('button', { name: words[language].more }))
  await user.click(await screen.findByRole('menuitem', { name: words[language].delete }))
  return { user, dialog: within(screen.getByRole('alertdialog')) }
}

/** Each of the screen's calls, made by hand. */
const make = {
  async createEvent(language: Language) {
    const t = words[language]
    const user = await renderApp('/events', { language })
    await user.click(await screen.findByRole('button', { name: t.add }))
    const form = within(await screen.findByRole('form', { name: t.new_form }))
    await user.type(form.getByLabelText(t.name), 'S')
    fireEvent.change(form.getByLabelText(t.starts), { target: { value: '2199-06-21T08:00' } })
    fireEvent.change(form.getByLabelText(t.ends), { target: { value: '2199-06-21T16:00' } })
    await user.click(form.getByRole('button', { name: t.add }))
  },
  async updateEvent(language: Language) {
    const { user, form } = await openEditor(language)
    await user.type(form.getByLabelText(words[language].name), '!')
    await user.click(form.getByRole('button', { name: words[language].save }))
  },
  async deleteEvent(language: Language) {
    const { user, dialog } = await askToDelete(language)
    await user.click(dialog.getByRole('button', { name: words[language].delete }))
  },
  async createRole(language: Language) {
    const t = words[language]
    const { user } = await openEditor(language)
    const form = within(screen.getByRole('form', { name: t.new_role }))
    await user.type(form.getByLabelText(t.name), 'K')
    await user.click(form.getByRole('button', { name: t.add_role }))
  },
  async updateRole(language: Language) {
    const t = words[language]
    const { user } = await openEditor(language)
    await user.click(screen.getByRole('button', { name: t.edit_entrance }))
    const form = within(screen.getByRole('form', { name: t.edit_role }))
    await user.type(form.getByLabelText(t.name), '!')
    await user.click(form.getByRole('button', { name: t.save_role }))
  },
  async deleteRole(language: Language) {
    const { user } = await openEditor(language)
    await user.click(screen.getByRole('button', { name: words[language].remove_entrance }))
    const dialog = within(screen.getByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: words[language].remove_role }))
  },
}

const calls = [
  {
    call: 'createEvent',
    en: { failed: 'Failed to save event', busy: 'Saving...' },
    sv: { failed: 'Det gick inte att spara evenemanget', busy: 'Sparar...' },
  },
  {
    call: 'updateEvent',
    en: { failed: 'Failed to update event', busy: 'Saving...' },
    sv: { failed: 'Det gick inte att ändra evenemanget', busy: 'Sparar...' },
  },
  {
    call: 'deleteEvent',
    en: { failed: 'Failed to delete event', busy: 'Deleting...' },
    sv: { failed: 'Det gick inte att ta bort evenemanget', busy: 'Tar bort...' },
  },
  {
    call: 'createRole',
    en: { failed: 'Failed to create role', busy: 'Saving...' },
    sv: { failed: 'Det gick inte att lägga till rollen', busy: 'Sparar...' },
  },
  {
    call: 'updateRole',
    en: { failed: 'Failed to update role', busy: 'Saving...' },
    sv: { failed: 'Det gick inte att ändra rollen', busy: 'Sparar...' },
  },
  {
    call: 'deleteRole',
    en: { failed: 'Error deleting role', busy: 'Removing...' },
    sv: { failed: 'Det gick inte att ta bort rollen', busy: 'Tar bort...' },
  },
] as const

describe.each(languages)('what is done with events and roles (%s)', (language) => {
  it.each(calls)('$call fails', async ({ call, [language]: texts }) => {
    refuse('events', call)
    await make[call](language)
    expect((await screen.findByRole('alert')).textContent).toBe(texts.failed)
  })

  it.each(calls)('$call fails for a reason the server gives', async ({ call }) => {
    refuse('events', call, { status: 409, code: 'busy', error: 'The server’s own.' })
    await make[call](language)
    expect((await screen.findByRole('alert')).textContent).toBe('The server’s own.')
  })

  it.each(calls)('$call is on its way', async ({ call, [language]: texts }) => {
    stall('events', call)
    await make[call](language)
    expect(await screen.findByText(texts.busy)).toBeDefined()
  })
})

const kitchen = buildRole({ name: 'Kitchen' })

it.each([
  {
    call: 'createEvent',
    reply: buildEvent({ name: 'Sill' }),
    en: 'Sill is added',
    sv: 'Sill har lagts till',
  },
  { call: 'updateEvent', reply: festival, en: 'Festival is saved', sv: 'Festival har sparats' },
  { call: 'deleteEvent', reply: undefined, en: 'Festival is deleted', sv: 'Festival har tagits bort' },
  { call: 'createRole', reply: kitchen, en: 'Kitchen is added', sv: 'Kitchen har lagts till' },
  { call: 'updateRole', reply: kitchen, en: 'Kitchen is saved', sv: 'Kitchen har sparats' },
  { call: 'deleteRole', reply: undefined, en: 'Entrance is removed', sv: 'Entrance har tagits bort' },
] as const)('$call is read out when it is done', async ({ call, reply, en, sv }) => {
  answer('events', call, reply)
  await make[call]('en')
  expect(await screen.findByText(en)).toBeDefined()
  cleanup()
  answer('events', call, reply)
  await make[call]('sv')
  expect(await screen.findByText(sv)).toBeDefined()
})

describe.each(languages)('the words of the screen (%s)', (language) => {
  it('nothing yet', async () => {
    answer('events', 'listEvents', { events: [] })
    await renderApp('/events', { language })
    const texts = {
      en: [
        'Everything you plan, with the link that volunteers sign up by.',
        'No events yet. Add the first one, then its roles and shifts.',
      ],
      sv: [
        'Allt ni planerar, med länken som volontärerna anmäler sig genom.',
        'Inga evenemang än. Lägg till det första, sedan roller och pass.',
      ],
    }
    for (const text of texts[language]) expect(await screen.findByText(text)).toBeDefined()
  })

  it('nothing ahead', async () => {
    const event_date_end = '2020-05-01T20:00:00.000Z'
    const past = buildEvent({ event_date_start: '2020-05-01T06:00:00.000Z', event_date_end })
    answer('events', 'listEvents', { events: [past] })
    await renderApp('/events', { language })
    const text = { en: 'Nothing planned ahead.', sv: 'Inget planerat framöver.' }[language]
    expect(await screen.findByText(text)).toBeDefined()
    const heading = { en: 'Past events', sv: 'Tidigare evenemang' }[language]
    expect(screen.getByRole('heading', { name: heading })).toBeDefined()
  })

  it('a card without roles, and one without shifts', async () => {
    const bare = buildEvent()
    answer('events', 'listEvents', { events: [bare, { ...bare, id: festival.id, roles: [kitchen] }] })
    await renderApp('/events', { language })
    const texts = {
      en: ['No roles yet.', 'Add the first role', 'No shifts yet.'],
      sv: ['Inga roller än.', 'Lägg till den första rollen', 'Inga pass än.'],
    }
    for (const text of texts[language]) expect(await screen.findByText(text)).toBeDefined()
    const broadcast = { en: 'Broadcast', sv: 'Utskick' }[language]
    expect(screen.getAllByRole('link', { name: broadcast })[0]?.getAttribute('href')).toBe(
      `/events/${bare.id}/broadcast`,
    )
  })

  it('the form, with a new zone', async () => {
    const { user, form } = await openEditor(language)
    expect(form.getByLabelText(/^(Notes|Anteckningar)/).getAttribute('rows')).toBe('4')
    const names = {
      en: ['First and last name', 'First name and initial', 'No names, only how many'],
      sv: ['För- och efternamn', 'Förnamn och initial', 'Inga namn, bara antal'],
    }
    for (const name of names[language]) expect(form.getByRole('option', { name })).toBeDefined()
    const hint = {
      en: 'What visitors see of those who have signed up.',
      sv: 'Vad besökare ser av dem som har anmält sig.',
    }
    expect(form.getByText(hint[language])).toBeDefined()
    const zone = form.getByRole('combobox', { name: { en: 'Time zone', sv: 'Tidszon' }[language] })
    await user.clear(zone)
    await user.type(zone, 'Helsi')
    await user.click(await screen.findByRole('option', { name: 'Europe/Helsinki' }))
    expect(
      form.getByText(
        {
          en: 'Start, end and all shifts keep the times on the clock: what is at 08:00 in Europe/Stockholm will be at 08:00 in Europe/Helsinki.',
          sv: 'Början, slut och alla pass behåller sina klockslag: det som är kl. 08:00 i Europe/Stockholm blir kl. 08:00 i Europe/Helsinki.',
        }[language],
      ),
    ).toBeDefined()
  })

  it('what a new event and a new role lack', async () => {
    const t = words[language]
    const user = await renderApp('/events', { language })
    await user.click(await screen.findByRole('button', { name: t.add }))
    const form = within(await screen.findByRole('form', { name: t.new_form }))
    await user.click(form.getByRole('button', { name: t.add }))
    const problems = {
      en: ['Give the event a name.', 'Say when the event starts.', 'Say when the event ends.'],
      sv: ['Ge evenemanget ett namn.', 'Ange när evenemanget börjar.', 'Ange när evenemanget slutar.'],
    }
    for (const problem of problems[language]) expect(await form.findByText(problem)).toBeDefined()
    fireEvent.change(form.getByLabelText(t.starts), { target: { value: '2199-06-21T16:00' } })
    fireEvent.change(form.getByLabelText(t.ends), { target: { value: '2199-06-21T08:00' } })
    const order = { en: 'The end must be after the start.', sv: 'Slutet måste ligga efter början.' }
    expect(await form.findByText(order[language])).toBeDefined()
  })

  it('the panel of roles', async () => {
    const { user } = await openEditor(language, buildEvent())
    const none = {
      en: 'What volunteers do, such as entrance, kitchen or first aid.',
      sv: 'Det som volontärerna gör, till exempel entré, kök eller sjukvård.',
    }
    expect(screen.getByText(none[language])).toBeDefined()
    await user.click(screen.getByRole('button', { name: words[language].add_role }))
    const problem = { en: 'Give the role a name.', sv: 'Ge rollen ett namn.' }[language]
    expect(await screen.findByText(problem)).toBeDefined()
  })

  it.each([
    {
      call: 'updateEvent',
      en: 'Somebody else has changed this event in the meantime. What you typed is still here; the rest has been read again. Save once more to keep yours.',
      sv: 'Någon annan har ändrat evenemanget under tiden. Det du har skrivit finns kvar här, resten har lästs in på nytt. Spara en gång till för att behålla ditt.',
    },
    {
      call: 'updateRole',
      en: 'Somebody else has changed this role in the meantime. What you typed is still here; save once more to keep it.',
      sv: 'Någon annan har ändrat rollen under tiden. Det du har skrivit finns kvar här; spara en gång till för att behålla det.',
    },
  ] as const)('$call when somebody else was quicker', async ({ call, [language]: text }) => {
    refuse('events', call, { status: 409, code: 'changed_elsewhere' })
    await make[call](language)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it('an event that somebody else has removed', async () => {
    const { user, form } = await openEditor(language)
    await user.type(form.getByLabelText(words[language].name), '!')
    refuse('events', 'updateEvent', { status: 409, code: 'changed_elsewhere' })
    answer('events', 'listEvents', { events: [] })
    refuse('events', 'getEvent', { status: 404, code: 'event_not_found' })
    await user.click(form.getByRole('button', { name: words[language].save }))
    const gone = {
      en: 'This event has been removed in the meantime.',
      sv: 'Evenemanget har tagits bort under tiden.',
    }
    expect((await form.findByRole('alert')).textContent).toBe(gone[language])
  })

  it.each([
    {
      shift_count: 1,
      en: 'Its 1 shift is removed with it, unless somebody is on it.',
      sv: 'Dess 1 pass tas bort med den, om ingen står på det.',
    },
    {
      shift_count: 2,
      en: 'Its 2 shifts are removed with it, unless somebody is on one of them.',
      sv: 'Dess 2 pass tas bort med den, om ingen står på något av dem.',
    },
  ])(
    'the question before a role with $shift_count shifts goes',
    async ({ shift_count, [language]: text }) => {
      const event = buildEvent()
      const role = buildRole({ event_id: event.id, name: 'Entrance', shift_count })
      const { user } = await openEditor(language, { ...event, roles: [role] })
      await user.click(screen.getByRole('button', { name: words[language].remove_entrance }))
      const dialog = within(screen.getByRole('alertdialog', { name: /Entrance\?$/ }))
      expect(dialog.getByText(text)).toBeDefined()
      const question = {
        en: 'Are you sure you want to delete this role?',
        sv: 'Vill du verkligen ta bort rollen?',
      }
      expect(dialog.getByText(question[language])).toBeDefined()
    },
  )

  it('the question before an event goes', async () => {
    const roles = [buildRole({ shift_count: 3 })]
    const { dialog } = await askToDelete(language, { ...festival, roles })
    const texts = {
      en: [
        'Are you sure you want to delete this event? It cannot be brought back.',
        'Its roles and 3 shifts go with it.',
      ],
      sv: [
        'Vill du verkligen ta bort evenemanget? Det går inte att få tillbaka.',
        'Rollerna och 3 pass försvinner också.',
      ],
    }
    for (const text of texts[language]) expect(dialog.getByText(text)).toBeDefined()
  })

  it('a link that is copied', async () => {
    const user = await renderApp('/events', { language })
    await user.click(await screen.findByRole('button', { name: words[language].copy }))
    const texts = {
      en: ['Copied', 'The signup link of Festival is copied'],
      sv: ['Kopierad', 'Anmälningslänken till Festival är kopierad'],
    }
    for (const text of texts[language]) expect(await screen.findByText(text)).toBeDefined()
  })
})
