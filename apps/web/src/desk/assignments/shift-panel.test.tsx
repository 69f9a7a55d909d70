import type { Person } from '@muster/contract/people'
import { DAY_MS, HOUR_MS } from '@muster/contract/rules/instants'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { now } from '../../clock.ts'
import { answer, hold, refuse } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEventWithRole,
  buildOrganization,
  buildShift,
} from '../../testing/build-event.ts'
import { buildInvitationPreview } from '../../testing/build-invitation-preview.ts'
import { buildNotices } from '../../testing/build-notices.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'
import { shownSearch } from '../../testing/shown-search.ts'

const organization = buildOrganization()
const event = buildEventWithRole({ name: 'Festival' })
const [entrance] = event.roles
const sent = { invite_sent: true, invite_sent_at: '2199-06-02T10:00:00.000Z', invite_method: 'BOTH' } as const

beforeEach(() => {
  answerOrganization(organization)
  answer('events', 'listEvents', { events: [event] })
  answer('assignments', 'previewNotices', buildNotices({ told: 1 }))
  answer('people', 'getSentLinks', { email: 0, phone: 0 })
  setWidth(1280)
})

function buildMaja(given: Partial<Assignment> = {}): Assignment {
  const maja = buildAssignment(
    'INVITED',
    { first_name: 'Maja', last_name: 'Ek' },
    { token: 'maja-token', ...given },
  )
  return { ...maja, person: { ...maja.person, email: 'maja@example.org' } }
}

/** Opens the festival's shift with its people. */
async function openShift(
  assignment: Assignment[],
  {
    people = [],
    others = [],
    language = 'en',
    given = {},
  }: { people?: Person[]; others?: Shift[]; language?: 'en' | 'sv'; given?: Partial<Shift> } = {},
) {
  const bare = buildShift(event, entrance, given)
  const shift = { ...bare, assignment: assignment.map((each) => ({ ...each, shift_id: bare.id })) }
  answer('people', 'listPeople', people)
  // One answer for both readings: the event's shifts and the schedule of all.
  const listed = answer('shifts', 'listShifts', { shifts: [shift, ...others] })
  const user = await renderApp(`/?event=${event.id}&shift=${shift.id}`, { language })
  await screen.findByRole('combobox', { name: language === 'en' ? 'Add people' : 'Lägg till personer' })
  await waitFor(() => expect(listed.some(({ query }) => query.includes('view=schedule'))).toBe(true))
  return { user, shift }
}

const rowOf = (name: string) =>
  within(
    screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes(name)) ??
      document.createElement('p'),
  )
const picker = () => screen.getByRole('combobox', { name: 'Add people' })
const failure = async () => within(await screen.findByRole('dialog', { name: 'That did not work' }))

it.each([
  [-1, 'Expired', 'Extend'],
  [0, 'Expired', 'Extend'],
  [1, 'Less than 1 h left', 'Extend'],
  [60, '1 h left', 'Extend'],
  [24 * 60 - 1, '23 h left', 'Extend'],
  [24 * 60, '1 d 0 h left', 'Extend'],
  [48 * 60 - 1, '1 d 23 h left', 'Extend'],
  [48 * 60, '2 d 0 h left', 'Send again'],
  [123 * 60, '5 d 3 h left', 'Send again'],
])('shows what is left %i minutes before the deadline, and what to do', async (minutes, words, step) => {
  const start = now().getTime()
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  const token_expires_at = new Date(start + minutes * 60_000).toISOString()
  await openShift([buildMaja({ ...sent, token_expires_at })])
  expect(rowOf('Maja Ek').getByText(words)).toBeDefined()
  expect(rowOf('Maja Ek').getByRole('button', { name: step })).toBeDefined()
  vi.useRealTimers()
})

const LONG_AGO = '2020-01-01T00:00:00.000Z'

it('names one next step for each, and how they were asked', async () => {
  const soon = new Date(now().getTime() + HOUR_MS).toISOString()
  await openShift([
    buildMaja(),
    { ...buildAssignment('INVITED', { first_name: 'Björn', last_name: 'Berg' }), ...sent },
    {
      ...buildAssignment('INVITED', { first_name: 'Fatima', last_name: 'Wu' }),
      ...sent,
      token_expires_at: soon,
    },
    buildAssignment('DECLINED', { first_name: 'Zoë', last_name: 'O’Brien' }),
  ])
  // A person who was never asked has no deadline (D37).
  expect(rowOf('Maja').getByText('Not asked yet')).toBeDefined()
  expect(rowOf('Maja').queryByText(/left$/)).toBeNull()
  expect(rowOf('Björn').getByText('Asked')).toBeDefined()
  expect(rowOf('Maja').getByRole('button', { name: 'Send invite' })).toBeDefined()
  expect(rowOf('Björn').getByText(/^Invited .*2 June 2199, e-mail and SMS$/)).toBeDefined()
  expect(rowOf('Björn').getByRole('button', { name: 'Send again' })).toBeDefined()
  expect(rowOf('Fatima').getByRole('button', { name: 'Extend' })).toBeDefined()
  expect(rowOf('Zoë').getAllByRole('button')).toHaveLength(1)
})

it('names whom mail does not reach, with a call and a way to correct it', async () => {
  const björn = buildAssignment('CONFIRMED', {
    first_name: 'Björn',
    last_name: 'Berg',
    phone: '+46701234567',
  })
  await openShift([buildMaja(), { ...björn, person: { ...björn.person, email_bounced: true } }])
  rowOf('Björn').getByText('Mail did not arrive')
  expect(rowOf('Björn').getByRole('link', { name: 'Call Björn Berg' }).getAttribute('href')).toBe(
    'tel:+46701234567',
  )
  const correct = rowOf('Björn').getByRole('link', { name: 'Correct the e-mail address of Björn Berg' })
  expect(correct.getAttribute('href')).toContain('edit=email')
  expect(rowOf('Maja').queryByText('Mail did not arrive')).toBeNull()
})

