import type { Assignment, Shift } from '@muster/contract/shifts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildAssignment, buildEventWithRole, buildId, buildShift } from '../../testing/build-event.ts'
import { buildInvitationPreview } from '../../testing/build-invitation-preview.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'
import type { Candidate } from './api.ts'

const event = buildEventWithRole({ name: 'Festival' })
const [entrance] = event.roles
const morning = buildShift(event, entrance, { required_qty: 2, assignment: [] })
const evening = buildShift(event, entrance, {
  start_dt: '2199-06-21T16:00:00.000Z',
  end_dt: '2199-06-21T20:00:00.000Z',
  required_qty: 1,
  assignment: [],
})

const buildCandidate = (first_name: string, given: Partial<Candidate> = {}): Candidate => ({
  person: { id: buildId(), first_name, last_name: 'Ek', child_team: null },
  channels: ['EMAIL', 'SMS'],
  did_role: null,
  same_day: null,
  hours_apart: null,
  shifts_at_event: 0,
  tags: [],
  is_waiting: false,
  last_asked_at: null,
  ...given,
})
const candidates = ['Maja', 'Noor', 'Per', 'Rolf', 'Siv', 'Tove', 'Ulf'].map((name) => buildCandidate(name))
const NOBODY_ELSE = { busy: 0, unreachable: 0 }

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('people', 'listPeople', [])
  answer('fill', 'listCandidates', { candidates, left_out: { busy: 71, unreachable: 5 } })
  setWidth(1280)
})

async function open(shifts: Shift[] = [morning, evening]) {
  answer('shifts', 'listShifts', { shifts })
  const user = await renderApp(`/?event=${event.id}`)
  await screen.findByRole('table')
  await user.keyboard('f')
  return user
}

const pressGap = async (user: Awaited<ReturnType<typeof open>>, row: HTMLElement) => {
  const [gap] = row.querySelectorAll('[data-kind=missing]')
  await user.click(gap ?? document.body)
}

const card = () => within(screen.getByRole('dialog'))
const findCard = async (name: string) => within(await screen.findByRole('dialog', { name }))
const offered = (first_name: string, given: Partial<Assignment> = {}) =>
  buildAssignment(
    'INVITED',
    { first_name, last_name: 'Ek' },
    {
      invite_sent: true,
      invite_sent_at: '2026-01-01T10:00:00.000Z',
      invite_method: 'EMAIL',
      ask_id: '01890000-0000-7000-8000-0000000000aa',
      ask_places: 2,
      ...given,
    },
  )

