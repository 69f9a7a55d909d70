import type { Person } from '@muster/contract/people'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { now } from '../../clock.ts'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

vi.mock('../../live/connection.ts', () => import('../../testing/live-channel.ts'))
vi.mock('../../ui/feedback/live-region.tsx', () => import('../../testing/live-region.tsx'))

const words = {
  en: {
    picker: 'Add people',
    more: 'More about Maja Ek',
    remove: 'Remove from the shift',
    save: 'Save changes',
    invite: 'Send invite',
    send: 'Send',
    extend: 'Extend',
    confirmed: 'Mark as confirmed',
    use_phone: 'Use +46 70 174 09 99 from now on',
    undo: 'Undo: Maja Ek',
    copy: 'Copy personal link',
    problem: 'That did not work',
  },
  sv: {
    picker: 'Lägg till personer',
    more: 'Mer om Maja Ek',
    remove: 'Ta bort från passet',
    save: 'Spara ändringarna',
    invite: 'Bjud in',
    send: 'Skicka',
    extend: 'Förläng',
    confirmed: 'Markera som bekräftad',
    use_phone: 'Använd +46 70 174 09 99 framöver',
    undo: 'Ångra: Maja Ek',
    copy: 'Kopiera personlig länk',
    problem: 'Det gick inte',
  },
} as const
const languages = ['en', 'sv'] as const
type Language = (typeof languages)[number]

const event = buildEventWithRole({ name: 'Festival' })
const shift = buildShift(event, event.roles[0])
const anna = buildPerson({ first_name: 'Anna', last_name: 'Berg' })
const maja: Assignment = {
  ...buildAssignment('INVITED', { first_name: 'Maja', last_name: 'Ek' }, { shift_id: shift.id, token: 'x' }),
  other_phone: '+46701740999',
}
const expired = { token_expires_at: '2020-01-01T00:00:00.000Z', invite_sent: true }

beforeEach(() => {
  answerOrganization()
  answer('events', 'getLastEvent', { last_event_id: null })
  answer('events', 'listEvents', { events: [event] })
  Reflect.get(window, 'happyDOM').setViewport({ width: 1280 })
})

async function open(
  language: Language,
  {
    on = maja,
    people = [anna],
    times = {},
  }: { on?: Assignment; people?: Person[]; times?: Partial<Shift> } = {},
) {
  answer('people', 'listPeople', people)
  answer('shifts', 'listShifts', { shifts: [{ ...shift, ...times, assignment: [on] }] })
  const user = await renderApp(`/?event=${event.id}&shift=${shift.id}`, { language })
  await screen.findByRole('combobox', { name: words[language].picker })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const choose = async (name: string) => {
    await press(words[language].more)
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  const type = (text: string) =>
    user.type(screen.getByRole('combobox', { name: words[language].picker }), text)
  return { user, press, choose, type }
}

const failure = async (language: Language) =>
  within(await screen.findByRole('dialog', { name: words[language].problem }))

/** Each of the panel's calls, made by hand. */
const make = {
  async saveAssignments(language: Language) {
    const { user, press, type } = await open(language)
    await type('anna')
    await user.click(await screen.findByRole('option', { name: /Anna/ }))
    await press(words[language].save)
  },
  async sendInvite(language: Language) {
    const { press } = await open(language)
    await press(words[language].invite)
    await press(words[language].send)
  },
  async extendExpiration(language: Language) {
    const { user, press } = await open(language, { on: { ...maja, ...expired } })
    await press(words[language].extend)
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: words[language].extend }))
  },
  async changeStatus(language: Language) {
    const { choose } = await open(language)
    await choose(words[language].confirmed)
  },
}

