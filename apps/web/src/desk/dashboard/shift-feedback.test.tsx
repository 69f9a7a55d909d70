import type { Shift } from '@muster/contract/shifts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, hold, lose, refuse, stall } from '../../testing/answers.ts'
import { buildAssignment, buildEventWithRole, buildId, buildShift } from '../../testing/build-event.ts'
import { buildNotices } from '../../testing/build-notices.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'

vi.mock('../../ui/feedback/live-region.tsx', () => import('../../testing/live-region.tsx'))

const event = buildEventWithRole({ name: 'Festival' })
const [entrance] = event.roles
const shift = buildShift(event, entrance)
const batch = { shifts: [shift], batch_id: buildId(), left_out: [] }
const maja = { first_name: 'Maja', last_name: 'Ek' }

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('shifts', 'listShifts', { shifts: [shift] })
  answer('people', 'listPeople', [])
  answer('assignments', 'previewNotices', buildNotices({ told: 0 }))
  setWidth(1280)
})

async function openDashboard(shifts: Shift[] = [shift], address = '/') {
  answer('shifts', 'listShifts', { shifts })
  const user = await renderApp(address)
  await screen.findByRole('table')
  return user
}

/** The steps of a user that lead to each call. */
const make = {
  async addShift() {
    const user = await openDashboard()
    await user.click(screen.getByRole('button', { name: 'Add shift' }))
    await user.click(await screen.findByRole('button', { name: 'Save and close' }))
  },
  async updateShift() {
    const user = await openDashboard()
    await user.click(screen.getByRole('button', { name: /^Edit/ }))
    await user.type(await screen.findByLabelText('People needed'), '0')
    await user.click(screen.getByRole('button', { name: 'Save shift' }))
  },
  async deleteShift() {
    const user = await openDashboard([shift], `/?shift=${shift.id}`)
    await user.click(await screen.findByRole('button', { name: 'More about the shift' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove shift' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('Nobody is confirmed or picked.')).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Remove shift' }))
  },
}

const textsOf = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent)
const field = () => screen.findByLabelText<HTMLInputElement>('People needed')
const cancel = () => screen.getByRole('button', { name: 'Cancel' })
const failure = async () => within(await screen.findByRole('dialog', { name: 'That did not work' }))

describe.each([
  { act: 'addShift', busy: 'Saving...', done: 'The shift is added' },
  { act: 'updateShift', busy: 'Saving...', done: 'The shift is saved' },
  { act: 'deleteShift', busy: 'Removing...', done: 'The shift is removed' },
] as const)('$act', ({ act, busy, done }) => {
  it('says that it is under way', async () => {
    stall('shifts', 'saveBatch')
    await make[act]()
    expect(await screen.findByText(busy)).toBeDefined()
  })

  it('announces that it is done', async () => {
    answer('shifts', 'saveBatch', batch)
    await make[act]()
    expect(await screen.findByText(done)).toBeDefined()
  })

  it("prefers the server's sentence when it fails", async () => {
    refuse('shifts', 'saveBatch', { status: 409, code: 'busy', error: 'The server’s own.' })
    await make[act]()
    expect(await screen.findByText('The server’s own.')).toBeDefined()
  })
})

it.each(['addShift', 'updateShift'] as const)('shows what is sent until it is answered (%s)', async (act) => {
  stall('shifts', 'saveBatch')
  await make[act]()
  await screen.findByText('Saving...')
  const needed = screen.getByLabelText<HTMLInputElement>('People needed')
  const sent = needed.value
  await userEvent.type(needed, '9')
  expect(needed.value).toBe(sent)
  expect(screen.getByLabelText<HTMLInputElement>('From').readOnly).toBe(true)
})

it('lists a shift whose answer was lost', async () => {
  lose('shifts', 'saveBatch')
  const user = await openDashboard()
  await user.click(screen.getByRole('button', { name: 'Add shift' }))
  await screen.findByRole('form', { name: 'Add shift' })
  const added = buildShift(event, entrance, { required_qty: 77 })
  answer('shifts', 'listShifts', { shifts: [shift, added] })
  await userEvent.click(screen.getByRole('button', { name: 'Save and close' }))
  expect((await failure()).getByText(/^Failed to create shift\. /)).toBeDefined()
  expect(await screen.findAllByText(/77/)).not.toEqual([])
})