it('picks people, undoes one, and saves all by one request', async () => {
  const anna = buildPerson({ first_name: 'Anna', last_name: 'Berg' })
  const asa = buildPerson({ first_name: 'Åsa', last_name: 'Öberg' })
  const maja = buildMaja()
  const { user, shift } = await openShift([maja], { people: [anna, asa] })

  await user.type(picker(), 'ANN')
  await user.click(await screen.findByRole('option', { name: /Berg.*no other shifts/ }))
  expect(picker()).toHaveProperty('value', '')
  await user.type(picker(), 'oberg')
  await user.click(await screen.findByRole('option', { name: /Åsa Öberg/ }))
  expect(rowOf('Anna Berg').getByText('Pending save')).toBeDefined()
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the shift' }))
  expect(rowOf('Maja').getByText('Removal pending')).toBeDefined()
  const bar = within(screen.getByRole('region', { name: 'Changes not saved yet' }))
  expect(bar.getByText('2 to add, 1 to remove')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Undo: Anna Berg' }))
  expect(bar.getByText('1 to add, 1 to remove')).toBeDefined()
  await user.click(await bar.findByRole('checkbox', { name: 'Tell them by e-mail' }))
  const added = buildAssignment('INVITED', asa, { person_id: asa.id })
  const asked = answer('assignments', 'saveAssignments', { ...shift, assignment: [added] })
  answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [added] }] })
  await user.click(bar.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes not saved yet' })).toBeNull())
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    path: `/admin/shifts/${shift.id}/assignments`,
    body: { add: [asa.id], remove: [maja.id], notify: false },
  })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('On this shift'))
})

it('says that nobody hears of a removal, where nobody was asked (D21)', async () => {
  const told = answer('assignments', 'previewNotices', buildNotices({ told: 0 }))
  const maja = buildMaja()
  const { user } = await openShift([maja])
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the shift' }))
  expect(await screen.findByText('Nobody gets a message about it.')).toBeDefined()
  expect(told[0]?.body).toEqual({ assignment_ids: [maja.id] })
  expect(screen.queryByRole('checkbox', { name: /^Let/ })).toBeNull()
})