const withMaja: Shift = { ...shift, assignment: [maja] }
const extended = { ...maja, token_expires_at: '2199-06-10T10:00:00.000Z' }
const calls = [
  {
    call: 'saveAssignments',
    reply: withMaja,
    en: { failed: 'Failed to assign volunteers', busy: 'Saving...', done: 'The changes are saved' },
    sv: {
      failed: 'Det gick inte att lägga till volontärerna',
      busy: 'Sparar...',
      done: 'Ändringarna är sparade',
    },
  },
  {
    call: 'sendInvite',
    reply: {
      invite_details: { invite_sent_at: '2199-06-02T10:00:00.000Z', invite_method: 'SMS' },
      assignment: maja,
    },
    en: {
      failed: 'Failed to send invitation',
      busy: 'Sending...',
      done: 'The invitation to Maja Ek is on its way',
    },
    sv: {
      failed: 'Det gick inte att skicka inbjudan',
      busy: 'Skickar...',
      done: 'Inbjudan till Maja Ek är på väg',
    },
  },
  {
    call: 'extendExpiration',
    reply: { success: true, assignment: extended },
    en: {
      failed: 'Failed to extend expiration date',
      busy: 'Extending...',
      done: /^Maja Ek can answer until .*10 June 2199/,
    },
    sv: {
      failed: 'Det gick inte att förlänga tiden',
      busy: 'Förlänger...',
      done: /^Maja Ek kan svara till .*10 juni 2199/,
    },
  },
  {
    call: 'changeStatus',
    reply: { ...maja, status: 'CONFIRMED' },
    en: { failed: 'Failed to change the status', busy: undefined, done: 'Maja Ek: Confirmed' },
    sv: { failed: 'Det gick inte att ändra statusen', busy: undefined, done: 'Maja Ek: Bekräftad' },
  },
] as const

describe.each(languages)('what is done with people on a shift (%s)', (language) => {
  it.each(calls)('$call fails', async ({ call, [language]: texts }) => {
    refuse('assignments', call)
    await make[call](language)
    expect((await failure(language)).getByText(texts.failed)).toBeDefined()
  })

  it.each(calls)('$call fails for a reason the server gives', async ({ call, [language]: texts }) => {
    refuse('assignments', call, { status: 409, code: 'opted_out', error: 'The server’s own.' })
    await make[call](language)
    const own = call === 'sendInvite' || call === 'extendExpiration'
    expect(
      (await failure(language)).getByText(own ? `${texts.failed}. The server’s own.` : 'The server’s own.'),
    ).toBeDefined()
  })

  it.each(calls)('$call is on its way, then done', async ({ call, reply, [language]: texts }) => {
    if (texts.busy) {
      stall('assignments', call)
      await make[call](language)
      expect(await screen.findByText(texts.busy)).toBeDefined()
      cleanup()
    }
    answer('assignments', call, reply)
    await make[call](language)
    expect(await screen.findByText(texts.done)).toBeDefined()
  })

  it('somebody is busy elsewhere at that time', async () => {
    const person_id = anna.id
    refuse('assignments', 'saveAssignments', {
      status: 409,
      code: 'schedule_conflict',
      error: 'x',
      person_id,
    })
    await make.saveAssignments(language)
    const text = { en: 'Schedule conflict detected for Anna Berg', sv: 'Schemakrock för Anna Berg' }
    expect((await failure(language)).getByText(text[language])).toBeDefined()
  })

  it('somebody cannot be taken off', async () => {
    const { choose, press } = await open(language)
    await choose(words[language].remove)
    refuse('assignments', 'saveAssignments')
    await press(words[language].save)
    const text = { en: 'Failed to remove assignment', sv: 'Det gick inte att ta bort personen från passet' }
    expect((await failure(language)).getByText(text[language])).toBeDefined()
  })

  it.each([
    [{}, { en: 'Failed to save person', sv: 'Det gick inte att spara personen' }[language]],
    [{ error: 'The server’s own.' }, 'The server’s own.'],
  ])('a number cannot be taken over', async (refusal, text) => {
    refuse('people', 'updatePerson', refusal)
    const { choose } = await open(language)
    await choose(words[language].use_phone)
    expect((await failure(language)).getByText(text)).toBeDefined()
  })

  it('a number is taken over', async () => {
    const saved = buildPerson({ first_name: 'Maja', last_name: 'Ek', phone: '+46701740999' })
    answer('people', 'updatePerson', saved)
    const { choose } = await open(language)
    await choose(words[language].use_phone)
    const text = {
      en: 'Maja Ek now has the number +46 70 174 09 99',
      sv: 'Maja Ek har nu numret +46 70 174 09 99',
    }
    expect(await screen.findByText(text[language])).toBeDefined()
  })

  it('a link is copied, or shown where the browser does not let it', async () => {
    const { choose, user } = await open(language)
    await choose(words[language].copy)
    const copied = { en: 'The link of Maja Ek is copied', sv: 'Länken till Maja Ek är kopierad' }
    expect(await screen.findByText(copied[language])).toBeDefined()
    await user.keyboard('{Escape}')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await choose(words[language].copy)
    const link = `${location.origin}/c/x`
    const shown = {
      en: `The browser did not let the link be copied. Here it is: ${link}`,
      sv: `Webbläsaren lät inte länken kopieras. Här är den: ${link}`,
    }
    expect(await screen.findByText(shown[language])).toBeDefined()
  })
})

