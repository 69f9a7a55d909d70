import type { Shift } from '@muster/contract/shifts'
import type { WaitingPerson } from '@muster/contract/waiting-list'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answer, refuse } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEventWithRole,
  buildId,
  buildOrganization,
  buildShift,
} from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'

/* D44 */

const event = buildEventWithRole()

beforeEach(() => setWidth(1280))

function buildWaiting(first_name: string, given: Partial<WaitingPerson> = {}): WaitingPerson {
  return {
    id: buildId(),
    status: 'WAITING',
    offer_expires_at: null,
    queued_at: '2199-06-01T10:00:00.000Z',
    person: { id: buildId(), first_name, last_name: 'Ek', phone: null },
    ...given,
  }
}
const offered = { status: 'OFFERED', offer_expires_at: '2199-06-20T18:00:00.000Z' } as const

/** Opens the line of a shift with one confirmed person. */
async function open(
  waiting: WaitingPerson[],
  {
    given = {},
    role = 'owner',
    language = 'en',
    paused_at = null,
  }: {
    given?: Partial<Shift>
    role?: 'owner' | 'viewer'
    language?: 'en' | 'sv'
    paused_at?: string | null
  } = {},
) {
  answerOrganization({ ...buildOrganization(), role, paused_at })
  const maja = buildAssignment('CONFIRMED', { first_name: 'Maja', last_name: 'Ek' })
  const bare = buildShift(event, event.roles[0], { waiting: waiting.length, required_qty: 1, ...given })
  answer('events', 'listEvents', { events: [event] })
  answer('people', 'listPeople', [])
  answer('shifts', 'listShifts', { shifts: [{ ...bare, assignment: [{ ...maja, shift_id: bare.id }] }] })
  answer('waitingList', 'listWaiting', { waiting })
  const user = await renderApp(`/?event=${event.id}&shift=${bare.id}`, { language })
  await screen.findByRole('heading', { name: language === 'en' ? /^Waiting list: / : /^Väntelista: / })
  return user
}

const automatic = 'Free places are offered automatically, first come first.'
const byHand = `${automatic} A place is free: you can offer it to anybody in line.`

it.each([
  ['is full', { required_qty: 1 }, [buildWaiting('Bo')], automatic, 0],
  [
    'has a free place that is held',
    { required_qty: 2 },
    [buildWaiting('Bo', offered), buildWaiting('Li')],
    `${automatic} You can give an offered place to somebody else in line.`,
    1,
  ],
  [
    'has a free place, and nobody else waits',
    { required_qty: 3 },
    [buildWaiting('Bo', offered)],
    automatic,
    0,
  ],
  ['has a free place', { required_qty: 3 }, [buildWaiting('Bo', offered), buildWaiting('Li')], byHand, 1],
] as const)(
  'a place can be offered only while one is not taken: the shift %s',
  async (_, given, waiting, note, buttons) => {
    await open([...waiting], { given })
    screen.getByText(note)
    expect(screen.queryAllByRole('button', { name: 'Offer a place' })).toHaveLength(buttons)
  },
)

it('offers a free place', async () => {
  const bo = buildWaiting('Bo')
  const user = await open([bo], { given: { required_qty: 2 } })
  const asked = answer('waitingList', 'offerPlace', { ...bo, ...offered })
  await user.click(screen.getByRole('button', { name: 'Offer a place' }))
  await waitFor(() => expect(asked.map(({ path }) => path)).toEqual([`/admin/waiting/${bo.id}/offer`]))
})

it.each([
  [
    'en',
    'Offer a place',
    'Offer the place to Li Ek instead?',
    'It is held for Jo Ek now.',
    'Offer the place',
  ],
  [
    'sv',
    'Erbjud en plats',
    'Erbjuda platsen till Li Ek i stället?',
    'Nu hålls den för Jo Ek.',
    'Erbjud platsen',
  ],
] as const)(
  'asks before an offered place goes to another (%s)',
  async (language, open_it, name, text, confirm) => {
    const [bo, jo, li] = [buildWaiting('Bo', offered), buildWaiting('Jo', offered), buildWaiting('Li')]
    const user = await open([bo, jo, li], { given: { required_qty: 3 }, language })
    const asked = answer('waitingList', 'offerPlace', { ...li, ...offered })
    await user.click(screen.getByRole('button', { name: open_it }))
    const dialog = within(screen.getByRole('alertdialog', { name }))
    dialog.getByText(text)
    expect(asked).toHaveLength(0)
    await user.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(asked.map(({ path, query }) => path + query)).toEqual([
      `/admin/waiting/${li.id}/offer?instead_of=${jo.id}`,
    ])
  },
)

it('nothing is offered while the organization is paused', async () => {
  await open([buildWaiting('Bo')], { given: { required_qty: 2 }, paused_at: '2199-06-01T10:00:00.000Z' })
  screen.getByText('No place is offered while the organization is paused.')
  expect(screen.queryByRole('button', { name: 'Offer a place' })).toBeNull()
})

it('who may only look is not told to offer', async () => {
  await open([buildWaiting('Bo')], { given: { required_qty: 2 }, role: 'viewer' })
  screen.getByText(automatic)
  expect(screen.queryByRole('button', { name: /Offer a place|Take off/ })).toBeNull()
})

it.each([
  ['en', 'Take off the list', 'Take Bo Ek off the waiting list?', /^They are not told/, 'Cancel'],
  ['sv', 'Ta bort från listan', 'Ta bort Bo Ek från väntelistan?', /^Personen får inget besked/, 'Avbryt'],
] as const)(
  'asks before somebody is taken off the list (%s)',
  async (language, remove, name, text, cancel) => {
    const bo = buildWaiting('Bo', offered)
    const user = await open([bo, buildWaiting('Li')], { language })
    const [first] = screen.getAllByRole('button', { name: remove })
    if (!first) throw new Error('no button')
    const asked = answer('waitingList', 'removeWaiting', undefined)
    await user.click(first)
    const dialog = within(screen.getByRole('alertdialog', { name }))
    dialog.getByText(text)
    await user.click(dialog.getByRole('button', { name: cancel }))
    expect(asked).toHaveLength(0)
    await user.click(first)
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: remove }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(asked.map(({ path }) => path)).toEqual([`/admin/waiting/${bo.id}`])
    expect(document.activeElement?.tagName).toBe('H4')
  },
)

it('says in the question that an offer ends, once there is one', async () => {
  const bo = buildWaiting('Bo')
  const user = await open([bo])
  await user.click(screen.getByRole('button', { name: 'Take off the list' }))
  const ends = 'The offer that they have ends.'
  expect(screen.queryByText(ends)).toBeNull()
  answer('waitingList', 'listWaiting', { waiting: [{ ...bo, ...offered }] })
  await queryClient.invalidateQueries()
  expect(await screen.findByText(ends)).toBeDefined()
})

it('says in the question why somebody could not be taken off the list', async () => {
  const user = await open([buildWaiting('Bo')])
  await user.click(screen.getByRole('button', { name: 'Take off the list' }))
  const error = 'This person is not in line any more.'
  refuse('waitingList', 'removeWaiting', { status: 404, code: 'waiting_not_found', error })
  const dialog = within(screen.getByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Take off the list' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(error)
})
