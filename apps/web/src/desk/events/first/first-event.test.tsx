import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, lose, refuse } from '../../../testing/answers.ts'
import { buildEvent, buildId, buildOrganization, buildRole } from '../../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'
import { lookAround } from './look-around.ts'

const organization = buildOrganization({ name: 'Lunds Scoutkår' })

beforeEach(() => {
  lookAround(null)
  answerOrganization(organization)
  answer('shifts', 'listShifts', { shifts: [] })
})

async function openFirst(language: 'en' | 'sv' = 'en', path = '/') {
  answer('events', 'listEvents', { events: [] })
  const user = await renderApp(path, { language })
  const name = language === 'en' ? 'Your first event' : 'Ert första evenemang'
  await screen.findByRole('heading', { level: 1, name })
  return user
}

const setDay = (name: string, day: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value: day } })

describe('an organisation without events', () => {
  it.each(['/', '/events'])('begins with its first event at %s', async (path) => {
    await openFirst('en', path)
    expect(screen.getByRole('radio', { name: /^Market/ })).toHaveProperty('checked', true)
    expect(screen.getByText('13 shifts, 35 places')).toBeDefined()
    expect(screen.getByText('1 event, 5 roles, 13 shifts')).toBeDefined()
  })

  it('shows its roles in the language of the interface', async () => {
    await openFirst('sv')
    expect(screen.getByRole('button', { name: 'Hoppa över Kaffe och våfflor' })).toBeDefined()
  })

  it('is for those who plan', async () => {
    answerOrganization({ ...organization, role: 'viewer' })
    answer('events', 'listEvents', { events: [] })
    await renderApp('/')
    expect(await screen.findByText('There are no events for you to see yet.')).toBeDefined()
  })

  it('can be looked around in, and the first event waits in the header', async () => {
    const user = await openFirst()
    await user.click(screen.getByRole('button', { name: 'Look around first' }))
    await screen.findByText(/^No events yet/)
    await user.click(await screen.findByRole('link', { name: 'Your first event' }))
    expect(await screen.findByRole('button', { name: 'Create event' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Your first event' })).toBeNull()
  })
})

describe('the plan', () => {
  it('answers to the template and the times', async () => {
    const user = await openFirst()
    await user.click(screen.getByRole('radio', { name: /^Festival/ }))
    expect(screen.getByText('1 event, 8 roles, 40 shifts')).toBeDefined()
    // The end keeps its distance, and a third day has shifts too.
    setDay('Starts', '2199-06-21')
    expect(screen.getByLabelText('Ends')).toHaveProperty('value', '2199-06-22')
    setDay('Ends', '2199-06-23')
    expect(screen.getByText('1 event, 8 roles, 60 shifts')).toBeDefined()
    await user.click(screen.getByRole('radio', { name: /^Match day/ }))
    expect(screen.getByLabelText('Start time')).toHaveProperty('value', '09:00')
  })

  it('is changed by hand: a role, a shift, its number', async () => {
    const user = await openFirst()
    await user.click(screen.getByRole('button', { name: 'Leave out Parking' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Leave out Raffle' }))
    await user.click(screen.getByRole('button', { name: 'Stalls, 09:00–12:00, 3 people' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.clear(dialog.getByLabelText('To'))
    await user.type(dialog.getByLabelText('To'), '13')
    await user.click(dialog.getByRole('button', { name: 'More' }))
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    const block = await screen.findByRole('button', { name: 'Stalls, 09:00–13:00, 4 people' })
    await waitFor(() => expect(document.activeElement).toBe(block))
    await user.click(screen.getByRole('button', { name: 'Add role' }))
    await user.type(screen.getByLabelText('Name of the role'), 'First aid{Enter}')
    await user.click(screen.getByRole('button', { name: 'Add a shift of First aid' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('button', { name: 'First aid, 07:00–19:00, 1 person' })).toBeDefined()
    expect(screen.getByText('1 event, 5 roles, 11 shifts')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Raffle, 10:00–13:00, 2 people' }))
    await user.click(await screen.findByRole('button', { name: 'Leave out this shift' }))
    expect(screen.getByText('1 event, 5 roles, 10 shifts')).toBeDefined()
  })

  it('refuses times outside the event', async () => {
    const user = await openFirst()
    await user.click(screen.getByRole('button', { name: 'Stalls, 15:00–18:00, 3 people' }))
    const to = await screen.findByLabelText('To')
    await user.clear(to)
    await user.type(to, '20{Enter}')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('The event is from 07:00 to 19:00.')).toBeDefined()
    expect(screen.getByRole('dialog')).toBeDefined()
  })

  it('may be empty', async () => {
    const user = await openFirst()
    await user.click(screen.getByRole('button', { name: 'Start from nothing' }))
    expect(screen.getByText('1 event, 0 roles, 0 shifts')).toBeDefined()
    expect(screen.getByText(/^What will people do/)).toBeDefined()
  })
})

describe('creating', () => {
  const created = buildEvent({
    name: 'Vårmarknaden',
    published: false,
    roles: [buildRole({ name: 'Stalls', shift_count: 3 })],
  })

  it('makes all in one call, and goes on to the link', async () => {
    const user = await openFirst()
    const asked = answer('events', 'createEvent', created)
    setDay('Starts', '2199-06-21')
    await user.type(screen.getByLabelText('Name'), 'Vårmarknaden')
    answer('events', 'listEvents', { events: [created] })
    await user.click(screen.getByRole('button', { name: 'Create event' }))
    await screen.findByText('What volunteers see')
    expect(location.pathname).toBe(`/events/${created.id}/link`)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.body).toMatchObject({
      name: 'Vårmarknaden',
      published: false,
      time_zone: 'Europe/Stockholm',
      event_date_start: '2199-06-21T05:00:00.000Z',
      event_date_end: '2199-06-21T17:00:00.000Z',
    })
    const { roles } = Object(asked[0]?.body)
    expect(roles).toHaveLength(5)
    expect(roles[1]).toEqual({
      name: 'Stalls',
      shifts: [
        { start_dt: '2199-06-21T07:00:00.000Z', end_dt: '2199-06-21T10:00:00.000Z', required_qty: 3 },
        { start_dt: '2199-06-21T10:00:00.000Z', end_dt: '2199-06-21T13:00:00.000Z', required_qty: 3 },
        { start_dt: '2199-06-21T13:00:00.000Z', end_dt: '2199-06-21T16:00:00.000Z', required_qty: 3 },
      ],
    })
  })

  it('needs a name and an end after the start', async () => {
    const asked = refuse('events', 'createEvent')
    const user = await openFirst()
    setDay('Ends', '2020-01-01')
    await user.click(screen.getByRole('button', { name: 'Create event' }))
    expect(await screen.findByText('Give the event a name.')).toBeDefined()
    expect(screen.getByText('The end must be after the start.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    expect(asked).toHaveLength(0)
  })

  it('that got no answer is repeated with the same key', async () => {
    const user = await openFirst()
    const lost = lose('events', 'createEvent')
    await user.type(screen.getByLabelText('Name'), 'Vårmarknaden')
    await user.click(screen.getByRole('button', { name: 'Create event' }))
    await screen.findByRole('alert')
    const asked = answer('events', 'createEvent', created)
    answer('events', 'listEvents', { events: [created] })
    await user.click(screen.getByRole('button', { name: 'Create event' }))
    await screen.findByText('What volunteers see')
    expect(asked[0]?.headers.get('idempotency-key')).toBe(lost[0]?.headers.get('idempotency-key'))
  })

  it('that is refused says why, and keeps what was typed', async () => {
    const user = await openFirst()
    refuse('events', 'createEvent', { status: 409, code: 'limit_reached', error: 'No more than 500 events.' })
    await user.type(screen.getByLabelText('Name'), 'Vårmarknaden')
    await user.click(screen.getByRole('button', { name: 'Create event' }))
    expect(await screen.findByText('No more than 500 events.')).toBeDefined()
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Vårmarknaden')
  })
})

describe('the link', () => {
  const event = buildEvent({ name: 'Vårmarknaden', published: false })

  async function openLink(shown = event) {
    answer('events', 'listEvents', { events: [shown] })
    const user = await renderApp(`/events/${shown.id}/link`)
    await screen.findByText('What volunteers see')
    return user
  }

  it('opens sign-up until the evening before', async () => {
    const user = await openLink()
    expect(screen.getByText('The link works once sign-up is open.')).toBeDefined()
    const signup_closes_at = '2199-06-20T16:00:00.000Z'
    const opened = { ...event, published: true, signup_closes_at }
    const asked = answer('events', 'updateEvent', opened)
    answer('events', 'listEvents', { events: [opened] })
    await user.click(screen.getByRole('switch', { name: 'Open for sign-up' }))
    await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true'))
    expect(asked.map(({ body }) => body)).toEqual([{ published: true, signup_closes_at }])
    expect(await screen.findByText(/^until Thu.20.June.2199, 18:00/)).toBeDefined()
  })

  it('makes it a draft again, and keeps a closing time that was set', async () => {
    const open = { ...event, published: true, signup_closes_at: '2199-06-19T10:00:00.000Z' }
    const user = await openLink(open)
    const asked = answer('events', 'updateEvent', event)
    answer('events', 'listEvents', { events: [event] })
    await user.click(screen.getByRole('switch'))
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ published: false }]))
  })

  it('says that it could not be opened, and stays a draft', async () => {
    const user = await openLink()
    refuse('events', 'updateEvent', { status: 503, error: 'Too busy.' })
    await user.click(screen.getByRole('switch'))
    expect(await screen.findByText('Too busy.')).toBeDefined()
    expect(document.querySelector('[role=switch]')?.getAttribute('aria-checked')).toBe('false')
  })

  it('and a text for a chat are copied', async () => {
    const user = await openLink()
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    await user.click(screen.getByRole('button', { name: 'Text to paste into a chat' }))
    const link = `${location.origin}/e/${event.id}`
    expect(write.mock.calls.map(([text]) => text.replaceAll('\u00a0', ' '))).toEqual([
      link,
      `Vårmarknaden, Fri 21 – Sat 22 June 2199, Stadsparken, Lund. Choose a shift and sign up: ${link}`,
    ])
  })

  it('of an event that is gone says so', async () => {
    answer('events', 'listEvents', { events: [event] })
    await renderApp(`/events/${buildId()}/link`)
    expect(await screen.findByText('This event does not exist any more.')).toBeDefined()
  })
})