it('takes a removal back', async () => {
  const { user } = await openShift([buildMaja()])
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the shift' }))
  await user.click(screen.getByRole('button', { name: 'Undo: Maja Ek' }))
  expect(rowOf('Maja').getByText('Not asked yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

it('D14: adds who is busy only after a question, and says so to the API', async () => {
  const anna = buildPerson({ first_name: 'Anna', last_name: 'Berg' })
  const hanna = buildPerson({ first_name: 'Hanna', last_name: 'Nordin' })
  const kitchen = { ...entrance, id: '0197b0a0-0000-7000-8000-0000000000aa', name: 'Kitchen' }
  const busy = { ...buildAssignment('INVITED', anna), person_id: anna.id }
  const other = buildShift(event, kitchen, {
    start_dt: '2199-06-21T07:00:00.000Z',
    end_dt: '2199-06-21T08:00:00.000Z',
    assignment: [busy],
  })
  const here = { ...buildAssignment('CONFIRMED', hanna), person_id: hanna.id }
  const { user, shift } = await openShift([here], { people: [anna, hanna], others: [other] })
  await user.type(picker(), 'an')
  const option = await screen.findByRole('option', { name: /Berg.*Busy 09:00–10:00, Kitchen/ })
  const present = screen.getByRole('option', { name: /Nordin.*Already on this shift/ })
  expect(present.getAttribute('aria-disabled')).toBe('true')
  await user.click(option)
  const asked = within(await screen.findByRole('alertdialog', { name: 'Add Anna Berg anyway?' }))
  const text = 'Schedule conflict detected for Anna Berg. Busy 09:00–10:00, Kitchen'
  expect(asked.getByText(text)).toBeDefined()
  await user.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText('Pending save')).toBeNull()

  await user.type(picker(), 'an')
  await user.click(await screen.findByRole('option', { name: /Berg/ }))
  await user.click(await screen.findByRole('button', { name: 'Add anyway' }))
  const saved = answer('assignments', 'saveAssignments', shift)
  expect(rowOf('Anna').getByText('Pending save')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.body).toMatchObject({ add: [anna.id], despite_conflict: true })
})

it.each([
  ['the start of a name', 'Ann', 'Anna Berg'],
  ['a whole name that was pasted', 'Björn Ek', 'Björn Ek'],
])('adds by Enter who is named by %s', async (_what, typed, added) => {
  const people = ['Björn af Ekenstam', 'Anna Berg', 'Björn Ek', 'Johanna Ek'].map((name) => {
    const [first_name = '', ...last] = name.split(' ')
    return buildPerson({ first_name, last_name: last.join(' ') })
  })
  const { user } = await openShift([], { people })
  await user.click(picker())
  await screen.findByRole('option', { name: /^Anna/ })
  await user.paste(typed)
  await user.keyboard('{Enter}{Escape}')
  expect(rowOf(added).getByText('Pending save')).toBeDefined()
  expect(screen.getAllByText('Pending save')).toHaveLength(1)
  expect(picker()).toHaveProperty('value', '')
})

it('adds nobody by Enter whose name is not what was typed', async () => {
  const bjorn = buildPerson({ first_name: 'Björn', last_name: 'af Ekenstam' })
  const { user } = await openShift([], { people: [bjorn] })
  await user.click(picker())
  await user.paste('Björn Ek')
  await screen.findByText('Choose with the arrow keys.')
  await user.keyboard('{Enter}')
  expect(screen.queryByText('Pending save')).toBeNull()
  await user.keyboard('{ArrowDown}{Enter}{Escape}')
  expect(rowOf('Björn af Ekenstam').getByText('Pending save')).toBeDefined()
})

it('saves, and asks those who were added in one message each', async () => {
  const anna = buildPerson({ first_name: 'Anna', last_name: 'Berg', phone: '+46812345678' })
  const { user, shift } = await openShift([], { people: [anna] })
  await user.type(picker(), 'anna')
  await user.click(await screen.findByRole('option', { name: /^Anna/ }))
  const added = { ...buildAssignment('INVITED', anna), shift_id: shift.id, person_id: anna.id, person: anna }
  answer('assignments', 'saveAssignments', { ...shift, assignment: [added] })
  answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [added] }] })
  answer('assignments', 'previewInvitations', buildInvitationPreview({ emails: 1, texts: 0 }))
  await user.click(screen.getByRole('button', { name: 'Save and ask 1' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Send 1 invitation' }))
  // A landline is never preset to SMS.
  expect(await dialog.findByText(/is a landline, so no SMS$/)).toBeDefined()
  expect(await dialog.findByText('1 person: 1 e-mail. 10 s to undo.')).toBeDefined()
  const asked = answer('assignments', 'sendInvitations', { failed: [] })
  await user.click(dialog.getByRole('button', { name: 'Send 1 invitation' }))
  const invite = { person_id: anna.id, assignment_ids: [added.id], method: 'EMAIL' }
  await waitFor(() => expect(asked[0]).toMatchObject({ body: { invites: [invite] } }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('offers to add whom it does not find', async () => {
  const { user } = await openShift([], { people: [buildPerson()] })
  expect(screen.getByText('Nobody is on this shift yet.')).toBeDefined()
  await user.type(picker(), 'nobody')
  expect(await screen.findByText('Nothing found for “nobody”')).toBeDefined()
  await user.keyboard('{Escape}')
  await user.clear(picker())
  await user.type(picker(), 'Nora van Ny')
  await user.click(await screen.findByRole('option', { name: /^New person “Nora van Ny”/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Add person' }))
  expect(sheet.getByLabelText<HTMLInputElement>('First name').value).toBe('Nora')
  expect(sheet.getByLabelText<HTMLInputElement>('Last name').value).toBe('van Ny')
  const added = buildPerson({ first_name: 'Nora', last_name: 'Ny' })
  await user.type(sheet.getByLabelText('E-mail'), 'nora@example.org')
  answer('people', 'createPerson', added)
  await user.click(sheet.getByRole('button', { name: 'Save person' }))
  expect((await screen.findAllByText('Pending save')).length).toBe(1)
  expect(rowOf('Nora Ny').getByText('Pending save')).toBeDefined()
})

it('keeps what is picked while an answer comes in, and drops what has become needless', async () => {
  const anna = buildPerson({ first_name: 'Anna', last_name: 'Berg' })
  const asa = buildPerson({ first_name: 'Åsa', last_name: 'Öberg' })
  const maja = buildMaja()
  const { user, shift } = await openShift([maja], { people: [anna, asa] })
  for (const name of ['Anna', 'Åsa']) {
    await user.type(picker(), name)
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }))
  }
  const signedUp = { ...buildAssignment('CONFIRMED', anna), person_id: anna.id, shift_id: shift.id }
  const [answered] = shift.assignment
  if (!answered) throw new Error('Maja is on the shift')
  answer('shifts', 'listShifts', {
    shifts: [{ ...shift, assignment: [{ ...answered, status: 'CONFIRMED' }, signedUp] }],
  })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [shift.id] })

  await waitFor(() => expect(rowOf('Maja').getByText('Confirmed')).toBeDefined())
  expect(rowOf('Anna Berg').getByText('Confirmed')).toBeDefined()
  expect(rowOf('Åsa Öberg').getByText('Pending save')).toBeDefined()
  expect(screen.getByText('1 to add')).toBeDefined()
})

it('keeps who is picked while others are saved', async () => {
  const anna = buildPerson({ first_name: 'Anna', last_name: 'Berg' })
  const bo = buildPerson({ first_name: 'Bo', last_name: 'Ek' })
  const { user, shift } = await openShift([], { people: [anna, bo] })
  await user.type(picker(), 'anna')
  await user.click(await screen.findByRole('option', { name: /Anna/ }))
  const added = { ...buildAssignment('INVITED', anna), shift_id: shift.id, person_id: anna.id }
  const saved = { ...shift, assignment: [added] }
  const letGo = hold('assignments', 'saveAssignments', saved)
  answer('shifts', 'listShifts', { shifts: [saved] })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.clear(picker())
  await user.type(picker(), 'bo')
  await user.click(await screen.findByRole('option', { name: /Bo/ }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  screen.getByText('2 to add')
  letGo()
  await screen.findByText('1 to add')
  expect(await screen.findByRole('button', { name: 'Save' })).toBeDefined()
})

it('says that the shift was removed by somebody else, and shows the rest', async () => {
  const { user, shift } = await openShift([], {
    people: [buildPerson({ first_name: 'Anna', last_name: 'Berg' })],
  })
  await user.type(picker(), 'anna')
  await user.click(await screen.findByRole('option', { name: /Anna/ }))
  answer('shifts', 'listShifts', { shifts: [buildShift(event, entrance)] })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [shift.id] })
  expect(
    (await failure()).getByText('This shift is not here: it was removed, or is not shown to you.'),
  ).toBeDefined()
  await waitFor(() => expect(shownSearch()).toBe(`?event=${event.id}`))
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

it('asks before unsaved changes are left by closing, by a link or with the tab', async () => {
  const { user } = await openShift([], { people: [buildPerson({ first_name: 'Anna', last_name: 'Berg' })] })
  await user.type(picker(), 'anna')
  await user.click(await screen.findByRole('option', { name: /Anna/ }))
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)

  for (const leave of [
    () => screen.getByRole('button', { name: /^Hide the people of/ }),
    () => screen.getByRole('link', { name: 'People' }),
  ]) {
    await user.click(leave())
    const question = within(await screen.findByRole('alertdialog', { name: 'Save the 1 person you added?' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByText('1 to add')).toBeDefined()
  }

  await user.click(screen.getByRole('button', { name: /^Hide the people of/ }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(shownSearch()).toBe(`?event=${event.id}`))
  expect(screen.queryByText('1 to add')).toBeNull()
})

it('saves the people added when the shift is left, and stays when they are refused', async () => {
  const anna = buildPerson({ first_name: 'Anna', last_name: 'Berg' })
  const { user, shift } = await openShift([], { people: [anna] })
  await user.type(picker(), 'anna')
  await user.click(await screen.findByRole('option', { name: /Anna/ }))
  const saveAtLeaving = async () => {
    await user.click(screen.getByRole('button', { name: /^Hide the people of/ }))
    const question = within(await screen.findByRole('alertdialog', { name: /^Save the 1 person/ }))
    await user.click(question.getByRole('button', { name: 'Save' }))
  }
  refuse('assignments', 'saveAssignments')
  await saveAtLeaving()
  await user.click((await failure()).getByText('Close'))
  expect(screen.getByText('1 to add')).toBeDefined()

  const saved = { ...shift, assignment: [buildAssignment('INVITED', anna)] }
  const bodies = answer('assignments', 'saveAssignments', saved)
  await saveAtLeaving()
  await waitFor(() => expect(shownSearch()).toBe(`?event=${event.id}`))
  expect(bodies.map(({ body }) => body)).toEqual([{ add: [anna.id], remove: [] }])
})

it('only discards where people are removed too', async () => {
  const { user } = await openShift([buildMaja()])
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the shift' }))
  await user.click(screen.getByRole('button', { name: /^Hide the people of/ }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  expect(question.queryByRole('button', { name: 'Save' })).toBeNull()
})

it.each([
  [
    'a conflict',
    { person: true, status: 409, code: 'schedule_conflict', error: 'x' },
    'Schedule conflict detected for Anna Berg',
  ],
  [
    'the server’s sentence',
    { status: 409, code: 'already_assigned', error: 'Anna Berg is already on this shift.' },
    'Anna Berg is already on this shift.',
  ],
  ['its own words', {}, 'Failed to assign volunteers'],
])(
  'says %s when a save is refused, and keeps the changes',
  async (_why, {
    person,
    ...refusal
  }: { person?: boolean; status?: number; code?: string; error?: string }, text) => {
    const anna = buildPerson({ first_name: 'Anna', last_name: 'Berg' })
    const { user } = await openShift([], { people: [anna] })
    await user.type(picker(), 'anna')
    await user.click(await screen.findByRole('option', { name: /Anna/ }))
    refuse('assignments', 'saveAssignments', { ...refusal, ...(person && { person_id: anna.id }) })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await failure()
    expect(dialog.getByText(text)).toBeDefined()
    await user.click(dialog.getByText('Close'))
    expect(screen.getByText('1 to add')).toBeDefined()
  },
)

it('says that it could not remove somebody', async () => {
  const { user } = await openShift([buildMaja()])
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the shift' }))
  refuse('assignments', 'saveAssignments')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await failure()).getByText('Failed to remove assignment')).toBeDefined()
})

it.each([
  ['both', 'maja@example.org', '+46701740605', 'BOTH', 'To maja@example.org · +46 70 174 06 05'],
  ['only e-mail', 'maja@example.org', null, 'EMAIL', 'To maja@example.org'],
  ['only a phone', '', '+46701740605', 'SMS', 'To +46 70 174 06 05'],
] as const)('invites by what is known: %s', async (_known, email, phone, method, to) => {
  const maja = buildMaja()
  const { user, shift } = await openShift([{ ...maja, person: { ...maja.person, email, phone } }])
  await user.click(screen.getByRole('button', { name: 'Send invite' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite Maja Ek' }))
  expect(dialog.getByText(to)).toBeDefined()
  const invited = { ...maja, shift_id: shift.id, ...sent, invite_method: method }
  const asked = answer('assignments', 'sendInvite', {
    invite_details: { invite_sent_at: sent.invite_sent_at, invite_method: method },
    assignment: invited,
  })
  answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [invited] }] })
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ method }))
  expect(await screen.findByText(/^Invited .*2 June 2199, /)).toBeDefined()
})

it.each([
  { language: 'en', send: 'Send invite', press: 'Send', together: /^Ask about these shifts too/ },
  { language: 'sv', send: 'Bjud in', press: 'Skicka', together: /^Fråga om de här passen också/ },
] as const)(
  '$language: asks about other shifts of the person in the same message',
  async ({ language, send, press, together }) => {
    const maja = buildMaja()
    const other = (given: Partial<Shift>, assigned: Partial<Assignment>) => {
      const shift = buildShift(event, entrance, given)
      return { ...shift, assignment: [{ ...maja, id: shift.id, shift_id: shift.id, ...assigned }] }
    }
    const later = { start_dt: '2199-06-22T07:00:00.000Z', end_dt: '2199-06-22T09:00:00.000Z' }
    const ids = { a: '01890000-0000-7000-8000-0000000000a1', b: '01890000-0000-7000-8000-0000000000b1' }
    const others = [
      other({ id: ids.a, ...later }, {}),
      other({ id: ids.b }, {}),
      other({ id: '01890000-0000-7000-8000-0000000000c1' }, sent),
      other({ id: '01890000-0000-7000-8000-0000000000d1' }, { status: 'CONFIRMED' }),
      other({ id: '01890000-0000-7000-8000-0000000000e1', end_dt: '2020-01-01T00:00:00.000Z' }, {}),
    ]
    const { user, shift } = await openShift([maja], { others, language })
    await user.click(rowOf('Maja').getByRole('button', { name: send }))
    const dialog = within(await screen.findByRole('dialog'))
    const group = within(dialog.getByRole('group', { name: together }))
    const [first, second, ...rest] = group.getAllByRole('checkbox')
    expect(rest).toEqual([])
    for (const box of [first, second]) expect(box).toHaveProperty('checked', true)
    const asked = answer('assignments', 'sendInvite', {
      invite_details: { invite_sent_at: sent.invite_sent_at, invite_method: 'EMAIL' },
      assignment: { ...maja, shift_id: shift.id, ...sent },
    })
    if (second) await user.click(second)
    await user.click(dialog.getByRole('button', { name: press }))
    await waitFor(() => expect(asked[0]?.body).toMatchObject({ assignment_ids: [ids.b] }))
  },
)

it('cannot invite somebody without contact info', async () => {
  const maja = buildMaja()
  const { user } = await openShift([{ ...maja, person: { ...maja.person, email: '', phone: null } }])
  await user.click(screen.getByRole('button', { name: 'Send invite' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/^No contact info: Maja Ek has neither/)).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
})

it('extends by 7 days unless another is chosen, never past the start of the shift', async () => {
  const maja = buildMaja({ ...sent, token_expires_at: '2020-01-01T00:00:00.000Z' })
  const end_dt = new Date(now().getTime() + 21 * DAY_MS).toISOString()
  const start_dt = new Date(now().getTime() + 20 * DAY_MS).toISOString()
  const { user, shift } = await openShift([maja], { given: { start_dt, end_dt } })
  await user.click(screen.getByRole('button', { name: 'Extend' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'More time for Maja Ek' }))
  expect(dialog.getByRole('radio', { name: '7 days' })).toHaveProperty('checked', true)
  expect(dialog.getByText(/^New last time to answer: /)).toBeDefined()
  expect(dialog.queryByText(/when the shift starts/)).toBeNull()
  await user.click(dialog.getByRole('radio', { name: '30 days' }))
  expect(dialog.getByText(/when the shift starts/)).toBeDefined()
  expect(dialog.getByRole('radio', { name: '90 days' })).toBeDefined()

  const extended = { ...maja, shift_id: shift.id, token_expires_at: start_dt }
  const asked = answer('assignments', 'extendExpiration', { success: true, assignment: extended })
  answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [extended] }] })
  await user.click(dialog.getByRole('button', { name: 'Extend' }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ days: 30 }))
  expect(await screen.findByText(/19 d 23 h left/)).toBeDefined()
})

