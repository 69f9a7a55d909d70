import type { Event, Role } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEvent,
  buildEventWithRole,
  buildOrganization,
  buildShift,
} from '../../testing/build-event.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

vi.mock('../../live/connection.ts', () => import('../../testing/live-channel.ts'))
vi.mock('../../ui/feedback/live-region.tsx', () => import('../../testing/live-region.tsx'))

const words = {
  en: {
    add: 'Add shift',
    create: 'Create shift',
    new_form: 'New shift',
    needed: 'People needed',
    starts: 'Starts',
    ends: 'Ends',
    edit: /^Edit/,
    save: 'Save shift',
    remove: 'Remove shift',
    problem: 'That did not work',
  },
  sv: {
    add: 'Lägg till pass',
    create: 'Skapa pass',
    new_form: 'Nytt pass',
    needed: 'Antal personer',
    starts: 'Börjar',
    ends: 'Slutar',
    edit: /^Redigera/,
    save: 'Spara passet',
    remove: 'Ta bort passet',
    problem: 'Det gick inte',
  },
} as const
const languages = ['en', 'sv'] as const
type Language = (typeof languages)[number]

const organization = buildOrganization()
const event = buildEventWithRole({ name: 'Festival' })
const [entrance] = event.roles
const shift = buildShift(event, entrance)

beforeEach(() => {
  answerOrganization(organization)
  answer('events', 'getLastEvent', { last_event_id: null })
  answer('events', 'listEvents', { events: [event] })
  answer('shifts', 'listShifts', { shifts: [shift] })
  answer('people', 'listPeople', [])
  Reflect.get(window, 'happyDOM').setViewport({ width: 1280 })
})

async function open(language: Language, shifts: Shift[] = [shift], address = '/') {
  answer('shifts', 'listShifts', { shifts })
  const user = await renderApp(address, { language })
  await screen.findByRole('table')
  return user
}

/** Each of the screen's calls, made by hand. */
const make = {
  async createShift(language: Language) {
    const user = await open(language)
    await user.click(screen.getByRole('button', { name: words[language].add }))
    await user.click(await screen.findByRole('button', { name: words[language].create }))
  },
  async updateShift(language: Language) {
    const user = await open(language)
    await user.click(screen.getByRole('button', { name: words[language].edit }))
    await user.type(await screen.findByLabelText(words[language].needed), '0')
    await user.click(screen.getByRole('button', { name: words[language].save }))
  },
  async deleteShift(language: Language) {
    const user = await open(language, [shift], `/?shift=${shift.id}`)
    await user.click(await screen.findByRole('button', { name: words[language].remove }))
    const question = within(screen.getByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: words[language].remove }))
  },
}

const calls = [
  {
    call: 'createShift',
    reply: shift,
    en: { failed: 'Failed to create shift', busy: 'Creating...', done: 'The shift is created' },
    sv: { failed: 'Det gick inte att skapa passet', busy: 'Skapar...', done: 'Passet är skapat' },
  },
  {
    call: 'updateShift',
    reply: shift,
    en: { failed: 'Failed to update shift', busy: 'Saving...', done: 'The shift is saved' },
    sv: { failed: 'Det gick inte att ändra passet', busy: 'Sparar...', done: 'Passet är sparat' },
  },
  {
    call: 'deleteShift',
    reply: undefined,
    en: { failed: 'Failed to delete shift', busy: 'Removing...', done: 'The shift is removed' },
    sv: { failed: 'Det gick inte att ta bort passet', busy: 'Tar bort...', done: 'Passet är borttaget' },
  },
] as const

const failure = async (language: Language) =>
  within(await screen.findByRole('dialog', { name: words[language].problem }))

