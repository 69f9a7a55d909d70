import type { Event } from '@muster/contract/events'
import { routes } from '@muster/contract/routes'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answer, hold, refuse, stall } from '../../testing/answers.ts'
import { buildEvent, buildEventWithRole, buildOrganization, buildRole } from '../../testing/build-event.ts'
import { buildNotices } from '../../testing/build-notices.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { server } from '../../testing/server.ts'
import { setWall } from '../../testing/set-wall.ts'

vi.mock('../../ui/feedback/live-region.tsx', () => import('../../testing/live-region.tsx'))

const festival = buildEventWithRole({ name: 'Festival' })
const kitchen = buildRole({ name: 'Kitchen' })

beforeEach(() => {
  answer('shifts', 'listShifts', { shifts: [] })
  answer('broadcasts', 'listBroadcasts', [])
  answerOrganization()
  answer('events', 'listEvents', { events: [festival] })
  answer('assignments', 'previewNotices', buildNotices({ told: 0 }))
})

async function openEditor(event: Event = festival) {
  answer('events', 'listEvents', { events: [event] })
  const user = await renderApp('/events')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  return { user, form: within(await screen.findByRole('form', { name: 'Edit event' })) }
}

const cardOf = (name: string) => within(screen.getByRole('article', { name }))
const nameField = async (form: string) =>
  within(await screen.findByRole('form', { name: form })).getByLabelText('Name')

