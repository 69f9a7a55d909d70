import type { Shift } from '@muster/contract/shifts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, answerDryRun, refuse } from '../../../testing/answers.ts'
import {
  buildAssignment,
  buildEventWithRole,
  buildId,
  buildRole,
  buildShift,
} from '../../../testing/build-event.ts'
import { buildPreview } from '../../../testing/build-notices.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'
import { setWidth } from '../../../testing/set-width.ts'

const event = buildEventWithRole({ name: 'Festival' })
const [entrance] = event.roles

beforeEach(() => {
  answerOrganization()
  answer('people', 'listPeople', [])
  answer('events', 'listEvents', { events: [event] })
  setWidth(1280)
})

async function openForm(shifts: Shift[] = [], language: 'en' | 'sv' = 'en') {
  answer('shifts', 'listShifts', { shifts })
  const user = await renderApp('/', { language })
  await user.click(
    await screen.findByRole('button', { name: language === 'en' ? 'Add shift' : 'Lägg till pass' }),
  )
  const form = within(await screen.findByRole('form'))
  const type = async (label: string, typed: string) => {
    await user.clear(form.getByLabelText(label))
    await user.type(form.getByLabelText(label), `${typed}{Tab}`)
  }
  return { user, form, type }
}

const valueOf = (form: Awaited<ReturnType<typeof openForm>>['form'], label: string) =>
  form.getByLabelText<HTMLInputElement>(label).value

it('stays open for the next one, which begins as the last one ended, with its undo', async () => {
  const { user, form, type } = await openForm()
  await type('From', '20')
  await type('To', '23')
  await type('People needed', '3')
  const saved = buildShift(event, entrance, {
    start_dt: '2199-06-21T18:00:00.000Z',
    end_dt: '2199-06-21T21:00:00.000Z',
    required_qty: 3,
  })
  const batch_id = buildId()
  answer('shifts', 'saveBatch', { shifts: [saved], batch_id, left_out: [] })
  answer('shifts', 'listShifts', { shifts: [saved] })
  await user.type(form.getByLabelText('From'), '{Enter}')

  await form.findByText('Added now')
  expect(valueOf(form, 'From')).toBe('23:00')
  expect(valueOf(form, 'To')).toBe('02:00')
  expect(valueOf(form, 'People needed')).toBe('3')
  expect(form.getByText('3 h, ends Saturday')).toBeDefined()
  expect(document.activeElement).toBe(form.getByLabelText('From'))

  const asked = answer('batches', 'undoBatch', { kept: [] })
  answer('shifts', 'listShifts', { shifts: [] })
  await user.click(form.getByRole('button', { name: /^Undo: Fri.21, 20:00–23:00$/ }))
  await waitFor(() => expect(form.queryByText('Added now')).toBeNull())
  expect(asked[0]?.path).toBe(`/admin/batches/${batch_id}/undo`)
})

it('says what an undo has kept, because somebody has signed up', async () => {
  const { user, form } = await openForm()
  const saved = buildShift(event, entrance)
  answer('shifts', 'saveBatch', { shifts: [saved], batch_id: buildId(), left_out: [] })
  await user.click(form.getByRole('button', { name: 'Save and close' }))
  answer('batches', 'undoBatch', { kept: [{ id: saved.id, reason: 'signed_up' }] })
  const undo = await screen.findByRole('button', { name: 'Undo' })
  // Clicks right after it appears are those of the button that was there.
  await new Promise((resolve) => setTimeout(resolve, 450))
  await user.click(undo)
  expect(await screen.findByText(/^1 stays as it is now: somebody has signed up/)).toBeDefined()
})