describe.each(languages)('the words of the panel (%s)', (language) => {
  it('what is to be saved, and what is undone', async () => {
    const { choose, press, type, user } = await open(language)
    await type('anna')
    await user.click(await screen.findByRole('option', { name: /Anna/ }))
    await choose(words[language].remove)
    const texts = {
      en: ['Pending save', 'Removal pending', 'Anna Berg is to be added', 'Maja Ek is to be removed'],
      sv: ['Sparas sedan', 'Tas bort sedan', 'Anna Berg ska läggas till', 'Maja Ek ska tas bort'],
    }
    for (const text of texts[language]) expect(await screen.findByText(text)).toBeDefined()
    const sum = { en: '1 to add, 1 to remove', sv: '1 läggs till, 1 tas bort' }[language]
    expect(screen.getByText(sum)).toBeDefined()
    expect(screen.getByText({ en: '· not saved yet', sv: '· inte sparat än' }[language])).toBeDefined()
    await type('anna')
    const picked = { en: 'Picked, not saved yet', sv: 'Vald, inte sparad än' }[language]
    expect(await screen.findByText(picked)).toBeDefined()
    await user.keyboard('{Escape}')
    await press(words[language].undo)
    const undone = { en: 'Maja Ek stays as before', sv: 'Maja Ek är kvar som förut' }
    expect(await screen.findByText(undone[language])).toBeDefined()
  })

  it('the question before it is lost', async () => {
    const { press, type, user } = await open(language)
    await type('anna')
    await user.click(await screen.findByRole('option', { name: /Anna/ }))
    const button = screen.getAllByRole('button', { name: /^(Hide the people of|Dölj personerna på)/ })[0]
    if (button) await user.click(button)
    const texts = {
      en: {
        title: 'Discard your changes?',
        text: 'What you have typed here is not saved yet.',
        discard: 'Discard',
      },
      sv: {
        title: 'Kasta dina ändringar?',
        text: 'Det du har skrivit här är inte sparat än.',
        discard: 'Kasta',
      },
    }[language]
    const dialog = within(await screen.findByRole('alertdialog', { name: texts.title }))
    expect(dialog.getByText(texts.text)).toBeDefined()
    await press(texts.discard)
    expect(screen.queryByText({ en: 'Pending save', sv: 'Sparas sedan' }[language])).toBeNull()
  })

  it.each([
    {
      what: 'nobody in the directory',
      people: [],
      typed: 'a',
      en: 'Nobody in the directory yet',
      sv: 'Ingen finns i registret än',
    },
    {
      what: 'nobody of that name',
      people: [anna],
      typed: 'xyz',
      en: 'Nothing found for “xyz”',
      sv: 'Inget hittades för ”xyz”',
    },
    {
      what: 'more than are shown',
      people: Array.from({ length: 27 }, (_, index) => buildPerson({ first_name: `Ann${index}` })),
      typed: 'ann',
      en: '2 more. Type to find them.',
      sv: '2 till. Skriv för att hitta.',
    },
  ])('the picker: $what', async ({ people, typed, [language]: text }) => {
    const { type } = await open(language, { people })
    const field = screen.getByRole('combobox', { name: words[language].picker })
    expect(field.getAttribute('placeholder')).toBe({ en: 'Search by name', sv: 'Sök på namn' }[language])
    await type(typed)
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('the picker while the people are being read, and when they cannot be', async () => {
    stall('people', 'listPeople')
    answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [] }] })
    const address = `/?event=${event.id}&shift=${shift.id}`
    const user = await renderApp(address, { language })
    await user.click(await screen.findByRole('combobox', { name: words[language].picker }))
    const loading = { en: 'Loading people...', sv: 'Hämtar personer...' }[language]
    expect(await screen.findByText(loading)).toBeDefined()
    cleanup()

    refuse('people', 'listPeople')
    const again = await renderApp(address, { language })
    await again.click(await screen.findByRole('combobox', { name: words[language].picker }))
    const failed = { en: 'Failed to fetch people', sv: 'Det gick inte att hämta personerna' }
    expect(await screen.findByText(failed[language])).toBeDefined()
  })

  it('the invitation, and of somebody who has declined', async () => {
    const email = 'maja@example.org'
    const person = { ...maja.person, email }
    const { press } = await open(language, { on: { ...maja, person } })
    await press(words[language].invite)
    const legend = { en: 'Send by', sv: 'Skicka med' }[language]
    const ways = within(await screen.findByRole('group', { name: legend }))
    const methods = { en: ['E-mail and SMS', 'E-mail', 'SMS'], sv: ['E-post och sms', 'E-post', 'Sms'] }
    expect(ways.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(
      methods[language],
    )
    const until = { en: /^The link can be answered until .*\.$/, sv: /^Länken går att besvara till .*\.$/ }
    expect(screen.getByText(until[language])).toBeDefined()
    cleanup()

    const declined = await open(language, { on: { ...maja, person, status: 'DECLINED' } })
    await declined.choose(words[language].invite)
    const anew = {
      en: 'Maja Ek has declined, and is asked anew.',
      sv: 'Maja Ek har tackat nej och blir tillfrågad på nytt.',
    }
    expect(await screen.findByText(anew[language])).toBeDefined()
  })

  it('nobody to write to', async () => {
    const { press } = await open(language, {
      on: { ...maja, person: { ...maja.person, email: '', phone: null } },
    })
    await press(words[language].invite)
    const text = {
      en: 'No contact info: Maja Ek has neither an e-mail address nor a phone number.',
      sv: 'Ingen kontaktinfo: Maja Ek har varken e-postadress eller telefonnummer.',
    }
    expect(await screen.findByText(text[language])).toBeDefined()
    expect(screen.getByRole('button', { name: words[language].send })).toHaveProperty('disabled', true)
  })

  it('the extension: 7, 30 or 90 days, at most to the end of the shift', async () => {
    const end_dt = new Date(now().getTime() + 2 * 86_400_000).toISOString()
    const start_dt = new Date(now().getTime() + 86_400_000).toISOString()
    const { press } = await open(language, { on: { ...maja, ...expired }, times: { start_dt, end_dt } })
    await press(words[language].extend)
    const legend = { en: 'Extend by', sv: 'Förläng med' }[language]
    const choices = within(await screen.findByRole('group', { name: legend })).getAllByRole('radio')
    expect(choices.map((radio) => radio.closest('label')?.textContent)).toEqual(
      { en: ['7 days', '30 days', '90 days'], sv: ['7 dagar', '30 dagar', '90 dagar'] }[language],
    )
    expect(choices[0]).toHaveProperty('checked', true)
    const capped = {
      en: 'That is the end of the shift, and no answer can come later.',
      sv: 'Det är passets slut, och senare kan inget svar komma.',
    }
    expect(screen.getByText(capped[language])).toBeDefined()
  })
})