it('has removed a shift whose first answer was lost', async () => {
  const lost = lose('shifts', 'saveBatch')
  await make.deleteShift()
  const question = within(screen.getByRole('alertdialog'))
  expect(await question.findByRole('alert')).toBeDefined()
  const repeated = answer('shifts', 'saveBatch', { shifts: [], batch_id: buildId(), left_out: [] })
  await userEvent.click(question.getByRole('button', { name: 'Remove shift' }))
  expect(await screen.findByText('The shift is removed')).toBeDefined()
  const keyOf = (asked: typeof lost) => asked.at(-1)?.headers.get('idempotency-key')
  expect(keyOf(repeated)).toBe(keyOf(lost))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('has saved a shift whose first answer was lost', async () => {
  lose('shifts', 'saveBatch')
  await make.updateShift()
  await userEvent.click((await failure()).getByText('Close'))
  answer('shifts', 'listShifts', { shifts: [{ ...shift, required_qty: 40, version: 2 }] })
  const issues = [{ path: 'update.0', message: 'Changed.', code: 'changed_elsewhere' as const }]
  refuse('shifts', 'saveBatch', { status: 409, code: 'batch_refused', issues })
  await userEvent.click(screen.getByRole('button', { name: 'Save shift' }))
  expect(await screen.findByText('The shift is saved')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
})

it.each(['listEvents', 'listShifts'] as const)(
  "prefers the server's sentence when the first %s fails",
  async (call) => {
    if (call === 'listEvents') refuse('events', call, { error: 'The server’s own.' })
    else refuse('shifts', call, { error: 'The server’s own.' })
    await renderApp('/')
    expect((await failure()).getByText('The server’s own.')).toBeDefined()
  },
)

it('names the five figures and the columns', async () => {
  await openDashboard()
  expect(textsOf('term')).toEqual(['Needed', 'Confirmed', 'Pending', 'Declined', 'Missing'])
  expect(textsOf('columnheader')).toEqual(['Time', 'Coverage', 'People', 'Missing', 'Edit'])
})

const heading = () => screen.getByRole('rowheader').textContent

it('D37: filters by what is missing or not confirmed and by day, and shows all again', async () => {
  const covered = buildShift(event, entrance, {
    required_qty: 1,
    start_dt: '2199-06-22T06:00:00.000Z',
    end_dt: '2199-06-22T10:00:00.000Z',
    assignment: [buildAssignment('CONFIRMED', maja)],
  })
  const user = await openDashboard([shift, covered])
  expect(heading()).toBe('Entrance1 of 5 confirmed4 missingAdd shift')
  const days = within(screen.getByRole('group', { name: 'Day' }))
  expect(days.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true')
  const gaps = screen.getByRole('button', { name: /Only gaps/ })
  await user.click(gaps)
  expect(await screen.findByText('1 of 2 shifts')).toBeDefined()
  expect(location.search).toContain('show=missing')
  // Counts all shifts of the role, whatever the filter shows.
  expect(heading()).toBe('Entrance1 of 5 confirmed4 missingAdd shift')
  await user.click(screen.getByRole('button', { name: 'Confirmed' }))
  await waitFor(() => expect(location.search).toContain('show=unconfirmed'))

  await user.click(days.getByRole('button', { name: /^Sat/ }))
  expect(await screen.findByText('Everybody needed here has confirmed.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show all shifts' }))
  expect(await screen.findAllByRole('row', { name: /:00/ })).toHaveLength(2)
  expect(document.activeElement).toBe(gaps)
})

it.each([
  {
    language: 'en',
    status: 'INVITED',
    text: 'Somebody is picked for every place, but not everybody has confirmed.',
  },
  {
    language: 'sv',
    status: 'INVITED',
    text: 'Någon är vald till varje plats, men alla har inte bekräftat.',
  },
  { language: 'en', status: 'CONFIRMED', text: 'Nobody is missing here.' },
  { language: 'sv', status: 'CONFIRMED', text: 'Ingen saknas här.' },
] as const)(
  'D37: $language, $status: says why none is listed as missing',
  async ({ language, status, text }) => {
    const picked = buildShift(event, entrance, {
      required_qty: 1,
      assignment: [buildAssignment(status, maja)],
    })
    const otherDay = buildShift(event, entrance, {
      start_dt: '2199-06-22T06:00:00.000Z',
      end_dt: '2199-06-22T10:00:00.000Z',
    })
    answer('shifts', 'listShifts', { shifts: [picked, otherDay] })
    await renderApp(`/?event=${event.id}&day=2199-06-21&show=missing`, { language })
    expect(await screen.findByText(text)).toBeDefined()
  },
)

it('names the missing times and the largest number of a new shift', async () => {
  const user = await openDashboard()
  await user.click(screen.getByRole('button', { name: 'Add shift' }))
  const form = within(await screen.findByRole('form', { name: 'Add shift' }))
  await user.clear(form.getByLabelText('People needed'))
  await user.type(form.getByLabelText('People needed'), '10001')
  for (const name of ['From', 'To']) await user.clear(form.getByLabelText(name))
  await user.click(form.getByRole('button', { name: 'Save and close' }))
  for (const problem of ['Say when the shift starts.', 'Say when the shift ends.', 'At most 10,000.']) {
    expect(await form.findByText(problem)).toBeDefined()
  }
})

it('says when the shift of an address is not there', async () => {
  await renderApp(`/?event=${event.id}&shift=${buildId()}`)
  expect((await failure()).getByText(/^This shift is not here/)).toBeDefined()
})

async function change(row: number) {
  const edit = screen.getAllByRole('button', { name: 'Edit' })[row]
  await userEvent.click(edit ?? document.body)
  await userEvent.type(await field(), '7')
}

describe('a late answer', () => {
  const later = buildShift(event, entrance, {
    start_dt: '2199-06-22T06:00:00.000Z',
    end_dt: '2199-06-22T10:00:00.000Z',
  })

  it('closes no edit of another shift', async () => {
    const letGo = hold('shifts', 'saveBatch', {
      shifts: [{ ...shift, version: 2 }],
      batch_id: buildId(),
      left_out: [],
    })
    await openDashboard([shift, later])
    await change(0)
    await userEvent.click(screen.getByRole('button', { name: 'Save shift' }))
    await screen.findByText('Saving...')
    await userEvent.click(cancel())
    expect(await field()).toBeDefined()
    await change(1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const typed = (await field()).value
    letGo()
    await screen.findByText('The shift is saved')
    expect((await field()).value).toBe(typed)
  })

  it('about a new shift neither closes an edit nor leads back to the page', async () => {
    const letGo = hold('shifts', 'saveBatch', { shifts: [later], batch_id: buildId(), left_out: [] })
    const user = await openDashboard([shift], '/?show=missing')
    await user.click(screen.getByRole('button', { name: 'Add shift' }))
    await user.click(await screen.findByRole('button', { name: 'Save and close' }))
    await screen.findByText('Saving...')
    await user.click(screen.getByRole('link', { name: 'Events' }))
    await screen.findByRole('article', { name: 'Festival' })
    letGo()
    await screen.findByText('The shift is added')
    expect(location.pathname).toBe('/events')
  })

  it('about the people of a shift closes no edit of it', async () => {
    const assignment = buildAssignment('CONFIRMED', maja)
    const staffed = { ...shift, assignment: [assignment] }
    const letGo = hold('assignments', 'saveAssignments', shift)
    const user = await openDashboard([staffed], `/?shift=${shift.id}`)
    await user.click(await screen.findByRole('button', { name: 'More about Maja Ek' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from the shift' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saving...')
    await user.click(screen.getByRole('button', { name: 'Edit shift' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await user.type(await field(), '7')
    letGo()
    await screen.findByText('The changes are saved')
    expect(await field()).toBeDefined()
  })
})
