import type { Invitation } from '@muster/contract/invitations'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import { renderPublic } from '../../testing/render-public.tsx'

const token = 'a'.repeat(43)

function buildInvitation(given: Partial<Invitation> = {}): Invitation {
  return {
    status: 'CONFIRMED',
    answer_by: '2199-06-15T12:00:00.000Z',
    person: { first_name: 'Björn' },
    organization: { name: 'Midsommarföreningen' },
    shift: {
      id: buildId(),
      start_dt: '2199-06-21T06:00:00.000Z',
      end_dt: '2199-06-21T10:00:00.000Z',
      role: {
        name: 'Entrance',
        description: 'Map: https://example.org/map',
        event: {
          id: buildId(),
          name: 'Midsommar i parken',
          location: 'Stadsparken, Lund',
          event_date_start: '2199-06-21T06:00:00.000Z',
          notes: null,
          time_zone: 'Europe/Stockholm',
        },
      },
    },
    other_shifts: [],
    ...given,
  }
}

describe('a personal link', () => {
  it.each([
    { status: 'INVITED', language: 'en', word: 'invited' },
    { status: 'CONFIRMED', language: 'en', word: 'confirmed' },
    { status: 'DECLINED', language: 'en', word: 'declined' },
    { status: 'ABSENT', language: 'en', word: 'absent' },
    { status: 'INVITED', language: 'sv', word: 'inbjuden' },
    { status: 'CONFIRMED', language: 'sv', word: 'bekräftad' },
    { status: 'DECLINED', language: 'sv', word: 'tackat nej' },
    { status: 'ABSENT', language: 'sv', word: 'frånvarande' },
  ] as const)('$language: says the status $status in lower case', async ({ status, language, word }) => {
    answer('invitations', 'getAssignment', buildInvitation({ status }))
    await renderPublic(paths.confirmation(token), language)
    await screen.findByText(word)
  })

  it('shows whose shift it is, what, when and where', async () => {
    answer('invitations', 'getAssignment', buildInvitation())
    await renderPublic(paths.confirmation(token))
    await screen.findByRole('heading', { name: 'Hello Björn', level: 1 })
    screen.getByText('Your shift with Midsommarföreningen')
    screen.getByRole('heading', { name: 'Entrance' })
    screen.getByText('Friday 21 June')
    screen.getByText('08:00–12:00')
    screen.getByText('Times shown in Europe/Stockholm')
    screen.getByRole('link', { name: 'Stadsparken, Lund' })
    screen.getByRole('link', { name: 'example.org/map' })
    const calendar = screen.getByRole('link', { name: 'Add to calendar' })
    expect(calendar.getAttribute('href')).toBe(`/assignment/${token}/calendar.ics`)
    expect(calendar.getAttribute('download')).toBe('Entrance.ics')
  })

  it('offers a calendar entry only to who comes', async () => {
    answer('invitations', 'getAssignment', buildInvitation({ status: 'DECLINED' }))
    await renderPublic(paths.confirmation(token))
    await screen.findByText('declined')
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
  })

  it('lists the other shifts of this person', async () => {
    answer(
      'invitations',
      'getAssignment',
      buildInvitation({
        other_shifts: [
          {
            status: 'INVITED',
            start_dt: '2199-06-22T20:00:00.000Z',
            end_dt: '2199-06-23T00:00:00.000Z',
            role: { name: 'Bar' },
          },
        ],
      }),
    )
    await renderPublic(paths.confirmation(token))
    await screen.findByRole('heading', { name: 'Your other shifts at this event' })
    screen.getByText('Sat 22 June, 22:00–02:00 Sun')
  })
})

describe('a link that leads nowhere', () => {
  it.each([
    { status: 403, language: 'en', text: 'Error: This link has expired. Please contact the organizer.' },
    { status: 403, language: 'sv', text: 'Fel: Länken har gått ut. Kontakta arrangören.' },
    { status: 404, language: 'en', text: 'Error: This link is invalid or no longer exists.' },
    { status: 404, language: 'sv', text: 'Fel: Länken är ogiltig eller finns inte längre.' },
    { status: 500, language: 'en', text: 'Error: Failed to load assignment details' },
    { status: 500, language: 'sv', text: 'Fel: Det gick inte att läsa in ditt pass' },
  ] as const)('$language: $status', async ({ status, language, text }) => {
    refuse('invitations', 'getAssignment', { status })
    await renderPublic(paths.confirmation(token), language)
    expect((await screen.findByRole('alert')).textContent).toContain(text)
  })

  it.each([
    { language: 'en', text: 'Error: Invalid link' },
    { language: 'sv', text: 'Fel: Ogiltig länk' },
  ] as const)('$language: without a token', async ({ language, text }) => {
    await renderPublic('/c/', language)
    expect((await screen.findByRole('alert')).textContent).toContain(text)
  })

  it('is tried again after a failure that may pass', async () => {
    refuse('invitations', 'getAssignment', { status: 503, error: 'The service is busy.', code: 'busy' })
    const user = await renderPublic(paths.confirmation(token))
    expect((await screen.findByRole('alert')).textContent).toContain('Error: The service is busy.')
    answer('invitations', 'getAssignment', buildInvitation())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('confirmed')
  })
})