describe('who could fill a gap (D61)', () => {
  it('shows five, all ticked, and who is left out', async () => {
    const user = await open()
    const shown = await findCard('Who could fill this?')
    await waitFor(() => expect(shown.getAllByRole('listitem')).toHaveLength(5))
    expect(shown.getAllByRole('checkbox', { checked: true })).toHaveLength(5)
    shown.getByText('gap 1 of 2')
    shown.getByText('2 missing')
    shown.getByText('76 others: 71 busy, 5 want no messages')
    await user.click(shown.getByRole('button', { name: '2 more' }))
    expect(shown.getAllByRole('listitem')).toHaveLength(7)
    expect(document.activeElement).toBe(shown.getByRole('checkbox', { name: 'Ask Tove Ek' }))
  })

  it.each([
    [{ is_waiting: true, shifts_at_event: 2 }, 'on the waiting list of Entrance · never asked yet'],
    [
      { did_role: { event: { id: buildId(), name: 'Fair' }, start_dt: '2198-05-02T08:00:00.000Z' } },
      /^did this at Fair, .* · never asked yet$/,
    ],
    [
      { did_role: { event: { id: event.id, name: 'Festival' }, start_dt: '2199-06-01T08:00:00.000Z' } },
      /^did this here on /,
    ],
    [
      {
        same_day: {
          role_name: 'Bar',
          event_name: 'Festival',
          start_dt: '2199-06-21T12:00:00.000Z',
          end_dt: '2199-06-21T14:00:00.000Z',
        },
        last_asked_at: '2199-06-01T08:00:00.000Z',
      },
      /^Bar 14:00–16:00 the same day · last asked /,
    ],
    [{ tags: ['Bar', 'Driver', 'Kök', 'New'] }, 'tagged Bar, Driver, Kök · never asked yet'],
    [{ shifts_at_event: 3 }, 'never asked yet · 3 shifts so far'],
    [{ hours_apart: 2.4 }, 'never asked yet · 2 hours from their next shift'],
    [{ channels: ['SMS' as const] }, 'by SMS only · never asked yet'],
  ])('says why: %j', async (given, reasons) => {
    answer('fill', 'listCandidates', { candidates: [buildCandidate('Maja', given)], left_out: NOBODY_ELSE })
    await open()
    await screen.findByText(reasons)
  })

  it('shows what those who are ticked would get, once it is unfolded', async () => {
    const previews = answer(
      'assignments',
      'previewInvitations',
      buildInvitationPreview({ texts: 5, sms_segments: 9 }),
    )
    const user = await open()
    const shown = await findCard('Who could fill this?')
    await user.click(await shown.findByText('Preview'))
    await shown.findByText('SMS · 184 characters, 2 SMS')
    shown.getByText('5 people: 2 e-mails, 5 SMS in 9 parts. 10 s to undo.')
    const [maja] = candidates
    expect(previews[0]?.body).toMatchObject({ as_person_id: maja?.person.id, is_first_yes: true })
    await user.click(shown.getByRole('checkbox', { name: 'Ask Maja Ek' }))
    await waitFor(() => expect(previews).toHaveLength(2))
  })

  it('says when nobody is free, or it cannot be read', async () => {
    answer('fill', 'listCandidates', { candidates: [], left_out: NOBODY_ELSE })
    const user = await open()
    await screen.findByText('Nobody else is free then.')
    await user.keyboard('{Escape}')
    refuse('fill', 'listCandidates', { status: 500 })
    await user.keyboard('f')
    await screen.findByText('Nobody else is free then.')
  })

  it('asks all who are ticked, and shows how it goes', async () => {
    const user = await open()
    const shown = await findCard('Who could fill this?')
    await user.click(await shown.findByRole('checkbox', { name: 'Ask Noor Ek' }))
    await user.selectOptions(shown.getByRole('combobox', { name: 'Ask by' }), 'E-mail')
    const after = {
      ...morning,
      assignment: candidates.slice(0, 4).map((one) => offered(one.person.first_name)),
    }
    const asked = answer('fill', 'askPeople', after)
    answer('shifts', 'listShifts', { shifts: [after, evening] })
    await user.click(shown.getByRole('button', { name: 'Ask all 4, first 2 yes get it' }))
    const running = await findCard('0 of 2 have said yes')
    expect(asked).toMatchObject([
      {
        path: `/admin/shifts/${morning.id}/ask`,
        body: {
          mode: 'first',
          method: 'EMAIL',
          person_ids: ['Maja', 'Per', 'Rolf', 'Siv'].map(
            (name) => candidates.find((one) => one.person.first_name === name)?.person.id,
          ),
        },
      },
    ])
    expect(document.activeElement).toBe(running.getByRole('heading'))
    expect(running.getAllByText('Asked')).toHaveLength(4)
    screen.getByText('4 asked, first yes gets it')
    screen.getByText('4 people are asked in 15 seconds, first yes gets it')
  })

  it('asks one person, who is invited', async () => {
    const user = await open()
    const shown = await findCard('Who could fill this?')
    const asked = answer('fill', 'askPeople', morning)
    await user.click(await shown.findByRole('button', { name: 'Ask Noor Ek' }))
    await waitFor(() =>
      expect(asked).toMatchObject([{ body: { mode: 'each', person_ids: [candidates[1]?.person.id] } }]),
    )
    await screen.findByText('Noor Ek is asked in 15 seconds')
  })

  it('asks each where there are no more people than places', async () => {
    const user = await open()
    const shown = await findCard('Who could fill this?')
    for (const name of ['Maja', 'Noor', 'Per'])
      await user.click(await shown.findByRole('checkbox', { name: `Ask ${name} Ek` }))
    const asked = answer('fill', 'askPeople', morning)
    await user.click(shown.getByRole('button', { name: 'Ask 2' }))
    await waitFor(() => expect(asked).toMatchObject([{ body: { mode: 'each' } }]))
  })

  it('keeps the ticks and says why an ask was refused', async () => {
    const user = await open()
    const shown = await findCard('Who could fill this?')
    refuse('fill', 'askPeople', {
      status: 409,
      code: 'schedule_conflict',
      error: 'Per Ek has another shift at that time.',
    })
    await user.click(await shown.findByRole('button', { name: /^Ask all/ }))
    expect((await shown.findByRole('alert')).textContent).toBe('Per Ek has another shift at that time.')
    expect(shown.getAllByRole('checkbox', { checked: true })).toHaveLength(5)
  })

  it('walks along the gaps, and returns the focus', async () => {
    answer('shifts', 'listShifts', { shifts: [morning, evening] })
    const user = await renderApp(`/?event=${event.id}`)
    await screen.findByRole('table')
    const [row] = screen.getAllByRole('button', { name: /^Show the people/ })
    row?.focus()
    await user.keyboard('f{ArrowRight}')
    await waitFor(() => card().getByText('gap 2 of 2'))
    card().getByText('1 missing')
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => card().getByText('gap 1 of 2'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(row)
  })
})

describe('an ask that goes on', () => {
  const asked = {
    ...morning,
    assignment: [
      offered('Maja', { status: 'CONFIRMED' }),
      offered('Noor'),
      offered('Per', { status: 'DECLINED', cancel_reason: 'Jobbar då.' }),
      offered('Rolf'),
    ],
  }
  const openAsked = async () => {
    answer('shifts', 'listShifts', { shifts: [asked, evening] })
    const user = await renderApp(`/?event=${event.id}`)
    await screen.findByRole('table')
    screen.getAllByRole('button', { name: /^Show the people/ })[0]?.focus()
    await user.click(screen.getAllByRole('button', { name: /^Show the people/ })[0] ?? document.body)
    await user.click(await screen.findByRole('button', { name: 'Who could fill this?' }))
    return user
  }

  it('lists the answers, and gives more time', async () => {
    const user = await openAsked()
    const shown = await findCard('1 of 2 has said yes')
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Maja Ek.*Yes$/),
      expect.stringMatching(/^Noor Ek.*Asked$/),
      expect.stringMatching(/^Rolf Ek.*Asked$/),
      'Per Ek“Jobbar då.”No',
    ])
    const extended = answer('assignments', 'extendExpiration', { success: true, assignment: offered('Noor') })
    await user.click(shown.getByRole('button', { name: 'More time' }))
    await screen.findByText('Those who have not answered have more time')
    expect(extended.map(({ body }) => body)).toEqual([{ days: 7 }, { days: 7 }])
  })

  it('stops after a question', async () => {
    const user = await openAsked()
    const shown = await findCard('1 of 2 has said yes')
    await user.click(shown.getByRole('button', { name: 'Stop asking' }))
    shown.getByText('2 people are told that no answer is needed.')
    await user.click(shown.getByRole('button', { name: 'Back' }))
    await user.click(shown.getByRole('button', { name: 'Stop asking' }))
    const ended = asked.assignment.map((each) =>
      each.status === 'INVITED'
        ? { ...each, status: 'DECLINED' as const, offer_ended: 'stopped' as const }
        : each,
    )
    const batch = { 'undo-batch': buildId() }
    const stopped = answer('fill', 'stopAsking', { ...asked, assignment: ended }, batch)
    answer('shifts', 'listShifts', { shifts: [{ ...asked, assignment: ended }, evening] })
    await user.click(shown.getByRole('button', { name: 'Stop asking' }))
    await findCard('Who could fill this?')
    expect(stopped).toHaveLength(1)
    expect(screen.getByText('You have stopped asking')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  })

  it('asks more people', async () => {
    const user = await openAsked()
    await user.click((await findCard('1 of 2 has said yes')).getByRole('button', { name: 'Ask more people' }))
    const shown = await findCard('Who could fill this?')
    await shown.findByRole('button', { name: 'Ask all 5, first yes gets it' })
  })
})

