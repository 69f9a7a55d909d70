import type { Person } from '@muster/contract/people'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { buildNotices } from '../../testing/build-notices.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'

vi.mock('../../ui/feedback/live-region.tsx', () => import('../../testing/live-region.tsx'))

const event = buildEventWithRole({ name: 'Festival' })
const shift = buildShift(event, event.roles[0])
const address = `/?event=${event.id}&shift=${shift.id}`
const anna = buildPerson({ first_name: 'Anna', last_name: 'Berg' })
const maja: Assignment = {
  ...buildAssignment('INVITED', { first_name: 'Maja', last_name: 'Ek' }, { shift_id: shift.id, token: 'x' }),
  other_phone: '+46701740999',
}
const expired = { token_expires_at: '2020-01-01T00:00:00.000Z', invite_sent: true }

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('assignments', 'previewNotices', buildNotices({ told: 1 }))
  answer('people', 'getSentLinks', { email: 0, phone: 0 })
  setWidth(1280)
})

async function openPanel({ on = maja, people = [anna] }: { on?: Assignment; people?: Person[] } = {}) {
  answer('people', 'listPeople', people)
  answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [on] }] })
  const user = await renderApp(address)
  await screen.findByRole('combobox', { name: 'Add people' })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const choose = async (name: string) => {
    await press('More about Maja Ek')
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  const type = (text: string) => user.type(screen.getByRole('combobox', { name: 'Add people' }), text)
  const pickAnna = async () => {
    await type('anna')
    await user.click(await screen.findByRole('option', { name: /Anna/ }))
  }
  return { user, press, choose, type, pickAnna }
}

/** The steps of a user that lead to each call. */
const make = {
  async saveAssignments() {
    const { press, pickAnna } = await openPanel()
    await pickAnna()
    await press('Save')
  },
  async sendInvite() {
    const { press } = await openPanel()
    await press('Send invite')
    await press('Send')
  },
  async extendExpiration() {
    const { user, press } = await openPanel({ on: { ...maja, ...expired } })
    await press('Extend')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Extend' }))
  },
  async changeStatus() {
    const { choose } = await openPanel()
    await choose('Mark as confirmed')
  },
  async replaceLink() {
    const { user, choose } = await openPanel()
    await choose('Make a new link')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Make a new link' }))
  },
}

const withMaja: Shift = { ...shift, assignment: [maja] }

it('sends who has signed up the link, and calls it no invitation', async () => {
  const { choose, press } = await openPanel({ on: { ...maja, status: 'CONFIRMED' } })
  await choose('Send the link')
  await screen.findByRole('dialog', { name: 'Send Maja Ek the link to the shift' })
  answer('assignments', 'sendInvite', {
    invite_details: { invite_sent_at: '2199-06-02T10:00:00.000Z', invite_method: 'EMAIL' },
    assignment: { ...maja, status: 'CONFIRMED' },
  })
  await press('Send')
  expect(await screen.findByText('The link to Maja Ek is on its way')).toBeDefined()
})

it.each([
  ['Not asked yet', {}],
  ['Expired', expired],
])('announces a status set by hand in the words of the row: %s', async (word, given) => {
  const { choose, press } = await openPanel({ on: { ...maja, ...given, status: 'CONFIRMED' } })
  answer('assignments', 'changeStatus', { ...maja, ...given })
  await choose('Mark as unanswered')
  await press('Mark as unanswered')
  expect(await screen.findByText(`Maja Ek: ${word}`)).toBeDefined()
})

it('raises a full shift for who is marked as confirmed, after a question (D20)', async () => {
  const { choose, press } = await openPanel()
  const error = 'All places on this shift have just been taken.'
  refuse('assignments', 'changeStatus', { status: 409, code: 'shift_full', error })
  await choose('Mark as confirmed')
  const dialog = within(await screen.findByRole('dialog', { name: 'This shift is full' }))
  dialog.getByText('Maja Ek can come too if the shift needs one more.')
  const sent = answer('assignments', 'changeStatus', { ...maja, status: 'CONFIRMED' })
  await press(`Raise to ${shift.required_qty + 1}`)
  expect(await screen.findByText('Maja Ek: Confirmed')).toBeDefined()
  expect(sent).toMatchObject([{ body: { status: 'CONFIRMED', raise: true } }])
})