it('extends during the shift until its end', async () => {
  const maja = buildMaja({ ...sent, token_expires_at: '2020-01-01T00:00:00.000Z' })
  const end_dt = new Date(now().getTime() + HOUR_MS).toISOString()
  const { user } = await openShift([maja], { given: { start_dt: '2020-01-01T00:00:00.000Z', end_dt } })
  await user.click(screen.getByRole('button', { name: 'Extend' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'More time for Maja Ek' }))
  expect(dialog.getByText(/the end of the shift/)).toBeDefined()
})

it.each([
  ['sendInvite', 'Send invite', 'Send', {}, 'Failed to send invitation'],
  [
    'extendExpiration',
    'Extend',
    'Extend',
    { ...sent, token_expires_at: '2020-01-01T00:00:00.000Z' },
    'Failed to extend expiration date',
  ],
] as const)('says that it failed: %s', async (endpoint, step, confirm, given, text) => {
  const { user } = await openShift([buildMaja(given)])
  await user.click(screen.getByRole('button', { name: step }))
  refuse('assignments', endpoint, { status: 409, code: 'opted_out', error: 'Not this way.' })
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: confirm }))
  expect((await dialog.findByRole('alert')).textContent).toBe(`${text}. Not this way.`)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('offers no more time where the deadline is the latest there can be', async () => {
  const { user } = await openShift([
    buildMaja({ ...sent, token_expires_at: buildShift(event, entrance).start_dt }),
  ])
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  expect(await screen.findByRole('menuitem', { name: 'Mark as confirmed' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'Extend' })).toBeNull()
})

