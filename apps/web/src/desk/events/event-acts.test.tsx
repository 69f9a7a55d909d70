import type { CopiedEvent, Event } from '@muster/contract/events'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, hold, refuse } from '../../testing/answers.ts'
import { buildEvent, buildEventWithRole, buildOrganization } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWall } from '../../testing/set-wall.ts'

beforeEach(() => {
  answerOrganization(buildOrganization())
  answer('shifts', 'listShifts', { shifts: [] })
})

type Opening = { language?: 'en' | 'sv'; query?: string }

async function openEvents(events: Event[], { language = 'en', query = '' }: Opening = {}) {
  answer('events', 'listEvents', { events })
  const user = await renderApp(`/events${query}`, { language })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull())
  return user
}
const card = (name: string) => within(screen.getByRole('article', { name }))
async function choose(user: UserEvent, name: string, entry: string) {
  await user.click(card(name).getByRole('button', { name: new RegExp(`^(More about|Mer om) ${name}`) }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

const full = {
  needed: 2,
  confirmed: 2,
  pending: 0,
  asked: 0,
  not_asked: 0,
  expired: 0,
  declined: 0,
  missing: 0,
}
const past = { event_date_start: '2020-05-01T06:00:00.000Z', event_date_end: '2020-05-01T20:00:00.000Z' }

describe('the state of an event', () => {
  it.each([
    [{ published: false }, 'Draft', 'Utkast'],
    [{ signup_opens_at: '2199-05-02T06:00:00.000Z' }, 'Opens Thu 2 May', 'Öppnar tors 2 maj'],
    [{}, 'Open', 'Öppen'],
    [{ coverage: full }, 'Full', 'Fullt'],
    [{ signup_closes_at: '2020-05-01T06:00:00.000Z' }, 'Closed', 'Stängd'],
  ])('%j is %s', async (given, en, sv) => {
    for (const [language, word] of [
      ['en', en],
      ['sv', sv],
    ] as const) {
      await openEvents([buildEventWithRole({ name: 'Fest', ...given })], { language })
      const shown = card('Fest').getAllByText((text) => text.replaceAll('\u00a0', ' ') === word)
      expect(shown.length).toBeGreaterThan(0)
      document.body.innerHTML = ''
    }
  })
})

describe('a draft', () => {
  const draft = buildEventWithRole({ name: 'Fest', published: false })

  it('is published after a question', async () => {
    const user = await openEvents([draft])
    expect(card('Fest').queryByRole('button', { name: 'Copy signup link' })).toBeNull()
    await user.click(card('Fest').getByRole('button', { name: 'Publish' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Publish Fest?' }))
    const asked = answer('events', 'updateEvent', { ...draft, published: true })
    answer('events', 'listEvents', { events: [{ ...draft, published: true }] })
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(asked[0]?.body).toEqual({ published: true }))
    expect(await card('Fest').findByText('Open')).toBeDefined()
    await waitFor(() =>
      expect(document.activeElement).toBe(card('Fest').getByRole('button', { name: 'Edit' })),
    )
  })

  it('is asked about on the way from its preview, and says why it was refused', async () => {
    const user = await openEvents([draft], { query: `?publish=${draft.id}` })
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Publish Fest?' }))
    refuse('events', 'updateEvent', {
      status: 409,
      code: 'changed_elsewhere',
      error: 'Somebody else was faster.',
    })
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await dialog.findByText('Somebody else was faster.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(location.search).not.toContain('publish'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('the archive', () => {
  const event = buildEvent({ name: 'Fest' })
  const archived = { ...event, archived: true }

  it('takes an event out of the cards into a fold, and gives it back', async () => {
    const user = await openEvents([event])
    const asked = answer('events', 'updateEvent', archived)
    answer('events', 'listEvents', { events: [archived] })
    await choose(user, 'Fest', 'Archive')
    await waitFor(() => expect(asked[0]?.body).toEqual({ archived: true }))
    await user.click(await screen.findByText('Archived, 1'))
    answer('events', 'updateEvent', event)
    answer('events', 'listEvents', { events: [event] })
    await choose(user, 'Fest', 'Bring back')
    expect(await card('Fest').findByText('Open')).toBeDefined()
    expect(screen.queryByText('Archived, 1')).toBeNull()
  })

  it('says why it was refused', async () => {
    const user = await openEvents([archived])
    await user.click(await screen.findByText('Archived, 1'))
    refuse('events', 'updateEvent', { status: 409, code: 'limit_reached', error: 'Archive some.' })
    await choose(user, 'Fest', 'Bring back')
    expect(within(await screen.findByRole('dialog')).getByText('Archive some.')).toBeDefined()
  })
})

describe('duplicating', () => {
  const source = buildEventWithRole({ name: 'Fest', people_count: 3, ...past })
  const copy: CopiedEvent = { ...buildEvent({ name: 'Fest 2030', published: false }), left_out: [] }

  it('a past event takes three clicks, and shows the draft', async () => {
    const user = await openEvents([source])
    await user.click(card('Fest').getByRole('button', { name: 'Duplicate' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate event' }))
    const asked = answer('events', 'copyEvent', copy)
    answer('events', 'listEvents', { events: [source, copy] })
    await user.click(dialog.getByRole('button', { name: 'Duplicate event' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.body).toMatchObject({ roles: true, shifts: true, settings: true, people: 'none' })
    expect(asked[0]?.headers.get('idempotency-key')).not.toBeNull()
    expect(await card('Fest 2030').findByText('Draft')).toBeDefined()
  })

  it('people need shifts, which need roles', async () => {
    const user = await openEvents([source])
    await user.click(card('Fest').getByRole('button', { name: 'Duplicate' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate event' }))
    const box = (name: RegExp) => dialog.getByRole<HTMLInputElement>('checkbox', { name })
    await user.click(box(/^People, 3/))
    expect(box(/^People/).checked).toBe(true)
    await user.click(box(/^Roles, 1/))
    expect([box(/^Roles/), box(/^Shifts/), box(/^People/)].map(({ checked }) => checked)).toEqual([
      false,
      false,
      false,
    ])
    expect(box(/^Shifts/).disabled).toBe(true)
  })

  it('archives the old one if wanted, and names those who were left out', async () => {
    const user = await openEvents([source])
    await user.click(card('Fest').getByRole('button', { name: 'Duplicate' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate event' }))
    await user.click(dialog.getByRole('checkbox', { name: /^People/ }))
    await user.click(dialog.getByRole('checkbox', { name: /^Archive the old one/ }))
    const person = {
      person_id: buildEvent().id,
      first_name: 'Bo',
      last_name: 'Ek',
      shift_id: buildEvent().id,
    }
    answer('events', 'copyEvent', { ...copy, left_out: [person] })
    const archived = answer('events', 'updateEvent', { ...source, archived: true })
    answer('events', 'listEvents', { events: [{ ...source, archived: true }, copy] })
    await user.click(dialog.getByRole('button', { name: 'Duplicate event' }))
    const result = within(await screen.findByRole('dialog', { name: 'Fest 2030 is copied' }))
    expect(result.getByText('Bo Ek')).toBeDefined()
    expect(archived[0]?.body).toEqual({ archived: true })
    await user.click(result.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
    expect(await card('Fest 2030').findByText('Draft')).toBeDefined()
  })

  it('says what is missing, and why it was refused', async () => {
    const user = await openEvents([source])
    await user.click(card('Fest').getByRole('button', { name: 'Duplicate' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate event' }))
    const name = dialog.getByLabelText('New name')
    const send = () => user.click(dialog.getByRole('button', { name: 'Duplicate event' }))
    await user.clear(name)
    await send()
    expect(dialog.getByText('Give the copy a name.')).toBeDefined()
    await user.type(name, 'x')
    refuse('events', 'copyEvent', { status: 409, code: 'limit_reached', error: 'Archive some.' })
    await send()
    expect(await dialog.findByText('Archive some.')).toBeDefined()
  })

  it('cannot be closed while it is made', async () => {
    const user = await openEvents([source])
    await user.click(card('Fest').getByRole('button', { name: 'Duplicate' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate event' }))
    const release = hold('events', 'copyEvent', copy)
    await user.click(dialog.getByRole('button', { name: 'Duplicate event' }))
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Duplicate event' })).toBeDefined()
    release()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

async function openNew() {
  answer('events', 'listEvents', { events: [buildEventWithRole()] })
  const user = await renderApp('/events/new')
  return { user, form: within(await screen.findByRole('form', { name: 'Add event' })) }
}

describe('the form of a new event', () => {
  it('folds all but the basics, with their present values', async () => {
    const { form } = await openNew()
    for (const value of ['Draft', 'Reminder 24 hours before · cancelling until 24 hours before'])
      expect(form.getAllByText(value).length).toBeGreaterThan(0)
    for (const fold of document.querySelectorAll('form details'))
      expect(fold.hasAttribute('open')).toBe(false)
  })

  it('opens the part with a mistake and leads to it', async () => {
    const { user, form } = await openNew()
    await user.type(form.getByLabelText('Name'), 'Fest')
    setWall(form, 'Starts', '2199-06-21T08:00')
    const email = form.getByLabelText(/^Contact e-mail/)
    await user.type(email, 'kansli')
    const fold = email.closest('details')
    await user.click(form.getByRole('button', { name: 'Create event' }))
    await waitFor(() => expect(fold?.open).toBe(true))
    expect(document.activeElement).toBe(email)
  })
})

describe('the edit of a card', () => {
  it('has the basics, and leads to all settings (D67)', async () => {
    const event = buildEventWithRole({ name: 'Fest' })
    const user = await openEvents([event])
    await user.click(card('Fest').getByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('form', { name: 'Edit event' }))
    const fields = ['Name', 'Starts', 'Start time', 'Ends', 'End time', /^Location/, /^Description/, /^Notes/]
    for (const label of fields) expect(form.getByLabelText(label)).toBeDefined()
    expect(form.queryByRole('radio', { name: 'Closed' })).toBeNull()
    expect(form.getByRole('link', { name: 'All settings' }).getAttribute('href')).toContain(
      `/events/${event.id}/settings`,
    )
  })
})

it('closes sign-up now, and opens it again', async () => {
  const event = buildEventWithRole({ name: 'Fest', signup_opens_at: '2199-01-01T06:00:00.000Z' })
  answer('events', 'listEvents', { events: [event] })
  answer('broadcasts', 'listBroadcasts', [])
  const user = await renderApp(`/events/${event.id}/settings#sign-up`)
  await user.click(await screen.findByRole('radio', { name: 'Closed' }))
  const asked = answer('events', 'updateEvent', event)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.body).toMatchObject({
    signup_closes_at: expect.stringMatching(/^\d{4}-/),
    signup_opens_at: null,
    published: true,
  })
})
