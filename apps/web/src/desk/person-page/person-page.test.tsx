import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEventWithRole,
  buildOrganization,
  buildShift,
} from '../../testing/build-event.ts'
import { buildNotices } from '../../testing/build-notices.ts'
import { buildMessage, buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const event = buildEventWithRole()
const [role] = event.roles
const asa = buildPerson({ first_name: 'Åsa', last_name: 'Öberg', tags: ['Kök'] })
const on = (id: string) =>
  buildAssignment('CONFIRMED', asa, {
    person_id: asa.id,
    shift_id: id,
    token_expires_at: '2199-06-01T00:00:00.000Z',
  })
const coming = buildShift(event, role)
const other = buildShift(event, role, {
  start_dt: '2199-06-22T06:00:00.000Z',
  end_dt: '2199-06-22T10:00:00.000Z',
})
const over = buildShift(event, role, {
  start_dt: '2020-06-22T06:00:00.000Z',
  end_dt: '2020-06-22T10:00:00.000Z',
})
const page = {
  ...asa,
  email_bounced: false,
  created_at: '2019-05-01T10:00:00.000Z',
  usual_answer_minutes: 240,
  years: [{ year: 2020, planned_minutes: 240 }],
  shifts: [
    { ...over, assignment: [on(over.id)] },
    { ...coming, assignment: [on(coming.id)] },
  ],
  waiting: [
    {
      id: other.id,
      shift_id: other.id,
      status: 'WAITING' as const,
      place: 2,
      offer_expires_at: null,
      role_name: 'Kitchen',
      event_id: event.id,
      start_dt: other.start_dt,
      end_dt: other.end_dt,
    },
  ],
}

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('tags', 'listTags', [{ id: asa.id, name: 'Kök', people: 1 }])
  answer('people', 'getPerson', page)
  answer('answers', 'listAnswersOfPerson', [
    {
      person_id: asa.id,
      event: { id: event.id, name: event.name },
      question_id: other.id,
      kind: 'many',
      label: 'What can’t you eat?',
      value: ['Nuts', 'Fish'],
      created_at: '2020-06-01T10:00:00.000Z',
    },
  ])
  answer('messages', 'listMessages', [buildMessage({ body_text: 'Ja, jag kan!' })])
  answer('log', 'listLog', [])
  answer('assignments', 'previewNotices', buildNotices({ told: 1 }))
  answer('shifts', 'listShifts', { shifts: [{ ...coming, assignment: [on(coming.id)] }, other] })
})

const show = () => renderApp(`/people/${asa.id}`)
const card = (name: string) => screen.findByRole('region', { name })

it('shows contact, tags, answers, figures, shifts and messages', async () => {
  await show()
  expect(within(await card('Answers')).getByText('Nuts, Fish')).toBeDefined()
  expect(await screen.findByRole('heading', { level: 1, name: 'Åsa Öberg' })).toBeDefined()
  expect(within(await card('Tags')).getByText('Kök')).toBeDefined()
  expect(within(await card('In figures')).getByText('4 h')).toBeDefined()
  const ahead = within(await card('Coming')).getAllByRole('listitem')
  expect(ahead).toHaveLength(2)
  expect(within(await card('Coming')).getByText('Waiting, no. 2')).toBeDefined()
  expect(within(await card('Done')).getByText('4 h in 2020')).toBeDefined()
  expect(await within(await card('Messages')).findByText('Ja, jag kan!')).toBeDefined()
  expect(
    within(await card('Contact'))
      .getByRole('link', { name: 'Call Åsa' })
      .getAttribute('href'),
  ).toBe(`tel:${asa.phone}`)
})

it('adds a tag that is not there yet, and removes one', async () => {
  const user = await show()
  const tagged = answer('tags', 'tagPeople', undefined)
  await user.type(await screen.findByRole('combobox', { name: 'Add a tag' }), 'Bil')
  await user.click(await screen.findByRole('option', { name: 'Make “Bil”' }))
  await waitFor(() => expect(tagged[0]?.body).toEqual({ person_ids: [asa.id], add: ['Bil'] }))
  await user.click(screen.getByRole('button', { name: 'Remove the tag Kök' }))
  await waitFor(() => expect(tagged[1]?.body).toEqual({ person_ids: [asa.id], remove: ['Kök'] }))
})

