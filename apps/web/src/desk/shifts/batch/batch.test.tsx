import type { Clash } from '@muster/contract/shifts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, answerDryRun, refuse } from '../../../testing/answers.ts'
import {
  buildAssignment,
  buildEventWithRole,
  buildId,
  buildOrganization,
  buildRole,
  buildShift,
} from '../../../testing/build-event.ts'
import { buildConsequences, buildPreview } from '../../../testing/build-notices.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'
import { setWidth } from '../../../testing/set-width.ts'

const base = buildEventWithRole({ name: 'Festival' })
const [entrance] = base.roles
const cafe = buildRole({ event_id: base.id, name: 'Café' })
const event = { ...base, roles: [entrance, cafe] }
const siv = buildAssignment('CONFIRMED', { first_name: 'Siv', last_name: 'Ek' })
const at = (hour: number) => ({
  start_dt: `2199-06-21T${String(hour - 2).padStart(2, '0')}:00:00.000Z`,
  end_dt: `2199-06-21T${String(hour + 2).padStart(2, '0')}:00:00.000Z`,
})
const eight = buildShift(event, entrance, { ...at(8), assignment: [siv] })
const twelve = buildShift(event, entrance, at(12))
const sixteen = buildShift(event, entrance, { ...at(16), required_qty: 2 })
const coffee = buildShift(event, cafe, at(10))
const all = [eight, twelve, sixteen, coffee]
const saved = { shifts: all, batch_id: buildId(), left_out: [] }

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('shifts', 'listShifts', { shifts: all })
  answer('people', 'listPeople', [])
  setWidth(1280)
})

async function open(address = '/') {
  const user = await renderApp(address)
  await screen.findByRole('table')
  return user
}

const box = (name: RegExp | string) => screen.getByRole('checkbox', { name })
const bar = async () => within(await screen.findByRole('toolbar', { name: /selected$/ }))

it('moves what is ticked by a step, after saying who hears of it, and offers to undo it', async () => {
  const people = {
    ...buildConsequences().people,
    confirmed: { question: 2, notice: 0, nothing: 1 },
    asked: { question: 0, notice: 3, nothing: 0 },
    expired: { question: 0, notice: 1, nothing: 0 },
    not_asked: { question: 0, notice: 0, nothing: 1 },
  }
  const previews = answerDryRun(buildPreview({ people, emails: 4, sms: 2, texted_lately: 1 }))
  const asked = answer('shifts', 'saveBatch', saved)
  const user = await open()
  await user.click(box('Select Entrance'))
  await user.click((await bar()).getByRole('button', { name: 'Move by…' }))
  const popup = within(await screen.findByRole('dialog', { name: 'Move 3 shifts by' }))
  expect(popup.getByRole('button', { name: 'Move 0 shifts' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(popup.getByRole('button', { name: /^\+1.h$/ }))
  const lines = await popup.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '2 confirmed are asked whether the new time works. They keep the place.',
    '4 asked get the new time. 1 of them has expired.',
    '1 confirmed hears nothing.',
    '1 not asked yet hears nothing.',
    '1 of them got an SMS from you in the last 24 h.',
  ])
  expect(popup.getByRole('checkbox', { name: 'Tell them: 4 e-mails, 2 SMS' })).toHaveProperty('checked', true)
  expect(popup.getByRole('cell', { name: '09:00–13:00' })).toBeDefined()
  expect(asked).toEqual([])

  await user.click(popup.getByRole('button', { name: 'Move 3 shifts' }))
  expect(await screen.findByText('3 shifts are moved')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  const update = [eight, twelve, sixteen].map(({ id, version }, index) => ({
    id,
    version,
    ...at(9 + index * 4),
  }))
  expect(previews.at(-1)?.body).toEqual({ update, notify: true, dry_run: true })
  expect(asked[0]?.body).toEqual({ update, notify: true })
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: /selected$/ })).toBeNull())
})