it.each([
  {
    language: 'en',
    open: 'Send invite',
    before: 'Invite Maja Ek',
    after: 'Send Maja Ek the link to the shift',
    until: /^The link can be answered until/,
    together: /^Ask about these shifts too/,
  },
  {
    language: 'sv',
    open: 'Bjud in',
    before: 'Bjud in Maja Ek',
    after: 'Skicka Maja Ek länken till passet',
    until: /^Det går att svara till/,
    together: /^Fråga om de här passen också/,
  },
] as const)('$language: an open invitation follows an answer given meanwhile', async (word) => {
  const maja = buildMaja()
  const other_id = '01890000-0000-7000-8000-0000000000a1'
  const other = buildShift(event, entrance, { id: other_id })
  const others = [{ ...other, assignment: [{ ...maja, id: other_id, shift_id: other_id }] }]
  const { user, shift } = await openShift([maja], { others, language: word.language })
  await user.click(rowOf('Maja').getByRole('button', { name: word.open }))
  const dialog = within(await screen.findByRole('dialog', { name: word.before }))
  expect(dialog.getByText(word.until)).toBeDefined()
  expect(dialog.getByRole('group', { name: word.together })).toBeDefined()

  const confirmed = { ...maja, shift_id: shift.id, status: 'CONFIRMED' as const }
  answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [confirmed] }, ...others] })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [shift.id] })
  const followed = within(await screen.findByRole('dialog', { name: word.after }))
  expect(followed.queryByText(word.until)).toBeNull()
  expect(followed.queryByRole('group', { name: word.together })).toBeNull()
})

