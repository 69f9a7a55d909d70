import { addDays } from '@muster/contract/rules/wall-time'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer } from '../../testing/answers.ts'
import { buildEvent, buildEventWithRole } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWall } from '../../testing/set-wall.ts'

const fair = buildEventWithRole({ name: 'Fair' })

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [fair] })
  answer('shifts', 'listShifts', { shifts: [] })
  answer('broadcasts', 'listBroadcasts', [])
})

async function openNew() {
  const user = await renderApp('/events/new')
  const form = within(await screen.findByRole('form', { name: 'Add event' }))
  const valueOf = (label: string) => form.getByLabelText<HTMLInputElement>(label).value
  const times = () => ['Starts', 'Start time', 'Ends', 'End time'].map(valueOf)
  const start = (name: RegExp) => user.click(screen.getByRole('radio', { name }))
  const create = () => user.click(form.getByRole('button', { name: 'Create event' }))
  return { user, form, times, start, create }
}

describe('the times of a new event', () => {
  it('are a day and a time of 24 hours; the end follows by two hours and keeps what was chosen', async () => {
    const { user, form, times } = await openNew()
    await user.click(form.getByLabelText('Start time'))
    await user.keyboard('20{Tab}')
    setWall(form, 'Starts', '2199-06-21T23:00')
    expect(times()).toEqual(['2199-06-21', '23:00', '2199-06-22', '01:00'])
    setWall(form, 'Ends', '2199-06-22T04:00')
    setWall(form, 'Starts', '2199-07-01T22:00')
    expect(times()).toEqual(['2199-07-01', '22:00', '2199-07-02', '03:00'])
  })

  it('name what is wrong with them, at the part that is wrong', async () => {
    const { user, form, create } = await openNew()
    await user.type(form.getByLabelText('Name'), 'Fest')
    setWall(form, 'Starts', '2199-06-21T25:61')
    await create()
    expect(await form.findByText('Not a time, such as 20:30.')).toBeDefined()
    expect(form.getByText('Say when the event ends.')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Start time')))
    expect(form.getByLabelText('Start time').getAttribute('aria-invalid')).toBe('true')
    expect(form.getByLabelText('Starts').getAttribute('aria-invalid')).toBeNull()

    setWall(form, 'Starts', '2199-06-21T16:00')
    setWall(form, 'Ends', '2199-06-21T08:00')
    expect(await form.findByText('The end must be after the start.')).toBeDefined()
    await user.click(form.getByRole('button', { name: /^Ends the next day, / }))
    expect(form.getByLabelText('Ends')).toHaveProperty('value', '2199-06-22')
    expect(form.queryByText('The end must be after the start.')).toBeNull()
  })

  it('D25: say what a skipped hour becomes, and which of a repeated one is meant', async () => {
    const { user, form, create } = await openNew()
    await user.type(form.getByLabelText('Name'), 'Natt')
    setWall(form, 'Starts', '2027-03-28T02:30')
    expect(form.getByText('That night the clock skips 02:30. It becomes 03:30.')).toBeDefined()
    setWall(form, 'Starts', '2027-10-31T02:30')
    setWall(form, 'Ends', '2027-10-31T02:30')
    expect(form.queryByText(/the clock skips/)).toBeNull()
    const [, second] = form.getAllByRole('checkbox', { name: 'The second 02:30 is meant' })
    await user.click(second ?? document.body)
    const asked = answer('events', 'createEvent', buildEvent({ name: 'Natt' }))
    await create()
    await waitFor(() =>
      expect(asked[0]?.body).toMatchObject({
        event_date_start: '2027-10-31T00:30:00.000Z',
        event_date_end: '2027-10-31T01:30:00.000Z',
      }),
    )
  })
})

const isWrong = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true'

it('says what is wrong with a field once it is left, but not that the name is still empty', async () => {
  const { user, form } = await openNew()
  const email = form.getByLabelText(/^Contact e-mail/)
  await user.type(email, 'maja')
  expect(isWrong(email)).toBe(false)
  await user.tab()
  await waitFor(() => expect(isWrong(email)).toBe(true))
  expect(isWrong(form.getByLabelText('Name'))).toBe(false)
})

describe('a new event from a template (D47)', () => {
  it('takes its times as far as they are not chosen, and is made with its roles and shifts', async () => {
    const { user, form, times, start, create } = await openNew()
    await start(/^Festival/)
    // A Saturday, so that roles and shifts are seen at once.
    const [day = '', from, end, to] = times()
    expect([new Date(day).getUTCDay(), from, to]).toEqual([6, '10:00', '23:00'])
    expect(end).toBe(addDays(day, 1))
    expect(form.queryByText('Give the event a name.')).toBeNull()
    expect(form.getByText(/^8 roles, 40 shifts/)).toBeDefined()
    setWall(form, 'Starts', '2199-06-21T10:00')
    expect(times()).toEqual(['2199-06-21', '10:00', '2199-06-22', '23:00'])
    await start(/^Market/)
    expect(times()).toEqual(['2199-06-21', '07:00', '2199-06-21', '19:00'])
    expect(form.getByText('5 roles, 13 shifts, 35 places')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Leave out Raffle' }))
    await user.type(form.getByLabelText('Name'), 'Sillmarknad')
    const added = buildEvent({ name: 'Sillmarknad' })
    const asked = answer('events', 'createEvent', added)
    await create()
    await waitFor(() => expect(asked).toHaveLength(1))
    const body = Object(asked[0]?.body)
    expect(body).toMatchObject({
      event_date_start: '2199-06-21T05:00:00.000Z',
      event_date_end: '2199-06-21T17:00:00.000Z',
      published: false,
    })
    expect(body.roles).toHaveLength(4)
    expect(body.roles[1]).toMatchObject({
      name: 'Stalls',
      shifts: [
        { start_dt: '2199-06-21T07:00:00.000Z', end_dt: '2199-06-21T10:00:00.000Z', required_qty: 3 },
        { start_dt: '2199-06-21T10:00:00.000Z' },
        { start_dt: '2199-06-21T13:00:00.000Z' },
      ],
    })
  })

  it('leaves times that were chosen', async () => {
    const { form, times, start } = await openNew()
    setWall(form, 'Starts', '2199-06-21T08:30')
    setWall(form, 'Ends', '2199-06-21T12:00')
    await start(/^Market/)
    expect(times()).toEqual(['2199-06-21', '08:30', '2199-06-21', '12:00'])
  })

  it('is made without roles once nothing is chosen again', async () => {
    const { user, form, start, create } = await openNew()
    await start(/^Cleaning day/)
    setWall(form, 'Starts', '2199-06-21T10:00')
    await user.click(screen.getByRole('button', { name: 'Leave out Food' }))
    await start(/^Nothing/)
    expect(screen.queryByRole('button', { name: /^Leave out/ })).toBeNull()
    await user.type(form.getByLabelText('Name'), 'Fest')
    const asked = answer('events', 'createEvent', buildEvent({ name: 'Fest' }))
    await create()
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.body).not.toHaveProperty('roles')
  })

  it('offers own events to be copied', async () => {
    const { user } = await openNew()
    await user.click(await screen.findByRole('button', { name: /^Fair/ }))
    expect(await screen.findByRole('dialog', { name: 'Duplicate event' })).toBeDefined()
  })
})
