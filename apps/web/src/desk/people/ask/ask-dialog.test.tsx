import type { Person } from '@muster/contract/people'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, refuse } from '../../../testing/answers.ts'
import { buildAssignment, buildEventWithRole, buildId, buildShift } from '../../../testing/build-event.ts'
import { buildPerson } from '../../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'

const event = buildEventWithRole({ name: 'Sommarfesten' })
const [role] = event.roles
const [adam, bo, cia, dag] = [
  buildPerson({ first_name: 'Adam', last_name: 'Ek' }),
  buildPerson({ first_name: 'Bo', last_name: 'Ek' }),
  buildPerson({ first_name: 'Cia', last_name: 'Ek' }),
  buildPerson({ first_name: 'Dag', last_name: 'Ek' }),
]
const nowhere = buildPerson({ first_name: 'Eva', last_name: 'Ek', email: null, phone: null })
const isOn = ({ id, first_name, last_name }: Person) =>
  buildAssignment('CONFIRMED', { first_name, last_name }, { person_id: id })
/** Bo is on it, with one place left. */
const gate = buildShift(event, role, { required_qty: 2, assignment: [isOn(bo)] })
/** Cia is on another one at the same time. */
const bar = buildShift(event, { ...role, name: 'Bar' }, { required_qty: 1, assignment: [isOn(cia)] })

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('people', 'listPeople', [adam, bo, cia, dag, nowhere])
  answer('shifts', 'listShifts', { shifts: [gate, bar] })
})

async function open() {
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('checkbox', { name: 'Select everybody' }))
  await user.click(await screen.findByRole('button', { name: 'Ask for a shift' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask 5 people for a shift' }))
  const list = await dialog.findByRole<HTMLSelectElement>('combobox', { name: 'Shift' })
  return { user, dialog, list }
}

it('names who cannot be asked and why, and asks the others: the first to say yes', async () => {
  const { user, dialog, list } = await open()
  expect([...list.options].map(({ text }) => text)).toEqual([
    'Choose a shift',
    expect.stringMatching(/, Entrance · 1 place free$/),
    expect.stringMatching(/, Bar · full$/),
  ])
  await user.selectOptions(list, gate.id)
  const left_out = within(dialog.getByRole('region', { name: 'Not asked' }))
  expect(left_out.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Bo Ek · already on it or asked',
    'Cia Ek · busy 08:00–12:00, Bar',
    'Eva Ek · no e-mail or phone number',
  ])
  expect(dialog.getByText('The first to say yes gets the place. The others are told.')).toBeDefined()
  const asked = answer('fill', 'askPeople', gate, { 'undo-batch': buildId() })
  await user.click(dialog.getByRole('button', { name: 'Ask all 2' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked[0]?.path).toBe(`/admin/shifts/${gate.id}/ask`)
  expect(asked[0]?.body).toEqual({ person_ids: [adam.id, dag.id], mode: 'first', method: 'BOTH' })
  expect(screen.queryByRole('toolbar', { name: /selected/ })).toBeNull()
  expect((await screen.findAllByText('2 people are asked')).length).toBeGreaterThan(0)
})

it('asks each where there are places for all', async () => {
  answer('shifts', 'listShifts', { shifts: [{ ...gate, required_qty: 9 }] })
  const asked = answer('fill', 'askPeople', gate, { 'undo-batch': buildId() })
  const { user, dialog, list } = await open()
  await user.selectOptions(list, gate.id)
  await user.click(dialog.getByRole('button', { name: 'Ask 3 people' }))
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ mode: 'each' }))
})

it('asks nobody before a shift is chosen, and says why it failed', async () => {
  const asked = refuse('fill', 'askPeople', { status: 429, error: 'That is enough for today.' })
  const { user, dialog, list } = await open()
  await user.click(dialog.getByRole('button', { name: 'Ask 5 people' }))
  expect(asked).toEqual([])
  await user.selectOptions(list, gate.id)
  await user.click(dialog.getByRole('button', { name: 'Ask all 2' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('That is enough for today.')
  expect(screen.getByRole('toolbar', { name: '5 people are selected' })).toBeDefined()
})