it('tells nobody if that is unticked, and says so before', async () => {
  answerDryRun(buildPreview({ told: 1 }))
  const asked = answer('shifts', 'saveBatch', saved)
  const user = await open()
  await user.click(box(/^Select Entrance, .*08:00/))
  await user.click((await bar()).getByRole('button', { name: 'Move by…' }))
  const popup = within(await screen.findByRole('dialog'))
  await user.click(popup.getByRole('button', { name: /^\+15.min$/ }))
  await user.click(await popup.findByRole('checkbox', { name: 'Tell them by e-mail' }))
  expect(popup.getByText(/hears nothing/)).toBeDefined()
  await user.click(popup.getByRole('button', { name: 'Move 1 shift' }))
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ notify: false }))
})

it('names a clash (D14): that shift stays as it is, or it is meant', async () => {
  const clash: Clash = {
    shift_id: eight.id,
    path: 'update.0',
    person_id: siv.person_id,
    first_name: 'Siv',
    last_name: 'Ek',
    other: {
      shift_id: coffee.id,
      role_name: 'Café',
      event_name: 'Festival',
      time_zone: event.time_zone,
      ...at(10),
    },
  }
  answerDryRun(buildPreview({ told: 1, clashes: [clash], clash_count: 1 }))
  const asked = answer('shifts', 'saveBatch', saved)
  const user = await open()
  await user.click(box('Select Entrance'))
  await user.click((await bar()).getByRole('button', { name: 'Move by…' }))
  const popup = within(await screen.findByRole('dialog'))
  await user.click(popup.getByRole('button', { name: /^\+1.h$/ }))
  expect(await popup.findByText(/^Siv Ek is on Café from 10:00 on Fri.21\.$/)).toBeDefined()
  const move = () => popup.getByRole('button', { name: /^Move \d shifts$/ })
  expect(move().getAttribute('aria-disabled')).toBe('true')
  await user.click(popup.getByRole('checkbox', { name: 'Go on in spite of the clash' }))
  expect(move().getAttribute('aria-disabled')).toBe('false')

  answerDryRun(buildPreview())
  await user.click(popup.getByRole('button', { name: 'Leave the shift of Siv Ek as it is' }))
  expect(popup.getByText('1 shift stays as it is.')).toBeDefined()
  await waitFor(() => expect(popup.queryByText(/^Siv Ek is on/)).toBeNull())
  await user.click(popup.getByRole('button', { name: 'Move 2 shifts' }))
  await waitFor(() =>
    expect(asked[0]?.body).toMatchObject({ update: [{ id: twelve.id }, { id: sixteen.id }] }),
  )
})

it('goes on in spite of a clash only for the shift that has it', async () => {
  const clash: Clash = {
    shift_id: eight.id,
    path: 'update.0',
    person_id: siv.person_id,
    first_name: 'Siv',
    last_name: 'Ek',
    other: null,
  }
  answerDryRun(buildPreview({ told: 1, clashes: [clash], clash_count: 1 }))
  const asked = answer('shifts', 'saveBatch', saved)
  const user = await open()
  await user.click(box('Select Entrance'))
  await user.click((await bar()).getByRole('button', { name: 'Move by…' }))
  const popup = within(await screen.findByRole('dialog'))
  await user.click(popup.getByRole('button', { name: /^\+1.h$/ }))
  await user.click(await popup.findByRole('checkbox', { name: 'Go on in spite of the clash' }))
  await user.click(popup.getByRole('button', { name: 'Move 3 shifts' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.body).toEqual({
    update: [
      { id: eight.id, version: 1, ...at(9), despite_conflict: true },
      { id: twelve.id, version: 1, ...at(13) },
      { id: sixteen.id, version: 1, ...at(17) },
    ],
    notify: true,
  })
})

it('keeps what is ticked when a filter hides it, and says so', async () => {
  const user = await open()
  await user.click(box(/^Select Entrance, .*12:00–/))
  await user.click(box(/^Select Café, /))
  expect((await bar()).getByText('2 selected')).toBeDefined()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Café')
  await waitFor(async () => expect((await bar()).getByText(/1 not shown/)).toBeDefined())
  answerDryRun(buildPreview())
  const asked = answer('shifts', 'saveBatch', { shifts: [], batch_id: buildId(), left_out: [] })
  await user.click((await bar()).getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove 2 shifts?' }))
  expect(question.getByText(/^Entrance, Fri.21.June, 12:00–16:00$/)).toBeDefined()
  expect(question.getByText(/^Café, Fri.21.June, 10:00–14:00$/)).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Remove 2 shifts' }))
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ delete: [twelve.id, coffee.id] }))
})