describe.each(languages)('what is done with shifts (%s)', (language) => {
  it.each(calls)('$call fails', async ({ call, [language]: texts }) => {
    refuse('shifts', call)
    await make[call](language)
    expect((await failure(language)).getByText(texts.failed)).toBeDefined()
  })

  it.each(calls)('$call fails for a reason the server gives', async ({ call }) => {
    refuse('shifts', call, { status: 409, code: 'busy', error: 'The server’s own.' })
    await make[call](language)
    expect((await failure(language)).getByText('The server’s own.')).toBeDefined()
  })

  it.each(calls)('$call is on its way', async ({ call, [language]: texts }) => {
    stall('shifts', call)
    await make[call](language)
    expect(await screen.findByText(texts.busy)).toBeDefined()
  })

  it.each(calls)('$call is done', async ({ call, reply, [language]: texts }) => {
    answer('shifts', call, reply)
    await make[call](language)
    expect(await screen.findByText(texts.done)).toBeDefined()
  })

  it.each([
    { call: 'listEvents', reason: {} },
    { call: 'listShifts', reason: {} },
    { call: 'listEvents', reason: { error: 'The server’s own.' } },
    { call: 'listShifts', reason: { error: 'The server’s own.' } },
  ] as const)('$call fails at the start $reason', async ({ call, reason }) => {
    if (call === 'listEvents') refuse('events', call, reason)
    else refuse('shifts', call, reason)
    await renderApp('/', { language })
    const own = { en: 'Failed to fetch data', sv: 'Det gick inte att hämta uppgifterna' }[language]
    const dialog = await failure(language)
    expect(dialog.getByText('error' in reason ? reason.error : own)).toBeDefined()
    const close = { en: 'Close', sv: 'Stäng' }[language]
    expect(dialog.getAllByRole('button', { name: close }).length).toBeGreaterThan(0)
  })

  it('a later reading fails', async () => {
    await open(language)
    refuse('shifts', 'listShifts')
    await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [] })
    const text = { en: 'Failed to refresh shifts data', sv: 'Det gick inte att uppdatera passen' }
    expect((await failure(language)).getByText(text[language])).toBeDefined()
  })
})