it('adds the same on other days, and one after the other, and counts them before', async () => {
  const { user, form, type } = await openForm()
  await type('From', '8')
  await type('To', '10')
  await user.click(form.getByRole('button', { name: /^Also on Sat.22$/ }))
  expect(form.getByText('2 shifts, 2 places')).toBeDefined()
  await user.click(form.getByRole('button', { name: 'Back to back until …' }))
  await type('Until', '13')
  expect(form.getByText('4 shifts, 4 places')).toBeDefined()
  expect(form.getByText('The one from 12:00 would end later, so it is left out.')).toBeDefined()
  const asked = answer('shifts', 'saveBatch', {
    shifts: [buildShift(event, entrance)],
    batch_id: buildId(),
    left_out: [],
  })
  await user.click(form.getByRole('button', { name: 'Save and add next' }))
  await waitFor(() =>
    expect(asked[0]?.body).toMatchObject({
      create: [
        { start_dt: '2199-06-21T06:00:00.000Z', end_dt: '2199-06-21T08:00:00.000Z' },
        { start_dt: '2199-06-21T08:00:00.000Z', end_dt: '2199-06-21T10:00:00.000Z' },
        { start_dt: '2199-06-22T06:00:00.000Z', end_dt: '2199-06-22T08:00:00.000Z' },
        { start_dt: '2199-06-22T08:00:00.000Z', end_dt: '2199-06-22T10:00:00.000Z' },
      ],
    }),
  )
})

it.each([
  [
    'en',
    'Save and add next',
    /is there already \(0\/4\), so it is left out\./,
    'Add it too',
    'There is nothing to add.',
  ],
  [
    'sv',
    'Spara och lägg till nästa',
    /finns redan \(0\/4\) och hoppas över\./,
    'Lägg till det också',
    'Det finns inget att lägga till.',
  ],
] as const)(
  'leaves out a twin, says so, and adds it if it is wanted (%s)',
  async (language, save, twin, add, nothing) => {
    const there = buildShift(event, entrance, {
      start_dt: '2199-06-21T06:00:00.000Z',
      end_dt: '2199-06-21T08:00:00.000Z',
    })
    const { user, form } = await openForm([there], language)
    expect(await form.findByText(twin)).toBeDefined()
    const asked = answer('shifts', 'saveBatch', { shifts: [there], batch_id: buildId(), left_out: [] })
    await user.click(form.getByRole('button', { name: save }))
    expect(await form.findByText(nothing)).toBeDefined()
    expect(asked).toEqual([])
    await user.click(form.getByRole('button', { name: add }))
    await user.click(form.getByRole('button', { name: save }))
    await waitFor(() => expect(asked).toHaveLength(1))
  },
)

it('says of each refused row why nothing was saved', async () => {
  const { user, form } = await openForm()
  refuse('shifts', 'saveBatch', {
    status: 409,
    code: 'batch_refused',
    error: 'Nothing was saved.',
    issues: [{ path: 'create.0', message: 'This role does not exist.', code: 'role_not_found' }],
  })
  await user.click(form.getByRole('button', { name: 'Save and add next' }))
  expect(await screen.findByText('Nothing was saved. This role does not exist.')).toBeDefined()
})

it('makes a role in place, and chooses it', async () => {
  const { user, form } = await openForm()
  await user.click(form.getByRole('button', { name: 'New' }))
  const kitchen = buildRole({ event_id: event.id, name: 'Kitchen' })
  const asked = answer('events', 'createRole', kitchen)
  answer('events', 'listEvents', { events: [{ ...event, roles: [entrance, kitchen] }] })
  await user.type(form.getByLabelText('Name of the new role'), 'Kitchen{Enter}')
  expect(await form.findByRole('button', { name: 'Kitchen', pressed: true })).toBeDefined()
  expect(asked[0]?.body).toEqual({ name: 'Kitchen' })
})

it('moves a time by the arrow keys, and takes one from the list', async () => {
  const { user, form } = await openForm()
  const from = form.getByLabelText('From')
  await user.type(from, '{ArrowUp}')
  expect(valueOf(form, 'From')).toBe('08:15')
  expect(valueOf(form, 'To')).toBe('10:15')
  await user.type(from, '{Shift>}{ArrowDown}{/Shift}')
  expect(valueOf(form, 'From')).toBe('07:15')
  await user.click(form.getByLabelText('To'))
  await user.click(form.getByRole('button', { name: /^12:30 ?5.h.15.min$/ }))
  expect(valueOf(form, 'To')).toBe('12:30')
  expect(form.queryByRole('button', { name: /^13:00/ })).toBeNull()
})