describe('a status that takes a place away (D20)', () => {
  it.each([
    ['told', ''],
    ['not told', '?notify=false'],
  ])('is asked about, and the person is %s', async (told, query) => {
    const { choose, press, user } = await openPanel({ on: { ...maja, status: 'CONFIRMED' } })
    const sent = answer('assignments', 'changeStatus', { ...maja, status: 'DECLINED' })
    await choose('Mark as declined')
    const tick = await screen.findByRole('checkbox', { name: 'Tell them by e-mail' })
    expect(tick).toHaveProperty('checked', true)
    if (told === 'not told') await user.click(tick)
    expect(sent).toEqual([])
    await press('Mark as declined')
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ query, body: { status: 'DECLINED' } })
  })

  it('of somebody without a place is set at once', async () => {
    const { choose } = await openPanel()
    const sent = answer('assignments', 'changeStatus', { ...maja, status: 'DECLINED' })
    await choose('Mark as declined')
    await vi.waitFor(() => expect(sent).toHaveLength(1))
  })
})

it.each([
  ['+46701740621', 'E-mail and SMS'],
  ['+46812345678', 'E-mail'],
])('an invitation to %s is preset to go by %s', async (phone, choice) => {
  const { press } = await openPanel({
    on: { ...maja, person: { ...maja.person, email: 'm@x.example', phone } },
  })
  await press('Send invite')
  await vi.waitFor(() => expect(screen.getByRole('radio', { name: choice })).toHaveProperty('checked', true))
})

describe('a call', () => {
  it.each([
    { call: 'saveAssignments', busy: 'Saving...' },
    { call: 'sendInvite', busy: 'Sending...' },
    { call: 'extendExpiration', busy: 'Extending...' },
    { call: 'replaceLink', busy: 'Making...' },
  ] as const)('$call says that it is under way', async ({ call, busy }) => {
    stall('assignments', call)
    await make[call]()
    expect(await screen.findByText(busy)).toBeDefined()
  })

  it.each([
    { call: 'saveAssignments', reply: withMaja, done: 'The changes are saved' },
    {
      call: 'sendInvite',
      reply: {
        invite_details: { invite_sent_at: '2199-06-02T10:00:00.000Z', invite_method: 'SMS' },
        assignment: maja,
      },
      done: 'The invitation to Maja Ek is on its way',
    },
    {
      call: 'extendExpiration',
      reply: { success: true, assignment: { ...maja, token_expires_at: '2199-06-10T10:00:00.000Z' } },
      done: /^Maja Ek can answer until .*10 June 2199/,
    },
    { call: 'changeStatus', reply: { ...maja, status: 'CONFIRMED' }, done: 'Maja Ek: Confirmed' },
    { call: 'replaceLink', reply: maja, done: 'Maja Ek has a new link' },
  ] as const)('$call announces that it is done', async ({ call, reply, done }) => {
    answer('assignments', call, reply)
    await make[call]()
    expect(await screen.findByText(done)).toBeDefined()
  })

  it.each([
    { call: 'changeStatus', refusal: {}, text: 'Failed to change the status' },
    { call: 'changeStatus', refusal: { error: 'The server’s own.' }, text: 'The server’s own.' },
    { call: 'sendInvite', refusal: {}, text: 'Failed to send invitation' },
    { call: 'extendExpiration', refusal: {}, text: 'Failed to extend expiration date' },
    { call: 'replaceLink', refusal: {}, text: 'Failed to make a new link' },
  ] as const)('$call says why it failed: $text', async ({ call, refusal, text }) => {
    refuse('assignments', call, refusal)
    await make[call]()
    expect(await screen.findByText(text)).toBeDefined()
  })
})

