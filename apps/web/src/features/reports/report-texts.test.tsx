import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildAssignment, buildEventWithRole, buildId, buildShift } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

vi.mock('../../live/connection.ts', () => import('../../testing/live-channel.ts'))

const languages = ['en', 'sv'] as const
const event = buildEventWithRole({ name: 'Festival' })
const shift = buildShift(event, event.roles[0], {
  assignment: [buildAssignment('INVITED', { first_name: 'Maja', last_name: 'Ek' })],
})
const address = `/reports?report=schedule&event=${event.id}`

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('shifts', 'listShifts', { shifts: [shift] })
})

async function expectTexts(texts: readonly string[]) {
  for (const text of texts) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
}

describe.each(languages)('the words of the reports (%s)', (language) => {
  it('the cards', async () => {
    await renderApp('/reports', { language })
    await expectTexts(
      {
        en: [
          'Reports',
          'What hangs on the wall on the day.',
          'Running schedule',
          'Every shift by day and time with its volunteers, to print and tape to the wall. Lines to write on where somebody is missing.',
        ],
        sv: [
          'Rapporter',
          'Det som hänger på väggen när det gäller.',
          'Körschema',
          'Alla pass efter dag och tid med sina volontärer, att skriva ut och sätta upp på väggen. Rader att skriva på där någon saknas.',
        ],
      }[language],
    )
  })

  it('the chooser', async () => {
    await renderApp('/reports?report=schedule', { language })
    await expectTexts(
      {
        en: ['Choose what the schedule is to show.', 'All Events', 'Generate Report', 'Back to Reports'],
        sv: ['Välj vad körschemat ska visa.', 'Alla evenemang', 'Skapa rapport', 'Tillbaka till rapporter'],
      }[language],
    )
  })

  it('the schedule', async () => {
    await renderApp(address, { language })
    await expectTexts(
      {
        en: [
          'Change Event',
          'Print',
          'Time',
          'Role',
          'Volunteers',
          'Status',
          'confirmed',
          'pending, not answered yet',
          'nobody yet',
          'nobody yet: write a name on the line',
          'Sign up',
          'Role Descriptions',
          'No description',
        ],
        sv: [
          'Byt evenemang',
          'Skriv ut',
          'Tid',
          'Roll',
          'Volontärer',
          'Status',
          'bekräftad',
          'har inte svarat än',
          'ingen än',
          'ingen än: skriv ett namn på raden',
          'Anmälan',
          'Rollbeskrivningar',
          'Ingen beskrivning',
        ],
      }[language],
    )
    const pending = { en: '(pending)', sv: '(väntar' }[language]
    expect(screen.getByText(/Maja Ek/).textContent).toContain(pending)
  })

  it('the nights when clocks change', async () => {
    const spring = { start_dt: '2026-03-29T00:30:00.000Z', end_dt: '2026-03-29T01:30:00.000Z' }
    const autumn = { start_dt: '2026-10-24T23:30:00.000Z', end_dt: '2026-10-25T01:30:00.000Z' }
    answer('shifts', 'listShifts', {
      shifts: [
        { ...shift, ...spring },
        { ...shift, ...autumn, id: buildId() },
      ],
    })
    await renderApp(address, { language })
    await expectTexts(
      {
        en: ['The clock goes forward: 1 hour', 'The clock goes back: 2 hours'],
        sv: ['Klockan ställs fram: 1 timme', 'Klockan ställs tillbaka: 2 timmar'],
      }[language],
    )
  })

  it('nothing to show', async () => {
    answer('shifts', 'listShifts', { shifts: [] })
    await renderApp(address, { language })
    await expectTexts(
      {
        en: ['No shifts were found. Shifts must be created before they appear here.', 'Go to shifts'],
        sv: ['Inga pass hittades. Pass måste skapas innan de syns här.', 'Till passen'],
      }[language],
    )
  })

  it('loading', async () => {
    stall('shifts', 'listShifts')
    await renderApp(address, { language })
    await expectTexts([{ en: 'Loading the report...', sv: 'Laddar rapporten...' }[language]])
  })

  it('an event that is gone', async () => {
    await renderApp(`/reports?report=schedule&event=${buildId()}`, { language })
    await expectTexts([
      {
        en: 'This event no longer exists. Choose another one.',
        sv: 'Evenemanget finns inte längre. Välj ett annat.',
      }[language],
    ])
  })

  it.each([
    { read: 'shifts', path: address, refusal: {} },
    { read: 'shifts', path: address, refusal: { error: 'The server’s own.' } },
    { read: 'events', path: '/reports?report=schedule', refusal: {} },
    { read: 'events', path: '/reports?report=schedule', refusal: { error: 'The server’s own.' } },
  ] as const)('the $read cannot be read $refusal', async ({ read, path, refusal }) => {
    if (read === 'shifts') refuse('shifts', 'listShifts', refusal)
    else refuse('events', 'listEvents', refusal)
    await renderApp(path, { language })
    const own = { en: 'Failed to fetch data', sv: 'Det gick inte att hämta uppgifterna' }[language]
    expect((await screen.findByRole('alert')).textContent).toContain('error' in refusal ? refusal.error : own)
  })
})