it('copies a shift to the next day, several days at once, and says what overlaps', async () => {
  const source = buildShift(event, entrance)
  const later = buildShift(event, entrance, {
    start_dt: '2199-06-22T08:00:00.000Z',
    end_dt: '2199-06-22T12:00:00.000Z',
  })
  answer('shifts', 'listShifts', { shifts: [source, later] })
  const user = await renderApp('/')
  const [edit] = await screen.findAllByRole('button', { name: /^Edit/ })
  await user.click(edit ?? document.body)
  await user.click(await screen.findByRole('button', { name: 'Duplicate…' }))
  const form = within(await screen.findByRole('form', { name: 'Duplicate shift' }))
  expect(screen.getByText(/^From Entrance, Fri.21 08:00–12:00, 4 people$/)).toBeDefined()
  expect(valueOf(form, 'From')).toBe('08:00')
  expect(valueOf(form, 'People needed')).toBe('4')
  expect(form.getByRole('button', { name: /^Sat.22.June$/, pressed: true })).toBeDefined()
  expect(form.getByText('Overlaps other shifts of the role, which is allowed.')).toBeDefined()
  await user.click(form.getByRole('button', { name: /^Fri.21.June$/ }))
  expect(form.getByText(/^Fri.21, 08:00–12:00 is there already \(0\/4\)/)).toBeDefined()
  const asked = answer('shifts', 'saveBatch', { shifts: [later], batch_id: buildId(), left_out: [] })
  await user.click(form.getByRole('button', { name: /^Duplicate to Sat.22$/ }))
  await waitFor(() =>
    expect(asked[0]?.body).toEqual({
      create: [
        {
          event_id: event.id,
          role_id: entrance.id,
          start_dt: '2199-06-22T06:00:00.000Z',
          end_dt: '2199-06-22T10:00:00.000Z',
          required_qty: 4,
        },
      ],
    }),
  )
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
})

it('takes the people of the copied shift along if that is ticked, and names who is busy then', async () => {
  const source = buildShift(event, entrance, {
    start_dt: '2199-06-21T06:00:00.000Z',
    end_dt: '2199-06-21T10:00:00.000Z',
    assignment: [
      buildAssignment('CONFIRMED', { first_name: 'Li', last_name: 'Wu' }),
      buildAssignment('INVITED', { first_name: 'Bo', last_name: 'Ek' }),
      buildAssignment('DECLINED', { first_name: 'Nej', last_name: 'Tack' }),
    ],
  })
  answer('shifts', 'listShifts', { shifts: [source] })
  const left_out = [{ person_id: buildId(), first_name: 'Li', last_name: 'Wu', shift_id: buildId() }]
  const previewed = answerDryRun(buildPreview({ told: 0, left_out }))
  const user = await renderApp(`/?shift=${source.id}`)
  await user.click(await screen.findByRole('button', { name: 'More about the shift' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate…' }))
  const form = within(await screen.findByRole('form', { name: 'Duplicate shift' }))
  const tick = form.getByRole('checkbox', { name: 'Take the 2 people along, not asked yet' })
  expect(await form.findByText('Those who are busy then stay out: Li Wu.')).toBeDefined()
  expect(previewed[0]?.body).toMatchObject({ create: [{ people_of: source.id }], dry_run: true })
  await user.click(tick)
  const asked = answer('shifts', 'saveBatch', { shifts: [source], batch_id: buildId(), left_out })
  await user.click(form.getByRole('button', { name: /^Duplicate to/ }))
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ create: [{ people_of: source.id }] }))
  expect(
    await screen.findByText('The shift is added. Those who are busy then stay out: Li Wu.'),
  ).toBeDefined()
})

it('D68: takes a meeting point and a note, which the next shift keeps', async () => {
  const { user, form } = await openForm()
  await user.click(form.getByText('Meeting point and note · shown to those on this shift'))
  await user.type(form.getByRole('textbox', { name: 'Meeting point' }), 'Blue container')
  await user.type(form.getByRole('textbox', { name: 'Note' }), 'Bring gloves.')
  const asked = answer('shifts', 'saveBatch', {
    shifts: [buildShift(event, entrance)],
    batch_id: buildId(),
    left_out: [],
  })
  await user.click(form.getByRole('button', { name: 'Save and add next' }))
  await form.findByText('Added now')
  expect(asked[0]?.body).toMatchObject({
    create: [{ meeting_point: 'Blue container', note: 'Bring gloves.' }],
  })
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Meeting point' }).value).toBe('Blue container')
})