it('moves to another shift, after a question in spite of a conflict', async () => {
  const user = await show()
  await user.click(await screen.findByRole('button', { name: /^Actions for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
  const refused = refuse('assignments', 'moveAssignment', {
    status: 409,
    code: 'schedule_conflict',
    error: 'Åsa Öberg is busy.',
  })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'To' }), other.id)
  await user.click(screen.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('Åsa Öberg is busy.')).toBeDefined()
  expect(refused[0]?.body).toEqual({ shift_id: other.id, notify: true, despite_conflict: false })
  const moved = answer('assignments', 'moveAssignment', on(other.id), { 'undo-batch': other.id })
  await user.click(screen.getByRole('button', { name: 'Move in spite of it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(moved[0]?.body).toEqual({ shift_id: other.id, notify: true, despite_conflict: true })
  expect(await screen.findByText('Åsa Öberg is moved')).toBeDefined()
})

it('copies the personal link, and makes a new one', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  answer('people', 'getPerson', {
    ...page,
    shifts: [{ ...coming, assignment: [{ ...on(coming.id), token: 'a-token' }] }],
  })
  const user = await show()
  await user.click(await screen.findByRole('button', { name: 'Copy personal link' }))
  await waitFor(() => expect(copied).toHaveBeenCalledWith(expect.stringContaining('a-token')))
  const renewed = answer('assignments', 'replaceLink', on(coming.id))
  await user.click(screen.getByRole('button', { name: 'Make a new link' }))
  const dialog = await screen.findByRole('dialog', { name: 'A new link for Åsa Öberg?' })
  await user.click(within(dialog).getByRole('button', { name: 'Make a new link' }))
  await waitFor(() => expect(renewed).toHaveLength(1))
})

describe('a shift with a free place', () => {
  const undo = { 'undo-batch': other.id }
  const choose = async (busy: boolean) => {
    const then = busy ? { ...other, start_dt: coming.start_dt, end_dt: coming.end_dt } : other
    const full = buildShift(event, role, { required_qty: 0, start_dt: other.end_dt })
    const own = { ...coming, assignment: [on(coming.id)] }
    answer('shifts', 'listShifts', { shifts: [own, full, then] })
    const user = await show()
    await user.click(await screen.findByRole('button', { name: 'Add to a shift…' }))
    const field = await screen.findByRole('combobox', { name: 'Shift' })
    // Neither the one they are on nor the full one.
    expect(within(field).getAllByRole('option')).toHaveLength(2)
    await user.selectOptions(field, other.id)
    return user
  }

  it('is asked for', async () => {
    const user = await choose(false)
    const asked = answer('fill', 'askPeople', other, undo)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ask' }))
    expect(await screen.findByText('Åsa Öberg is asked')).toBeDefined()
    expect(asked[0]?.body).toEqual({ person_ids: [asa.id], mode: 'each', method: 'BOTH' })
  })

  it('is theirs without a message, in spite of another one then', async () => {
    const user = await choose(true)
    expect(await screen.findByText(/and cannot be asked for this shift\.$/)).toBeDefined()
    await user.click(screen.getByRole('radio', { name: /^Put on the list/ }))
    const saved = answer('assignments', 'saveAssignments', other, undo)
    await user.click(screen.getByRole('button', { name: 'Add in spite of it' }))
    expect(await screen.findByText('Åsa Öberg is on the shift')).toBeDefined()
    expect(saved[0]?.body).toEqual({ add: [asa.id], remove: [], despite_conflict: true })
  })
})

const entry = (index: number) => ({
  id: `00000000-0000-7000-8000-00000000000${index}`,
  at: '2026-06-01T10:00:00.000Z',
  actor: { kind: 'account' as const, id: asa.id, name: 'Maja', email: null },
  action: 'person.exported' as const,
  fields: [],
  changes: [],
  people: [{ id: asa.id, name: 'Åsa Öberg' }],
})

describe('the log', () => {
  it('of the person is shown to owners, the newest first', async () => {
    const asked = answer('log', 'listLog', [1, 2, 3, 4, 5, 6].map(entry))
    const user = await show()
    const log = await card('What was done')
    await waitFor(() => expect(within(log).getAllByRole('listitem')).toHaveLength(5))
    expect(new URLSearchParams(asked[0]?.query).get('person_id')).toBe(asa.id)
    await user.click(within(log).getByRole('button', { name: 'Show earlier' }))
    const all = within(log).getAllByRole('listitem')
    expect(all).toHaveLength(6)
    expect(document.activeElement).toBe(all[5])
  })

  it('is not asked for by others', async () => {
    answerOrganization(buildOrganization({ role: 'admin' }))
    const asked = answer('log', 'listLog', [])
    await show()
    await card('Messages')
    expect(screen.queryByRole('region', { name: 'What was done' })).toBeNull()
    expect(asked).toEqual([])
  })
})

it('leads to the certificate, and to another entry side by side', async () => {
  const twin = buildPerson({ first_name: 'Åsa', last_name: 'Öberg-Ek' })
  answer('people', 'listPeople', [asa, twin], { 'total-count': '2' })
  const user = await show()
  const papers = within(await card('Papers and data'))
  expect(papers.getByRole('link', { name: 'Certificate' }).getAttribute('href')).toContain(asa.id)
  await user.click(papers.getByRole('button', { name: 'Merge with another entry…' }))
  const [found, ...more] = await within(await screen.findByRole('dialog')).findAllByRole('link')
  expect(more).toEqual([])
  expect(new URL(found?.getAttribute('href') ?? '', location.href).search).toContain(
    `one=${asa.id}&other=${twin.id}`,
  )
})

it('says when nobody has that address', async () => {
  refuse('people', 'getPerson', { status: 404, code: 'person_not_found', error: 'Unknown.' })
  await show()
  expect(await screen.findByText('This person does not exist, or has been removed.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'To all people' })).toBeDefined()
})

it.each(['viewer', 'leader'] as const)('D69: a %s has no such page', async (member) => {
  answerOrganization(buildOrganization({ role: member }))
  const asked = answer('people', 'getPerson', page)
  await show()
  await waitFor(() => expect(screen.queryByRole('main')?.textContent).not.toBe(''))
  expect(screen.queryByText('Åsa Öberg')).toBeNull()
  expect(asked).toEqual([])
})

it('says that mail does not arrive, and opens the form at the address', async () => {
  answer('people', 'getPerson', { ...page, email_bounced: true })
  const user = await show()
  const contact = within(await card('Contact'))
  contact.getByText('Mail did not arrive')
  await user.click(contact.getByRole('link', { name: 'Correct the e-mail address of Åsa Öberg' }))
  const sheet = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByLabelText('E-mail')))
  await user.click(sheet.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