/** The steps of a user that lead to each call. */
const make = {
  async createEvent() {
    const user = await renderApp('/events')
    await user.click(await screen.findByRole('link', { name: 'Add event' }))
    const form = within(await screen.findByRole('form', { name: 'Add event' }))
    await user.type(form.getByLabelText('Name'), 'S')
    setWall(form, 'Starts', '2199-06-21T08:00')
    setWall(form, 'Ends', '2199-06-21T16:00')
    await user.click(form.getByRole('button', { name: 'Create event' }))
  },
  async updateEvent() {
    const { user, form } = await openEditor()
    await user.type(form.getByLabelText('Name'), '!')
    await user.click(form.getByRole('button', { name: 'Save event' }))
  },
  async deleteEvent() {
    const user = await renderApp('/events')
    await user.click(await screen.findByRole('button', { name: 'More about Festival' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete event' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete event' }))
  },
  async createRole() {
    const { user } = await openEditor()
    const form = within(screen.getByRole('form', { name: 'Add role' }))
    await user.type(form.getByLabelText('Name'), 'K')
    await user.click(form.getByRole('button', { name: 'Save role' }))
  },
  async updateRole() {
    const { user } = await openEditor()
    await user.click(screen.getByRole('button', { name: 'Edit Entrance' }))
    const form = within(screen.getByRole('form', { name: 'Edit role' }))
    await user.type(form.getByLabelText('Name'), '!')
    await user.click(form.getByRole('button', { name: 'Save role' }))
  },
  async deleteRole() {
    const { user } = await openEditor()
    await user.click(screen.getByRole('button', { name: 'Remove Entrance' }))
    const dialog = within(screen.getByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Remove role' }))
  },
}

describe.each([
  { call: 'createEvent', busy: 'Saving...', reply: buildEvent({ name: 'Sill' }), done: 'Sill is added' },
  { call: 'updateEvent', busy: 'Saving...', reply: festival, done: 'Festival is saved' },
  { call: 'deleteEvent', busy: 'Deleting...', reply: undefined, done: 'Festival is deleted' },
  { call: 'createRole', busy: 'Saving...', reply: kitchen, done: 'Kitchen is added' },
  { call: 'updateRole', busy: 'Saving...', reply: kitchen, done: 'Kitchen is saved' },
  { call: 'deleteRole', busy: 'Removing...', reply: undefined, done: 'Entrance is removed' },
] as const)('$call', ({ call, busy, reply, done }) => {
  it('says that it is under way', async () => {
    stall('events', call)
    await make[call]()
    expect(await screen.findByText(busy)).toBeDefined()
  })

  it('announces that it is done', async () => {
    answer('events', call, reply)
    await make[call]()
    expect(await screen.findByText(done)).toBeDefined()
  })

  it("prefers the server's sentence when it fails", async () => {
    refuse('events', call, { status: 409, code: 'busy', error: 'The server’s own.' })
    await make[call]()
    expect((await screen.findByRole('alert')).textContent).toBe('The server’s own.')
  })
})

it('keeps a role that was changed elsewhere in the form', async () => {
  refuse('events', 'updateRole', { status: 409, code: 'changed_elsewhere' })
  await make.updateRole()
  expect((await screen.findByRole('alert')).textContent).toContain('What you typed is still here')
  expect(screen.getByDisplayValue('Entrance!')).toBeDefined()
})

it('says when an event that was changed elsewhere is removed, too', async () => {
  const { user, form } = await openEditor()
  await user.type(form.getByLabelText('Name'), '!')
  refuse('events', 'updateEvent', { status: 409, code: 'changed_elsewhere' })
  answer('events', 'listEvents', { events: [] })
  refuse('events', 'getEvent', { status: 404, code: 'event_not_found' })
  await user.click(form.getByRole('button', { name: 'Save event' }))
  expect((await form.findByRole('alert')).textContent).toBe('This event has been removed in the meantime.')
})

it('says when nothing is ahead', async () => {
  const over = { event_date_start: '2020-05-01T06:00:00.000Z', event_date_end: '2020-05-01T20:00:00.000Z' }
  answer('events', 'listEvents', { events: [buildEvent(over)] })
  await renderApp('/events')
  expect(await screen.findByText('Nothing planned ahead.')).toBeDefined()
})

it('says on a card what it lacks, and leads to the broadcast', async () => {
  const bare = buildEvent({ name: 'Bare' })
  answer('events', 'listEvents', {
    events: [bare, { ...buildEvent({ name: 'Festival' }), roles: [kitchen] }],
  })
  await renderApp('/events')
  const card = within(await screen.findByRole('article', { name: 'Bare' }))
  expect(card.getByText('No roles yet.')).toBeDefined()
  expect(card.getByRole('link', { name: 'Broadcast' }).getAttribute('href')).toMatch(
    new RegExp(`^/events/${bare.id}/broadcast\\?org=`),
  )
  const other = within(screen.getByRole('article', { name: 'Festival' }))
  expect(other.getByText('No shifts yet.')).toBeDefined()
})

it.each([
  ['en', 'There are no shifts for you to see yet.', 'There are no roles for you to see yet.'],
  ['sv', 'Det finns inga pass för dig att se än.', 'Det finns inga roller för dig att se än.'],
] as const)(
  'M1: says to who may not plan that a card has nothing to see (%s)',
  async (language, shifts, roles) => {
    answerOrganization(buildOrganization({ role: 'leader' }))
    answer('events', 'listEvents', {
      events: [buildEvent({ name: 'Bare' }), { ...buildEvent({ name: 'Festival' }), roles: [kitchen] }],
    })
    await renderApp('/events', { language })
    expect(within(await screen.findByRole('article', { name: 'Bare' })).getByText(roles)).toBeDefined()
    expect(within(screen.getByRole('article', { name: 'Festival' })).getByText(shifts)).toBeDefined()
  },
)

it('has notes of four rows and three ways to show names', async () => {
  await renderApp('/events/new')
  const form = within(await screen.findByRole('form', { name: 'Add event' }))
  expect(form.getByLabelText(/^Notes/).getAttribute('rows')).toBe('4')
  const names = within(form.getByLabelText('Names on the public page')).getAllByRole('option')
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'First and last name',
    'First name and initial',
    'No names, only how many',
  ])
})