it('keeps an open invitation whose person was taken off the shift meanwhile', async () => {
  const { user, shift } = await openShift([buildMaja()])
  await user.click(rowOf('Maja').getByRole('button', { name: 'Send invite' }))
  await screen.findByRole('dialog', { name: 'Invite Maja Ek' })
  answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [] }] })
  await pushLive(`org:${organization.id}`, 'changed', { event_id: event.id, shift_ids: [shift.id] })
  await waitFor(() => expect(screen.getByText('Nobody is on this shift yet.')).toBeDefined())
  expect(screen.getByRole('dialog', { name: 'Invite Maja Ek' })).toBeDefined()
})

it('copies the personal link', async () => {
  const { user } = await openShift([buildMaja()])
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy personal link' }))
  expect(await screen.findByText('The link of Maja Ek is copied')).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/c/maja-token`)
})

it.each([
  { told: 0, says: true },
  { told: 1, says: false },
])(
  'a new link of one that has expired opens only once it is sent or extended: %j',
  async ({ told, says }) => {
    answer('assignments', 'previewNotices', buildNotices({ told }))
    const { user } = await openShift([buildMaja({ token_expires_at: LONG_AGO })])
    await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Make a new link' }))
    const dialog = within(await screen.findByRole('dialog'))
    if (told > 0) await dialog.findByRole('checkbox')
    else await dialog.findByText(/^The new link is sent to nobody/)
    expect(dialog.queryAllByText(/^The time to answer has passed/)).toHaveLength(says ? 1 : 0)
    if (told === 0) return
    await user.click(dialog.getByRole('checkbox'))
    expect(dialog.getByText(/^The time to answer has passed/)).toBeDefined()
  },
)

it('says that a copied link has expired', async () => {
  const { user } = await openShift([buildMaja({ token: 'maja-token', token_expires_at: LONG_AGO })])
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy personal link' }))
  expect(await screen.findByText(/^The link of Maja Ek is copied\. It has expired/)).toBeDefined()
})

it('sets a status by hand, absent only once the shift has begun', async () => {
  const { user, shift } = await openShift([buildMaja()])
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(entries).toEqual([
    'Copy personal link',
    'Make a new link',
    'Extend',
    'Mark as confirmed',
    'Mark as declined',
    'Remove from the shift',
  ])
  const [maja] = shift.assignment
  if (!maja) throw new Error('Maja is on the shift')
  const confirmed = { ...maja, status: 'CONFIRMED' as const }
  const asked = answer('assignments', 'changeStatus', confirmed)
  answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [confirmed] }] })
  await user.click(screen.getByRole('menuitem', { name: 'Mark as confirmed' }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ status: 'CONFIRMED' }))
  expect(await rowOf('Maja').findByText('Confirmed')).toBeDefined()
})

it('marks somebody absent from a shift that has begun', async () => {
  const given = { start_dt: '2020-01-01T00:00:00.000Z', end_dt: '2199-01-01T00:00:00.000Z' }
  const { user } = await openShift([buildMaja()], { given })
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  expect(await screen.findByRole('menuitem', { name: 'Mark as absent' })).toBeDefined()
})

it('takes over the number given at sign-up', async () => {
  const maja = buildMaja({ other_phone: '+46701740999' })
  const { user } = await openShift([maja])
  expect(rowOf('Maja').getByRole('link', { name: '+46 70 174 09 99' })).toBeDefined()
  const asked = answer('people', 'updatePerson', buildPerson({ first_name: 'Maja', last_name: 'Ek' }))
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Use +46 70 174 09 99 from now on' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Use another number for Maja Ek?' }))
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Use the number' }))
  await waitFor(() => expect(asked[0]).toMatchObject({ body: { phone: '+46701740999' }, query: '' }))
})

it('says that a link stops working with the number it was sent to, and sends the new one (D17)', async () => {
  const sentLinks = answer('people', 'getSentLinks', { email: 1, phone: 1 })
  const maja = buildMaja({ other_phone: '+46701740999' })
  const { user } = await openShift([maja])
  const asked = answer('people', 'updatePerson', buildPerson({ first_name: 'Maja', last_name: 'Ek' }))
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Use / }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Use another number/ }))
  expect(
    await dialog.findByText('The personal link sent to the old address or number stops working.'),
  ).toBeDefined()
  expect(sentLinks[0]?.path).toBe(`/admin/people/${maja.person_id}/sent-links`)
  const tick = dialog.getByRole('checkbox', { name: 'Send the new link' })
  expect(tick).toHaveProperty('checked', true)
  await user.click(tick)
  await user.click(dialog.getByRole('button', { name: 'Use the number' }))
  await waitFor(() => expect(asked[0]?.query).toBe('?notify=false'))
})

it.each([
  { told: 1, sends: true },
  { told: 0, sends: false },
])('makes a new link, and sends it to somebody who was asked (D17): %j', async ({ told, sends }) => {
  const counted = answer('assignments', 'previewNotices', buildNotices({ told }))
  const maja = buildMaja()
  const { user } = await openShift([maja])
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Make a new link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'A new link for Maja Ek?' }))
  if (sends) {
    expect(await dialog.findByRole('checkbox', { name: 'Send the new link to Maja Ek' })).toHaveProperty(
      'checked',
      true,
    )
  } else expect(await dialog.findByText(/^The new link is sent to nobody/)).toBeDefined()
  expect(counted[0]?.body).toEqual({ link_of: maja.id })
  const asked = answer('assignments', 'replaceLink', maja)
  await user.click(dialog.getByRole('button', { name: 'Make a new link' }))
  await waitFor(() => expect(asked[0]).toMatchObject({ path: `/admin/assignments/${maja.id}/new-link` }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it.each([
  { language: 'en', given: sent, says: /^The personal link that Maja Ek has .* stops working at once/ },
  { language: 'en', given: {}, says: /^Maja Ek has not been sent an invitation yet/ },
  { language: 'sv', given: {}, says: /^Ingen inbjudan är skickad till Maja Ek än/ },
  { language: 'en', given: { status: 'CONFIRMED' }, says: /^If Maja Ek already has a personal link/ },
  { language: 'sv', given: { status: 'CONFIRMED' }, says: /^Om Maja Ek redan har en personlig länk/ },
  { language: 'en', given: { ...sent, token_expires_at: LONG_AGO }, says: /has expired\.$/ },
  { language: 'sv', given: { ...sent, token_expires_at: LONG_AGO }, says: /har gått ut\.$/ },
] as const)('$language: says what becomes of the present link: $says', async ({ language, given, says }) => {
  const { user } = await openShift([buildMaja(given)], { language })
  await user.click(rowOf('Maja').getByRole('button', { name: /^(More about|Mer om) Maja Ek$/ }))
  await user.click(await screen.findByRole('menuitem', { name: /^(Make a new link|Gör en ny länk)$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /Maja Ek\?$/ }))
  expect(dialog.getByText(says)).toBeDefined()
})

it.each([
  [200, 'top'],
  [260, 'bottom'],
])('opens the list upward when less than 240 px are below (%i)', async (below, side) => {
  const { user } = await openShift([], { people: [buildPerson()] })
  const field = picker()
  const frame = field.parentElement ?? field
  const height = window.visualViewport?.height ?? window.innerHeight
  vi.spyOn(frame, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, height - below - 44, 300, 44))
  await user.click(field)
  const list = await screen.findByRole('listbox')
  expect(list.closest('[data-side]')?.getAttribute('data-side')).toBe(side)
})

it('forgets what was typed in a menu after 350 ms', async () => {
  const { user } = await openShift([buildMaja()])
  await user.click(rowOf('Maja').getByRole('button', { name: 'More about Maja Ek' }))
  const menu = await screen.findByRole('menu')
  vi.useFakeTimers()
  fireEvent.keyDown(menu, { key: 'e' })
  expect(document.activeElement?.textContent).toBe('Extend')
  vi.advanceTimersByTime(349)
  // Still one word: "er" begins no entry.
  fireEvent.keyDown(menu, { key: 'r' })
  expect(document.activeElement?.textContent).toBe('Extend')
  vi.advanceTimersByTime(350)
  fireEvent.keyDown(menu, { key: 'r' })
  vi.useRealTimers()
  expect(document.activeElement?.textContent).toBe('Remove from the shift')
})

it('speaks Swedish', async () => {
  await openShift([buildMaja(sent)], { language: 'sv' })
  expect(screen.getByRole('list', { name: 'På det här passet' })).toBeDefined()
  expect(rowOf('Maja').getByText('Tillfrågade')).toBeDefined()
  expect(rowOf('Maja').getByText(/e-post och sms/)).toBeDefined()
  expect(rowOf('Maja').getByRole('button', { name: 'Skicka igen' })).toBeDefined()
})

it.each([
  { language: 'en', told: /^Gave the place up on 22\sNovember\s2198 14:05$/, more: '“Fever”' },
  { language: 'sv', told: /^Lämnade återbud 22\snovember\s2198 kl\. 14:05$/, more: '”Fever”' },
] as const)(
  '$language: says when and why somebody gave the place up (D39)',
  async ({ language, told, more }) => {
    const gave_up = { cancelled_at: '2198-11-22T13:05:00.000Z', cancel_reason: 'Fever' }
    await openShift([buildMaja({ status: 'DECLINED', ...gave_up })], { language })
    expect(screen.getByText(told)).toBeDefined()
    expect(screen.getByText(more)).toBeDefined()
  },
)

it.each([
  {
    language: 'en',
    row: /^New time not confirmed since 22\sNovember\s2198 14:05$/,
    shift: '1 has not confirmed the new time',
  },
  {
    language: 'sv',
    row: /^Nya tiden inte bekräftad sedan 22\snovember\s2198 kl\. 14:05$/,
    shift: '1 har inte bekräftat nya tiden',
  },
] as const)('$language: marks who has not confirmed a new time (V1)', async ({ language, row, shift }) => {
  await openShift([buildMaja({ status: 'CONFIRMED', asked_again_at: '2198-11-22T13:05:00.000Z' })], {
    language,
  })
  expect(rowOf('Maja').getByText(row)).toBeDefined()
  expect(screen.getAllByText(shift).length).toBeGreaterThan(0)
})

it.each([
  {
    given: {
      status: 'CONFIRMED',
      asked_again_at: '2198-11-22T13:05:00.000Z',
      confirm_by: '2198-11-24T14:00:00.000Z',
    },
    text: /· without an answer the place is free on 24\sNovember\s2198 15:00$/,
  },
  {
    given: { status: 'DECLINED', cancelled_at: '2198-11-24T14:00:00.000Z', freed_unanswered: true },
    text: /^Place freed on 24\sNovember\s2198 15:00: no answer about the new time$/,
  },
] as const)('says when a place is freed, and that it was (V1): $text', async ({ given, text }) => {
  await openShift([buildMaja(given)])
  expect(rowOf('Maja').getByText(text)).toBeDefined()
})

it('ends the mark at the start of the shift (V1)', async () => {
  const asked = buildMaja({ status: 'CONFIRMED', asked_again_at: '2026-11-22T13:05:00.000Z' })
  await openShift([asked], { given: { start_dt: '2026-01-01T10:00:00.000Z' } })
  expect(rowOf('Maja').getByText('Confirmed')).toBeDefined()
  expect(screen.queryByText(/confirmed the new time|New time/)).toBeNull()
})

it.each([
  { language: 'en', notes: /missing2 in line$/ },
  { language: 'sv', notes: /saknas2 i kön$/ },
] as const)('$language: the row says how many wait in line (D44)', async ({ language, notes }) => {
  answerOrganization()
  const shift = { ...buildShift(event, entrance), waiting: 2 }
  answer('shifts', 'listShifts', { shifts: [shift] })
  await renderApp(`/?event=${event.id}`, { language })
  await screen.findByText(
    (_text, element) => notes.test(element?.textContent ?? '') && element?.tagName === 'TD',
  )
})

it('folds a long reason', async () => {
  const cancel_reason = 'I have had a fever since Friday. '.repeat(6).trim()
  const gave_up = { cancelled_at: '2198-11-22T13:05:00.000Z', cancel_reason }
  const { user } = await openShift([buildMaja({ status: 'DECLINED', ...gave_up })])
  const reason = screen.getByText('Show the reason').closest('details') ?? document.body
  expect(reason).toHaveProperty('open', false)
  await user.click(within(reason).getByText('Show the reason'))
  expect(reason).toHaveProperty('open', true)
  expect(within(reason).getByText(`“${cancel_reason}”`)).toBeDefined()
})

it.each([
  { language: 'en', status: 'CONFIRMED', shown: 'Note at sign-up: “I have a van.”' },
  { language: 'sv', status: 'DECLINED', shown: 'Meddelande vid anmälan: ”I have a van.”' },
] as const)('$language: shows the note of a sign-up (V4)', async ({ language, status, shown }) => {
  await openShift([buildMaja({ status, note: 'I have a van.' })], { language })
  expect(rowOf('Maja').getByText(shown)).toBeDefined()
})

it('folds a long note (V4)', async () => {
  const note = 'n'.repeat(81)
  const { user } = await openShift([buildMaja({ status: 'CONFIRMED', note })])
  const folded = screen.getByText('Show the note').closest('details') ?? document.body
  expect(folded).toHaveProperty('open', false)
  await user.click(within(folded).getByText('Show the note'))
  expect(folded).toHaveProperty('open', true)
  expect(within(folded).getByText(`Note at sign-up: “${note}”`)).toBeDefined()
})

it('M1: a leader marks on a shift that has begun who did not come, and takes it back', async () => {
  answerOrganization({ ...organization, role: 'leader' })
  const maja = buildAssignment('CONFIRMED', { first_name: 'Maja', last_name: 'Ek' })
  const bo = buildAssignment('INVITED', { first_name: 'Bo', last_name: 'Ek' })
  const begun = { start_dt: '2026-01-01T10:00:00.000Z', end_dt: '2026-01-01T12:00:00.000Z' }
  const shift = { ...buildShift(event, entrance, begun), assignment: [maja, bo] }
  answer('shifts', 'listShifts', { shifts: [shift] })
  const user = await renderApp(`/?event=${event.id}&shift=${shift.id}`)
  const absent = { ...maja, status: 'ABSENT' as const }
  const marked = answer('assignments', 'changeStatus', absent)
  const mark = await screen.findByRole('button', { name: 'Mark as absent' })
  expect(screen.queryByRole('button', { name: /^More about/ })).toBeNull()
  answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [absent, bo] }] })
  await user.click(mark)
  await user.click(await screen.findByRole('button', { name: 'Came after all' }))
  await waitFor(() => expect(marked).toHaveLength(2))
  expect(marked.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: `/admin/assignments/${maja.id}`, body: { status: 'ABSENT' } },
    { path: `/admin/assignments/${maja.id}`, body: { status: 'CONFIRMED' } },
  ])
})

it.each([
  { language: 'en', minor: 'under 16', warning: 'only 3 h of rest beside 15:00–17:00, Entrance' },
  { language: 'sv', minor: 'under 16 år', warning: 'bara 3 h vila till 15:00–17:00, Entrance' },
] as const)(
  '$language: says who is under 16 (D54), and whose rest is short (D50)',
  async ({ language, minor, warning }) => {
    answer('events', 'listEvents', { events: [{ ...event, min_rest_hours: 11 }] })
    const maja = { ...buildMaja({ is_minor: true }), status: 'CONFIRMED' } as const
    const other = buildShift(event, entrance, {
      start_dt: '2199-06-21T13:00:00.000Z',
      end_dt: '2199-06-21T15:00:00.000Z',
      assignment: [maja],
    })
    await openShift([maja, buildAssignment('CONFIRMED', { first_name: 'Bo', last_name: 'Ek' })], {
      others: [other],
      language,
    })
    const ofMaja = within(screen.getByText('Maja Ek').closest('li') ?? document.body)
    expect(ofMaja.getByText(warning).textContent.replaceAll('\u00a0', ' ')).toBe(warning)
    expect(ofMaja.getByText(`· ${minor}`)).toBeDefined()
    expect(screen.getAllByText(/rest beside|vila till/)).toHaveLength(1)
  },
)
