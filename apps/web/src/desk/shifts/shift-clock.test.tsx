import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEventWithRole,
  buildOrganization,
  buildShift,
} from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'

/* D25: times as the clock shows them. */

beforeEach(() => {
  answerOrganization(buildOrganization())
  answer('people', 'listPeople', [])
  setWidth(1280)
})

const spring = buildEventWithRole({
  event_date_start: '2027-03-27T08:00:00.000Z',
  event_date_end: '2027-03-28T20:00:00.000Z',
})
const autumn = buildEventWithRole({
  event_date_start: '2027-10-30T08:00:00.000Z',
  event_date_end: '2027-10-31T20:00:00.000Z',
})

async function openForm(event: typeof spring) {
  answer('events', 'listEvents', { events: [event] })
  answer('shifts', 'listShifts', { shifts: [] })
  const user = await renderApp('/', { language: 'en' })
  await user.click(await screen.findByRole('button', { name: 'Add shift' }))
  const form = within(await screen.findByRole('form', { name: 'Add shift' }))
  const type = async (label: string, typed: string) => {
    await user.clear(form.getByLabelText(label))
    await user.type(form.getByLabelText(label), `${typed}{Tab}`)
  }
  const choose = (day: RegExp) => user.click(form.getByRole('button', { name: day }))
  const save = () => user.click(form.getByRole('button', { name: 'Save and add next' }))
  const saved = { shifts: [buildShift(event, event.roles[0])], batch_id: event.id, left_out: [] }
  const asked = answer('shifts', 'saveBatch', saved)
  return { user, form, type, choose, save, asked }
}

it('says what a skipped time becomes before it is saved', async () => {
  const { form, type, choose } = await openForm(spring)
  await choose(/^Sun.28.March$/)
  await type('From', '2.30')
  expect(await form.findByText('That night the clock skips 02:30. It becomes 03:30.')).toBeDefined()
  await type('From', '330')
  expect(form.queryByText(/the clock skips/)).toBeNull()
})

it('takes the first of a repeated time, or the second if it is chosen', async () => {
  const { user, form, type, choose, save, asked } = await openForm(autumn)
  await choose(/^Sun.31.October$/)
  await type('From', '1')
  await type('To', '230')
  expect(await form.findByText(/shows 02:30 twice. The first is meant/)).toBeDefined()
  await user.click(form.getByRole('checkbox', { name: 'The second 02:30 is meant' }))
  await save()
  await waitFor(() =>
    expect(asked[0]?.body).toMatchObject({
      create: [{ start_dt: '2027-10-30T23:00:00.000Z', end_dt: '2027-10-31T01:30:00.000Z' }],
    }),
  )
})

it('ends on the next day where the end is earlier, and says so', async () => {
  const { form, type, save, asked } = await openForm(spring)
  await type('From', '22')
  await type('To', '6')
  expect(form.getByText('7 h, ends Sunday')).toBeDefined()
  await save()
  await waitFor(() =>
    expect(asked[0]?.body).toMatchObject({
      create: [{ start_dt: '2027-03-27T21:00:00.000Z', end_dt: '2027-03-28T04:00:00.000Z' }],
    }),
  )
})

it('asks about a shift of more than 16 hours', async () => {
  const { user, form, type, save, asked } = await openForm(spring)
  await type('From', '8')
  await type('To', '7')
  await save()
  expect(await form.findByText('Tick this if the times are right, or change them.')).toBeDefined()
  expect(asked).toEqual([])
  await user.click(form.getByRole('checkbox', { name: /^This shift lasts 22.h, until 28.March.2027/ }))
  await save()
  await waitFor(() => expect(asked).toHaveLength(1))
})

it('takes a later day on which a shift ends, and refuses an end before the start', async () => {
  const { user, form, type, save, asked } = await openForm(autumn)
  await type('From', '18')
  await type('To', '12')
  await user.click(form.getByRole('button', { name: 'Ends on another day' }))
  await user.selectOptions(form.getByLabelText('Ends on'), '2027-10-30')
  await save()
  expect(await form.findByText('The end must be after the start.')).toBeDefined()
  await user.selectOptions(form.getByLabelText('Ends on'), '2027-11-01')
  await user.click(form.getByRole('checkbox', { name: /^This shift lasts 43.h/ }))
  await save()
  await waitFor(() =>
    expect(asked[0]?.body).toMatchObject({ create: [{ end_dt: '2027-11-01T11:00:00.000Z' }] }),
  )
})

it.each([1280, 390])('repeats a night shift on its later day, counted once, %i px wide', async (width) => {
  setWidth(width)
  const night = buildShift(spring, spring.roles[0], {
    start_dt: '2027-03-27T21:00:00.000Z',
    end_dt: '2027-03-28T04:00:00.000Z',
    assignment: [buildAssignment('CONFIRMED', { first_name: 'Anna', last_name: 'Berg' })],
  })
  answer('events', 'listEvents', { events: [spring] })
  answer('shifts', 'listShifts', { shifts: [night] })
  await renderApp('/', { language: 'en' })
  const list = within(await screen.findByRole('region', { name: 'Shifts by role' }))
  expect(list.getByText('22:00–06:00')).toBeDefined()
  expect(list.getByText('from Sat 22:00')).toBeDefined()
  expect(list.getByText('until Sun 06:00')).toBeDefined()
  expect(list.getAllByText(/^1\/\d/, { ignore: '[aria-hidden]' })).toHaveLength(1)
  const days = within(screen.getByRole('group', { name: 'Day' })).getAllByRole('button')
  expect(days).toHaveLength(3)
})

it('shows a time that cannot be read as "Invalid Date"', async () => {
  const broken = buildShift(spring, spring.roles[0], { start_dt: 'soon' })
  answer('events', 'listEvents', { events: [spring] })
  answer('shifts', 'listShifts', { shifts: [broken, buildShift(spring, spring.roles[0])] })
  await renderApp('/', { language: 'en' })
  expect((await screen.findAllByText(/Invalid Date/)).length).toBeGreaterThan(0)
  expect(screen.getByRole('region', { name: 'Shifts by role' })).toBeDefined()
})