it('ticks a range with Shift, and by the keys x and J; Escape unticks', async () => {
  const user = await open()
  await user.click(box(/^Select Entrance, .*08:00/))
  await user.keyboard('{Shift>}')
  await user.click(box(/^Select Entrance, .*16:00–/))
  await user.keyboard('{/Shift}')
  expect((await bar()).getByText('3 selected')).toBeDefined()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: /selected$/ })).toBeNull())

  screen.getByRole('button', { name: /^Show the people of Entrance, .*08:00/ }).focus()
  await user.keyboard('x')
  expect((await bar()).getByText('1 selected')).toBeDefined()
  await user.keyboard('{Shift>}J{/Shift}')
  expect((await bar()).getByText('2 selected')).toBeDefined()
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: /^Show the people of Entrance, .*12:00–/ }),
  )
  await user.keyboard('x')
  expect((await bar()).getByText('1 selected')).toBeDefined()
})

it('gives no boxes to those who may not plan (D69)', async () => {
  answerOrganization({ ...buildOrganization(), role: 'viewer' })
  await open()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Copy / })).toBeNull()
})

it('copies a role to another day by the clock, without the twins that are there', async () => {
  const there = buildShift(event, entrance, {
    start_dt: '2199-06-22T06:00:00.000Z',
    end_dt: '2199-06-22T10:00:00.000Z',
  })
  answer('shifts', 'listShifts', { shifts: [...all, there] })
  const asked = answer('shifts', 'saveBatch', saved)
  const user = await open('/?day=2199-06-21')
  await user.click(screen.getByRole('button', { name: 'Copy Entrance…' }))
  const popup = within(await screen.findByRole('dialog', { name: 'Copy 3 shifts' }))
  expect(popup.getByRole('button', { name: /^Sat.22.June$/ }).getAttribute('aria-pressed')).toBe('true')
  expect(popup.getByText(/08:00–12:00 is there already/)).toBeDefined()
  await user.click(popup.getByRole('button', { name: 'Copy 2 shifts' }))
  expect(await screen.findByText('2 shifts are copied')).toBeDefined()
  expect(asked[0]?.body).toEqual({
    create: [
      {
        event_id: event.id,
        role_id: entrance.id,
        required_qty: 4,
        start_dt: '2199-06-22T10:00:00.000Z',
        end_dt: '2199-06-22T14:00:00.000Z',
      },
      {
        event_id: event.id,
        role_id: entrance.id,
        required_qty: 2,
        start_dt: '2199-06-22T14:00:00.000Z',
        end_dt: '2199-06-22T18:00:00.000Z',
      },
    ],
  })
})

it('changes the number of those that need another one', async () => {
  const asked = answer('shifts', 'saveBatch', saved)
  const user = await open()
  await user.click(box('Select Entrance'))
  await user.click((await bar()).getByRole('button', { name: 'Change number' }))
  const popup = within(await screen.findByRole('dialog', { name: 'People needed on 3 shifts' }))
  await user.type(popup.getByLabelText('On each'), '4')
  await user.click(popup.getByRole('button', { name: 'Change 1 shift' }))
  await waitFor(() =>
    expect(asked[0]?.body).toEqual({ update: [{ id: sixteen.id, version: 1, required_qty: 4 }] }),
  )
})

it('keeps the popup after a refusal, with the reason', async () => {
  answerDryRun(buildPreview({ told: 1 }))
  const issues = [
    { path: 'update.0', message: 'Somebody else has changed it.', code: 'changed_elsewhere' as const },
  ]
  refuse('shifts', 'saveBatch', { status: 409, code: 'batch_refused', error: 'Nothing was saved.', issues })
  const user = await open()
  await user.click(box(/^Select Entrance, .*08:00/))
  await user.click((await bar()).getByRole('button', { name: 'Move by…' }))
  const popup = within(await screen.findByRole('dialog'))
  await user.click(popup.getByRole('button', { name: /^\+15.min$/ }))
  await popup.findByRole('checkbox', { name: 'Tell them by e-mail' })
  await user.click(popup.getByRole('button', { name: 'Move 1 shift' }))
  expect((await popup.findByRole('alert')).textContent).toBe(
    'Nothing was saved. Somebody else has changed it.',
  )
})