describe('the number given at sign-up', () => {
  it('is announced when it is taken over', async () => {
    const saved = buildPerson({ first_name: 'Maja', last_name: 'Ek', phone: '+46701740999' })
    answer('people', 'updatePerson', saved)
    const { choose, press } = await openPanel()
    await choose('Use +46 70 174 09 99 from now on')
    await press('Use the number')
    expect(await screen.findByText(/^Maja Ek now has the number/)).toBeDefined()
  })

  it.each([
    { refusal: {}, text: 'Failed to save person' },
    {
      refusal: { error: 'The server’s own.' },
      text: 'Failed to save person. The server’s own.',
    },
  ])('says why it could not be taken over: $text', async ({ refusal, text }) => {
    refuse('people', 'updatePerson', refusal)
    const { choose, press } = await openPanel()
    await choose('Use +46 70 174 09 99 from now on')
    await press('Use the number')
    expect(await screen.findByText(text)).toBeDefined()
  })
})

it('shows the personal link when the browser refuses to copy it', async () => {
  const { choose } = await openPanel()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await choose('Copy personal link')
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(link.value).toBe(`${location.origin}/c/x`)
})

it('announces what is to be added, removed and undone', async () => {
  const { choose, press, type, user, pickAnna } = await openPanel()
  await pickAnna()
  await choose('Remove from the shift')
  for (const text of ['Anna Berg is to be added', 'Maja Ek is to be removed', 'not saved yet']) {
    expect(await screen.findByText(text)).toBeDefined()
  }
  await type('anna')
  expect(await screen.findByText('Picked, not saved yet')).toBeDefined()
  await user.keyboard('{Escape}')
  await press('Undo: Maja Ek')
  expect(await screen.findByText('Maja Ek stays as before')).toBeDefined()
})

describe('the picker', () => {
  it.each([
    { what: 'nobody in the directory', people: [], typed: 'a', text: 'Nobody in the directory yet' },
    {
      what: 'more people than it lists',
      people: Array.from({ length: 27 }, (_, index) => buildPerson({ first_name: `Ann${index}` })),
      typed: 'ann',
      text: '2 more. Type to find them.',
    },
  ])('says: $what', async ({ people, typed, text }) => {
    const { type } = await openPanel({ people })
    await type(typed)
    expect(await screen.findByText(text)).toBeDefined()
  })

  // Before the people are there, anybody may be among them already.
  it.each([
    { what: 'being read', fail: () => stall('people', 'listPeople'), text: 'Loading people...', offers: 0 },
    {
      what: 'not readable',
      fail: () => refuse('people', 'listPeople'),
      text: 'Failed to fetch people',
      offers: 1,
    },
  ])('says that people are $what, and offers to add $offers', async ({ fail, text, offers }) => {
    fail()
    answer('shifts', 'listShifts', { shifts: [{ ...shift, assignment: [] }] })
    const user = await renderApp(address)
    await user.type(await screen.findByRole('combobox', { name: 'Add people' }), 'Anna')
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryAllByRole('option', { name: /Anna/ })).toHaveLength(offers)
  })
})

describe('the invitation', () => {
  const person = { ...maja.person, email: 'maja@example.org' }

  it('offers both ways and says until when it can be answered', async () => {
    const { press } = await openPanel({ on: { ...maja, person } })
    await press('Send invite')
    const ways = within(await screen.findByRole('group', { name: 'Send by' })).getAllByRole('radio')
    expect(ways.map((radio) => radio.closest('label')?.textContent)).toEqual([
      'E-mail and SMS',
      'E-mail',
      'SMS',
    ])
    expect(screen.getByText(/^The link can be answered until .*\.$/)).toBeDefined()
  })

  it.each([
    [false, 'Maja Ek has declined, and is asked anew.'],
    [true, 'Maja Ek did not answer about the new time, and is asked anew.'],
  ])('says why somebody is asked again (V1: place freed %s)', async (freed_unanswered, text) => {
    const { choose } = await openPanel({ on: { ...maja, person, status: 'DECLINED', freed_unanswered } })
    await choose('Send invite')
    expect(await screen.findByText(text)).toBeDefined()
  })
})
