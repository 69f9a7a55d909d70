import type { Shift } from '@muster/contract/shifts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, refuse } from '../../../testing/answers.ts'
import { buildEventWithRole, buildId, buildRole, buildShift } from '../../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'
import { setWidth } from '../../../testing/set-width.ts'

const base = buildEventWithRole({ name: 'Festival' })
const [entrance] = base.roles
const cafe = buildRole({ event_id: base.id, name: 'Café, waffles' })
const event = { ...base, roles: [entrance, cafe] }

beforeEach(() => {
  answerOrganization()
  answer('people', 'listPeople', [])
  answer('events', 'listEvents', { events: [event] })
  setWidth(1280)
})

async function open(way: 'Many at once' | 'Paste rows', shifts: Shift[] = []) {
  answer('shifts', 'listShifts', { shifts })
  const user = await renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Add shift' }))
  await user.click(await screen.findByRole('radio', { name: way }))
  const name = way === 'Paste rows' ? 'Paste rows' : 'Add many shifts'
  const form = within(await screen.findByRole('form', { name }))
  const type = async (label: string, typed: string) => {
    await user.clear(form.getByLabelText(label))
    await user.type(form.getByLabelText(label), `${typed}{Tab}`)
  }
  return { user, form, type }
}

it('builds roles × days × times with a preview, of which rows can be left out, and adds them with an undo', async () => {
  const { user, form, type } = await open('Many at once')
  await user.click(form.getByRole('button', { name: 'Entrance' }))
  await user.click(form.getByRole('button', { name: 'Café, waffles' }))
  await user.click(form.getByRole('button', { name: /^Sat.22.June$/ }))
  await type('From', '8')
  await type('To', '13')
  await user.selectOptions(form.getByLabelText('Each shift lasts'), '120')
  await type('Café, waffles', '3')
  expect(form.getByRole('heading', { name: '8 shifts will be added' })).toBeDefined()
  expect(form.getByText('One after the other, no break and no overlap.')).toBeDefined()
  expect(form.getByText('The one from 12:00 would end after 13:00, so it is left out.')).toBeDefined()
  await user.selectOptions(form.getByLabelText('A new one starts'), '90')
  expect(form.getByText(/^Each overlaps the next one by 30.min\.$/)).toBeDefined()
  expect(form.getByRole('heading', { name: '12 shifts will be added' })).toBeDefined()
  await user.selectOptions(form.getByLabelText('A new one starts'), '180')
  expect(form.getByText(/^A break of 1.h after each\.$/)).toBeDefined()

  const [first] = form.getAllByRole('button', { name: 'Leave out 08:00–10:00' })
  await user.click(first ?? document.body)
  expect(form.getByText('1 of 2 shifts')).toBeDefined()
  const asked = answer('shifts', 'saveBatch', {
    shifts: Array.from({ length: 7 }, () => buildShift(event, entrance)),
    batch_id: buildId(),
    left_out: [],
  })
  await user.click(form.getByRole('button', { name: 'Add 7 shifts' }))
  expect(await screen.findByText('7 shifts added to Festival')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  expect(asked[0]?.body).toMatchObject({
    create: [
      { role_id: entrance.id, start_dt: '2199-06-21T09:00:00.000Z', required_qty: 1 },
      { role_id: cafe.id, start_dt: '2199-06-21T06:00:00.000Z', required_qty: 3 },
      { role_id: cafe.id, start_dt: '2199-06-21T09:00:00.000Z' },
      { role_id: entrance.id, start_dt: '2199-06-22T06:00:00.000Z' },
      {},
      {},
      {},
    ],
  })
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
})

it('takes the day, times and number of the form for one shift along', async () => {
  answer('shifts', 'listShifts', { shifts: [] })
  const user = await renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Add shift' }))
  const one = within(await screen.findByRole('form'))
  await user.click(one.getByRole('button', { name: 'Entrance' }))
  await user.clear(one.getByLabelText('From'))
  await user.type(one.getByLabelText('From'), '18{Tab}')
  await user.clear(one.getByLabelText('People needed'))
  await user.type(one.getByLabelText('People needed'), '5')
  await user.click(screen.getByRole('radio', { name: 'Many at once' }))
  const form = within(await screen.findByRole('form', { name: 'Add many shifts' }))
  expect(form.getByRole('heading', { name: '2 shifts will be added' })).toBeDefined()
  expect(form.getByText('2 shifts, 10 places')).toBeDefined()
})

it('leaves out what is there already until it is put back', async () => {
  const there = buildShift(event, entrance, {
    start_dt: '2199-06-21T06:00:00.000Z',
    end_dt: '2199-06-21T08:00:00.000Z',
  })
  const { user, form, type } = await open('Many at once', [there])
  await user.click(form.getByRole('button', { name: 'Entrance' }))
  await type('To', '10')
  expect(await form.findByText('is there already')).toBeDefined()
  expect(form.getByRole('heading', { name: '0 shifts will be added' })).toBeDefined()
  await user.click(form.getByRole('button', { name: 'Add 0 shifts' }))
  expect(form.getByText('There is nothing to add.')).toBeDefined()
  await user.click(form.getByRole('button', { name: 'Put back 08:00–10:00' }))
  expect(form.getByRole('button', { name: 'Add 1 shift' })).toBeDefined()
})

it('refuses more than a thousand, and names what is missing', async () => {
  const { user, form, type } = await open('Many at once')
  await user.click(form.getByRole('button', { name: /^Fri.21.June$/ }))
  await user.click(form.getByRole('button', { name: 'Add 0 shifts' }))
  expect(form.getByText('Choose at least one role.')).toBeDefined()
  expect(form.getByText('Choose at least one day.')).toBeDefined()
  await user.click(form.getByRole('button', { name: 'Entrance' }))
  await type('From', '0')
  await type('To', '24')
  for (let day = 1; day <= 11; day += 1) {
    await user.click(form.getByRole('button', { name: 'Other day' }))
    fireEvent.change(form.getByLabelText('Other day'), {
      target: { value: `2199-07-${String(day).padStart(2, '0')}` },
    })
  }
  await user.selectOptions(form.getByLabelText('Each shift lasts'), '15')
  expect(form.getByText(/^That would be 1,056 shifts\. At most 1,000/)).toBeDefined()
})

it('adds pasted rows, and names the wrong cells of the others', async () => {
  const { user, form } = await open('Paste rows')
  await user.click(form.getByRole('textbox', { name: 'Rows' }))
  await user.paste(
    [
      'Role\tDay\tTime\tPeople',
      'Entrance\tFri\t08:00–12:00\t4',
      'Café, waffles\t2199-06-22\t22–02\t2',
      'Kitchen\tfre 22 juni\t8–25\t0',
      'Entrance\tSat\t6–23\t1',
    ].join('\n'),
  )
  expect(await form.findByText('1 line cannot be read and is left out.')).toBeDefined()
  expect(form.getByText(/There is no role “Kitchen”\./).textContent.replaceAll('\u00a0', ' ')).toBe(
    'There is no role “Kitchen”. “fre 22 juni”: 22 June 2199 is a Saturday. “8–25” is not from–to, such as 08:00–12:00. “0” is not a number from 1 to 10,000.',
  )
  expect(form.getByText(/^17.h long: put it back if that is right$/)).toBeDefined()
  const asked = answer('shifts', 'saveBatch', {
    shifts: [buildShift(event, entrance)],
    batch_id: buildId(),
    left_out: [],
  })
  await user.click(form.getByRole('button', { name: 'Add 2 shifts' }))
  await waitFor(() =>
    expect(asked[0]?.body).toEqual({
      create: [
        {
          event_id: event.id,
          role_id: entrance.id,
          start_dt: '2199-06-21T06:00:00.000Z',
          end_dt: '2199-06-21T10:00:00.000Z',
          required_qty: 4,
        },
        {
          event_id: event.id,
          role_id: cafe.id,
          start_dt: '2199-06-22T20:00:00.000Z',
          end_dt: '2199-06-23T00:00:00.000Z',
          required_qty: 2,
        },
      ],
    }),
  )
})

it('keeps the rows when they could not be saved, and asks before they are lost', async () => {
  const { user, form } = await open('Paste rows')
  const rows = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Rows' })
  await user.click(rows)
  await user.paste('Entrance;Fri;8-12;4')
  refuse('shifts', 'saveBatch', { status: 503, error: 'The service is busy.' })
  await user.click(await form.findByRole('button', { name: 'Add 1 shift' }))
  expect(await form.findByText('The service is busy.')).toBeDefined()
  expect(rows.value).toBe('Entrance;Fri;8-12;4')
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('alertdialog')).toBeDefined()
})