describe('an empty place', () => {
  it.each([
    ['in a phone’s row', 390, `/?event=${event.id}`],
    ['on the timeline', 1280, `/?event=${event.id}&view=timeline`],
    ['in the table', 1280, `/?event=${event.id}`],
  ])('%s opens who could fill it, the rest of the row the shift', async (_where, width, address) => {
    setWidth(width)
    answer('shifts', 'listShifts', { shifts: [morning, evening] })
    const user = await renderApp(address)
    const [row] = await screen.findAllByRole('button', { name: /^(?!Edit).*(18:00–22:00|08:00–12:00)/ })
    if (!row) throw new Error('no row')
    await pressGap(user, row.closest('tr') ?? row)
    await findCard('Who could fill this?')
    expect(location.search).not.toContain('shift=')
    await user.keyboard('{Escape}')
    await user.click(row)
    await waitFor(() => expect(location.search).toContain('shift='))
  })

  it('of a shift that is over opens the shift', async () => {
    setWidth(390)
    const over = buildShift(event, entrance, {
      start_dt: '2020-06-21T06:00:00.000Z',
      end_dt: '2020-06-21T10:00:00.000Z',
      required_qty: 1,
    })
    answer('shifts', 'listShifts', { shifts: [over] })
    const user = await renderApp(`/?event=${event.id}&past=shown`)
    const row = await screen.findByRole('button', { name: /08:00–12:00/ })
    await pressGap(user, row)
    await waitFor(() => expect(location.search).toContain('shift='))
    expect(screen.queryByRole('dialog', { name: 'Who could fill this?' })).toBeNull()
  })
})