it('announces which link was copied', async () => {
  const user = await renderApp('/events')
  await user.click(await screen.findByRole('button', { name: 'Copy signup link' }))
  expect(await screen.findByText('The signup link of Festival is copied')).toBeDefined()
})

async function saveFestival() {
  const user = await renderApp('/events')
  await screen.findByRole('article', { name: 'Festival' })
  await user.click(cardOf('Festival').getByRole('button', { name: 'Edit' }))
  await user.type(await nameField('Edit event'), '!')
  await user.click(screen.getByRole('button', { name: 'Save event' }))
  await screen.findByText('Saving...')
  return user
}

describe('a late answer', () => {
  const fair = buildEvent({ name: 'Fair' })

  beforeEach(() => answer('events', 'listEvents', { events: [festival, fair] }))

  it('closes no other form, and stays on the cards', async () => {
    const letGo = hold('events', 'updateEvent', { ...festival, name: 'Festival!', version: 2 })
    const user = await saveFestival()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByDisplayValue('Festival!')).toBeDefined()
    await user.click(cardOf('Fair').getByRole('button', { name: 'Edit' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.type(await nameField('Edit event'), ' of 2199')
    answer('events', 'listEvents', { events: [{ ...festival, name: 'Festival!', version: 2 }, fair] })
    letGo()
    await screen.findByRole('article', { name: 'Festival!' })
    expect(screen.getByDisplayValue('Fair of 2199')).toBeDefined()
  })

  it('that refuses is shown although its form is gone', async () => {
    let refuseNow: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      refuseNow = resolve
    })
    server.use(
      http.put(`*${routes.events.updateEvent.path}`, async () => {
        await held
        return HttpResponse.json({ error: 'The server’s own.' }, { status: 503 })
      }),
    )
    const user = await saveFestival()
    await user.click(cardOf('Fair').getByRole('button', { name: 'Edit' }))
    refuseNow?.()
    const problem = await screen.findByRole('dialog', { name: 'That did not work' })
    expect(within(problem).getByText('The server’s own.')).toBeDefined()
  })

  it('about a new event leaves the page that is shown', async () => {
    const letGo = hold('events', 'createEvent', buildEvent({ name: 'Sill' }))
    const asked = answer('events', 'listEvents', { events: [fair] })
    await make.createEvent()
    await screen.findByText('Saving...')
    fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Events' }))
    fireEvent.click(
      within(await screen.findByRole('article', { name: 'Fair' })).getByRole('button', { name: 'Edit' }),
    )
    fireEvent.change(await nameField('Edit event'), { target: { value: 'Fair of 2199' } })
    const before = asked.length
    letGo()
    await waitFor(() => expect(asked.length).toBeGreaterThan(before))
    expect(screen.getByDisplayValue('Fair of 2199')).toBeDefined()
  })

  it('about a role closes no edit of another one', async () => {
    const entrance = buildRole({ name: 'Entrance' })
    const bar = buildRole({ name: 'Bar' })
    const both = buildEvent({ name: 'Both', roles: [entrance, bar] })
    const letGo = hold('events', 'updateRole', { ...entrance, name: 'Entrance!' })
    const { user } = await openEditor(both)
    await user.click(screen.getByRole('button', { name: 'Edit Entrance' }))
    await user.type(await nameField('Edit role'), '!')
    await user.click(screen.getByRole('button', { name: 'Save role' }))
    await screen.findByText('Saving...')
    const cancels = screen.getAllByRole('button', { name: 'Cancel' })
    expect(cancels.map((cancel) => cancel.getAttribute('aria-disabled'))).toEqual(['false', 'true'])
    await user.click(screen.getByRole('button', { name: 'Edit Bar' }))
    await user.type(await nameField('Edit role'), '!')
    letGo()
    await screen.findByText('Entrance! is saved')
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    expect(screen.getByDisplayValue('Bar!')).toBeDefined()
  })
})
