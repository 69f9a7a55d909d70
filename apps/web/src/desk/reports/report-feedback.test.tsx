import { screen } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { now, synchronizeClock } from '../../clock.ts'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const event = buildEventWithRole({ name: 'Festival' })
const address = `/reports?report=schedule&event=${event.id}`

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
})

it('says that the report is being loaded', async () => {
  stall('shifts', 'listShifts')
  await renderApp(address)
  expect(await screen.findByText('Loading the report...')).toBeDefined()
})

it('leads to the shifts when there are none', async () => {
  answer('shifts', 'listShifts', { shifts: [] })
  await renderApp(address)
  expect(await screen.findByRole('link', { name: 'Go to shifts' })).toBeDefined()
})

it.each([
  { refusal: {}, text: 'Failed to fetch data' },
  { refusal: { error: 'The server’s own.' }, text: 'The server’s own.' },
])('says why the events to choose from could not be read: $text', async ({ refusal, text }) => {
  refuse('events', 'listEvents', refusal)
  await renderApp('/reports?report=schedule')
  expect((await screen.findByRole('alert')).textContent).toContain(text)
})

it('names the hour of the server on a device whose clock is off', async () => {
  onTestFinished(() => synchronizeClock(new Date().toUTCString()))
  answer('shifts', 'listShifts', { shifts: [buildShift(event, event.roles[0])] })
  synchronizeClock(new Date(Date.now() - 12 * 3_600_000).toUTCString())
  await renderApp(address)
  const hour = now().toLocaleTimeString('en-GB', { timeZone: event.time_zone, hour: '2-digit' })
  expect((await screen.findByText(/^As of/)).textContent).toContain(`${hour}:`)
})