describe.each(languages)('the words of the screen (%s)', (language) => {
  it.each([
    {
      what: 'no events',
      events: [],
      en: 'No events yet. Shifts belong to an event, so begin with one.',
      sv: 'Inga evenemang än. Pass hör till ett evenemang, så börja med ett.',
    },
    {
      what: 'no roles',
      events: [buildEvent()],
      en: 'This event has no roles yet. Add what volunteers do, then the shifts.',
      sv: 'Evenemanget har inga roller än. Lägg till det som volontärerna gör, sedan passen.',
    },
    {
      what: 'no shifts',
      events: [event],
      en: 'This event has no shifts yet.',
      sv: 'Evenemanget har inga pass än.',
    },
  ] satisfies { what: string; events: Event[]; en: string; sv: string }[])(
    '$what',
    async ({ events, [language]: text }) => {
      answer('events', 'listEvents', { events })
      answer('shifts', 'listShifts', { shifts: [] })
      await renderApp('/', { language })
      expect(await screen.findByText(text)).toBeDefined()
      const intro = {
        en: 'Who is where, and where you still need someone.',
        sv: 'Vem som är var, och var ni fortfarande behöver någon.',
      }
      expect(screen.getByText(intro[language])).toBeDefined()
    },
  )

  it('the five figures and the columns', async () => {
    await open(language)
    const figures = {
      en: ['Needed', 'Confirmed', 'Pending', 'Declined', 'Missing'],
      sv: ['Behövs', 'Bekräftade', 'Väntar', 'Tackat nej', 'Saknas'],
    }
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(figures[language])
    const columns = { en: ['Time', 'Coverage', 'Edit'], sv: ['Tid', 'Bemanning', 'Redigera'] }
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
      columns[language],
    )
  })

  it('the filter, and what it leaves', async () => {
    const covered = buildShift(event, entrance, {
      required_qty: 1,
      start_dt: '2199-06-22T06:00:00.000Z',
      end_dt: '2199-06-22T10:00:00.000Z',
      assignment: [buildAssignment('CONFIRMED', { first_name: 'Maja', last_name: 'Ek' })],
    })
    const user = await open(language, [shift, covered])
    const texts = {
      en: { day: 'Day', all: 'All days', gaps: 'Only gaps', shown: '1 of 2 shifts' },
      sv: { day: 'Dag', all: 'Alla dagar', gaps: 'Bara luckor', shown: '1 av 2 pass' },
    }[language]
    const day = screen.getByRole('combobox', { name: texts.day })
    expect(within(day).getByRole('option', { name: texts.all })).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: texts.gaps }))
    expect(await screen.findByText(texts.shown)).toBeDefined()
    expect(location.search).toContain('gaps=1')

    await user.selectOptions(day, '2199-06-22')
    const none = {
      en: { text: 'No gaps here: every shift is covered.', clear: 'Show all shifts' },
      sv: { text: 'Inga luckor här: alla pass är täckta.', clear: 'Visa alla pass' },
    }[language]
    expect(await screen.findByText(none.text)).toBeDefined()
    await user.click(screen.getByRole('button', { name: none.clear }))
    expect(await screen.findAllByRole('row', { name: /:00/ })).toHaveLength(2)
  })

  it('what a new shift lacks', async () => {
    const t = words[language]
    const roles: Role[] = [entrance, { ...entrance, id: shift.id, name: 'Kitchen' }]
    answer('events', 'listEvents', { events: [{ ...event, roles }] })
    const user = await open(language)
    await user.click(screen.getByRole('button', { name: t.add }))
    const form = within(await screen.findByRole('form', { name: t.new_form }))
    await user.clear(form.getByLabelText(t.needed))
    await user.type(form.getByLabelText(t.needed), '10001')
    for (const name of [t.starts, t.ends]) {
      fireEvent.change(form.getByLabelText(name), { target: { value: '' } })
    }
    await user.click(form.getByRole('button', { name: t.create }))
    const problems = {
      en: ['Choose a role.', 'Say when the shift starts.', 'Say when the shift ends.', 'At most 10,000.'],
      sv: ['Välj en roll.', 'Ange när passet börjar.', 'Ange när passet slutar.', 'Högst 10 000.'],
    }
    for (const problem of problems[language]) expect(await form.findByText(problem)).toBeDefined()
    await user.clear(form.getByLabelText(t.needed))
    const least = { en: 'Enter a whole number of at least 1.', sv: 'Fyll i ett heltal, minst 1.' }
    expect(await form.findByText(least[language])).toBeDefined()
  })

  it('an edit that somebody else was quicker with', async () => {
    refuse('shifts', 'updateShift', { status: 409, code: 'changed_elsewhere' })
    await make.updateShift(language)
    const text = {
      en: 'Somebody else has changed this shift in the meantime. What you typed is still here; the rest has been read again. Save once more to keep yours.',
      sv: 'Någon annan har ändrat passet under tiden. Det du har skrivit finns kvar här, resten har lästs in på nytt. Spara en gång till för att behålla ditt.',
    }
    expect(await screen.findByText(text[language])).toBeDefined()
  })

  it('fewer places than have confirmed (D12)', async () => {
    const assignment = ['Maja', 'Åsa'].map((first_name) =>
      buildAssignment('CONFIRMED', { first_name, last_name: 'Ek' }),
    )
    const user = await open(language, [{ ...shift, assignment }])
    await user.click(screen.getByRole('button', { name: words[language].edit }))
    await user.clear(await screen.findByLabelText(words[language].needed))
    await user.type(screen.getByLabelText(words[language].needed), '1')
    const text = {
      en: 'More people have confirmed (2) than that. They keep their places.',
      sv: 'Fler än så har redan bekräftat (2). De behåller sina platser.',
    }
    expect(await screen.findByText(text[language])).toBeDefined()
  })

  it('a shift that is not there (any more)', async () => {
    await renderApp(`/?event=${event.id}&shift=${organization.id}`, { language })
    const text = {
      en: 'This shift does not exist, or has been removed in the meantime.',
      sv: 'Passet finns inte eller har tagits bort under tiden.',
    }
    expect((await failure(language)).getByText(text[language])).toBeDefined()
  })
})

it.each([
  { people: 0, en: 'Nobody is on it.', sv: 'Ingen står på det.' },
  {
    people: 1,
    en: '1 confirmed or invited person loses their place.',
    sv: '1 bekräftad eller inbjuden person förlorar sin plats.',
  },
  {
    people: 2,
    en: '2 confirmed or invited people lose their places.',
    sv: '2 bekräftade eller inbjudna personer förlorar sina platser.',
  },
])('the question before a shift with $people people goes', async ({ people, en, sv }) => {
  const assignment = Array.from({ length: people }, () =>
    buildAssignment('INVITED', { first_name: 'Maja', last_name: 'Ek' }),
  )
  for (const [language, texts] of [
    ['en', ['Are you sure you want to delete this shift?', en]],
    ['sv', ['Vill du verkligen ta bort passet?', sv]],
  ] as const) {
    const user = await open(language, [{ ...shift, assignment }], `/?shift=${shift.id}`)
    await user.click(await screen.findByRole('button', { name: words[language].remove }))
    const dialog = within(screen.getByRole('alertdialog'))
    for (const text of texts) expect(dialog.getByText(text)).toBeDefined()
    cleanup()
  }
})
