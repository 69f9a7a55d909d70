import type { Request } from '@muster/contract/requests'
import type { MemberRole } from '@muster/contract/rules/member-role'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
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

/* D52 */

const event = buildEventWithRole()
const maja = buildAssignment('CONFIRMED', { first_name: 'Maja', last_name: 'Ek' })
const bare = buildShift(event, event.roles[0], { required_qty: 1 })
const shift = { ...bare, assignment: [{ ...maja, shift_id: bare.id }] }

beforeEach(() => setWidth(1280))

function buildRequest(first_name: string, given: Partial<Request> = {}): Request {
  return {
    id: buildId(),
    shift_id: shift.id,
    form_id: buildId(),
    created_at: '2199-06-01T10:00:00.000Z',
    first_name,
    last_name: 'Lind',
    email: `${first_name.toLowerCase()}@volunteer.example`,
    phone: '+46701740606',
    note: null,
    is_minor: false,
    answers: [],
    person_id: null,
    lacks_tag: false,
    has_conflict: false,
    replaces: null,
    ...given,
  }
}

async function openPage(
  requests: Request[],
  {
    language = 'en',
    role = 'owner',
    address = '',
  }: { language?: 'en' | 'sv'; role?: MemberRole; address?: string } = {},
) {
  answerOrganization({ ...buildOrganization(), role })
  answer('events', 'listEvents', { events: [event] })
  answer('people', 'listPeople', [])
  answer('shifts', 'listShifts', { shifts: [shift] })
  const asked = answer('requests', 'listRequests', { requests })
  const user = await renderApp(`/?event=${event.id}${address}`, { language })
  return { user, asked }
}

async function openSheet(requests: Request[], language: 'en' | 'sv' = 'en') {
  const { user } = await openPage(requests, { language })
  await user.click(await screen.findByRole('button', { name: language === 'en' ? /^Answer/ : /^Svara/ }))
  const sheet = within(await screen.findByRole('dialog'))
  return { user, sheet }
}

const olle = buildRequest('Olle', {
  note: 'With my dog',
  is_minor: true,
  answers: [{ question_id: buildId(), kind: 'text', label: 'Licence?', value: 'Forklift' }],
})
const bo = buildRequest('Bo', { person_id: buildId(), has_conflict: true, lacks_tag: true })

it.each([
  {
    language: 'en',
    title: '2 requests',
    yes: 'Yes',
    said: /Olle Lind has a place/,
    signs: ['New here', 'Under 16'],
  },
  {
    language: 'sv',
    title: '2 förfrågningar',
    yes: 'Ja',
    said: /Olle Lind har fått en plats/,
    signs: ['Ny här', 'Under 16 år'],
  },
] as const)(
  '$language: are answered from the strip, one after another',
  async ({ language, title, yes, said, signs }) => {
    const { user, sheet } = await openSheet([olle, bo], language)
    expect(sheet.getByRole('heading', { name: title })).toBeDefined()
    const [first = document.body, second = document.body] = sheet.getAllByRole('listitem')
    for (const sign of signs) expect(within(first).getByText(sign)).toBeDefined()
    expect(within(first).getByText(/With my dog/)).toBeDefined()
    expect(within(first).getByText('Forklift').closest('p')?.textContent).toBe('Licence? Forklift')
    expect(within(second).getByRole('link', { name: 'Bo Lind' })).toBeDefined()

    const approved = answer('requests', 'approveRequests', { approved: [olle.id], refused: [] })
    answer('requests', 'listRequests', { requests: [bo] })
    await user.click(within(first).getByRole('button', { name: yes }))
    await waitFor(() => expect(sheet.getAllByRole('listitem')).toHaveLength(1))
    expect(approved).toMatchObject([{ body: { request_ids: [olle.id] } }])
    expect(await screen.findByText(said)).toBeDefined()
    expect(document.activeElement).toBe(sheet.getByRole('button', { name: yes }))
  },
)

it('names somebody who asked for several shifts once', async () => {
  const again = buildRequest('Olle', { form_id: olle.form_id, shift_id: buildId() })
  const { user, sheet } = await openSheet([olle, again])
  await user.click(sheet.getAllByRole('checkbox', { name: 'Choose Olle Lind' })[0] ?? document.body)
  const yes = () => user.click(screen.getByRole('button', { name: 'Yes to 2' }))
  refuse('requests', 'approveRequests', { status: 409, error: 'No.', code: 'schedule_conflict' })
  await yes()
  const question = within(await screen.findByRole('alertdialog'))
  question.getByText('Olle Lind is confirmed on another shift then. Say yes all the same?')
  answer('requests', 'approveRequests', { approved: [olle.id, again.id], refused: [] })
  answer('requests', 'listRequests', { requests: [] })
  await user.click(question.getByRole('button', { name: 'Yes, in spite of it' }))
  expect(await screen.findByText('Olle Lind has a place')).toBeDefined()
})

it('a no tells the reason', async () => {
  const { user, sheet } = await openSheet([olle])
  const denied = answer('requests', 'denyRequests', undefined)
  await user.click(sheet.getByRole('button', { name: 'No' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Say no to Olle Lind?' }))
  await user.type(question.getByRole('textbox', { name: /^Reason/ }), 'We have enough')
  answer('requests', 'listRequests', { requests: [] })
  await user.click(question.getByRole('button', { name: 'Say no' }))
  expect(await screen.findByText('All requests have been answered.')).toBe(document.activeElement)
  expect(denied).toMatchObject([{ body: { request_ids: [olle.id], reason: 'We have enough' } }])
})

it('a no that was refused keeps the reason, for those who are left', async () => {
  const { user, sheet } = await openSheet([olle, bo])
  await user.click(sheet.getByRole('checkbox', { name: 'Choose Olle Lind' }))
  await user.click(sheet.getByRole('checkbox', { name: 'Choose Bo Lind' }))
  await user.click(sheet.getByRole('button', { name: 'No to 2' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Say no to 2 requests?' }))
  await user.type(question.getByRole('textbox', { name: /^Reason/ }), 'We have enough')
  refuse('requests', 'denyRequests', { status: 503, error: 'Too busy.' })
  const say = () => user.click(question.getByRole('button', { name: 'Say no' }))
  await say()
  expect(await question.findByText('Too busy.')).toBeDefined()

  refuse('requests', 'denyRequests', { status: 404, error: 'Gone.', code: 'request_not_found' })
  answer('requests', 'listRequests', { requests: [bo] })
  await say()
  expect(await question.findByRole('heading', { name: 'Say no to Bo Lind?' })).toBeDefined()
  expect(await question.findByText(/^Some of them have been answered or taken back/)).toBeDefined()
  const denied = answer('requests', 'denyRequests', undefined)
  answer('requests', 'listRequests', { requests: [] })
  await say()
  await waitFor(() =>
    expect(denied).toMatchObject([{ body: { request_ids: [bo.id], reason: 'We have enough' } }]),
  )
})

it('a no to what was answered elsewhere says so', async () => {
  const { user, sheet } = await openSheet([olle])
  await user.click(sheet.getByRole('button', { name: 'No' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Say no to Olle Lind?' }))
  refuse('requests', 'denyRequests', { status: 404, error: 'Gone.', code: 'request_not_found' })
  answer('requests', 'listRequests', { requests: [] })
  await user.click(question.getByRole('button', { name: 'Say no' }))
  expect(await screen.findByText(/^Some of them have been answered or taken back/)).toBeDefined()
  expect(screen.queryByRole('textbox', { name: /^Reason/ })).toBeNull()
})

it('a cancelled no leads back to No, so that no second press says yes', async () => {
  const { user, sheet } = await openSheet([olle, bo])
  const approved = answer('requests', 'approveRequests', { approved: [olle.id], refused: [] })
  const [no = document.body] = sheet.getAllByRole('button', { name: 'No' })
  await user.click(no)
  await screen.findByRole('alertdialog')
  await user.keyboard(' ')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(document.activeElement).toBe(no)
  await user.keyboard(' ')
  await screen.findByRole('alertdialog')
  expect(approved).toEqual([])
})

it('after a no the next is not approved by a second press', async () => {
  const { user, sheet } = await openSheet([olle, bo])
  answer('requests', 'denyRequests', undefined)
  await user.click(sheet.getAllByRole('button', { name: 'No' })[0] ?? document.body)
  const question = within(await screen.findByRole('alertdialog'))
  answer('requests', 'listRequests', { requests: [bo] })
  await user.click(question.getByRole('button', { name: 'Say no' }))
  await waitFor(() => expect(sheet.getAllByRole('listitem')).toHaveLength(1))
  expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'No' }))
})

it('a tick takes those of the same form along, and all are answered together', async () => {
  const siri = buildRequest('Siri', { form_id: olle.form_id })
  const { user, sheet } = await openSheet([olle, bo, siri])
  await user.click(sheet.getByRole('checkbox', { name: 'Choose Olle Lind' }))
  expect(sheet.getByRole('checkbox', { name: 'Choose Siri Lind' })).toHaveProperty('checked', true)
  const asked = answer('requests', 'approveRequests', {
    approved: [olle.id],
    refused: [{ request_id: siri.id, code: 'already_signed_up' }],
  })
  answer('requests', 'listRequests', { requests: [bo, siri] })
  await user.click(sheet.getByRole('button', { name: 'Yes to 2' }))
  expect(await screen.findByText('Siri Lind: already on the shift.')).toBeDefined()
  expect(asked).toMatchObject([{ body: { request_ids: [olle.id, siri.id] } }])
})

it.each([
  { code: 'shift_full', title: 'The shift is full', confirm: 'Raise to 2', allowed: { raise: true } },
  {
    code: 'schedule_conflict',
    title: 'Another shift at the same time',
    confirm: 'Yes, in spite of it',
    allowed: { despite_conflict: true },
  },
] as const)('asks what a yes needs: $code', async ({ code, title, confirm, allowed }) => {
  const { user, sheet } = await openSheet([olle])
  refuse('requests', 'approveRequests', { status: 409, error: 'No.', code })
  await user.click(sheet.getByRole('button', { name: 'Yes' }))
  const question = within(await screen.findByRole('alertdialog', { name: title }))
  const asked = answer('requests', 'approveRequests', { approved: [olle.id], refused: [] })
  answer('requests', 'listRequests', { requests: [] })
  await user.click(question.getByRole('button', { name: confirm }))
  await screen.findByText('All requests have been answered.')
  expect(asked).toMatchObject([{ body: { request_ids: [olle.id], ...allowed } }])
})

it('says when it was answered elsewhere, and shows what is left', async () => {
  const { user, sheet } = await openSheet([olle, bo])
  refuse('requests', 'approveRequests', { status: 404, error: 'Gone.', code: 'request_not_found' })
  answer('requests', 'listRequests', { requests: [bo] })
  await user.click(sheet.getAllByRole('button', { name: 'Yes' })[0] ?? document.body)
  expect(await screen.findByText(/^Some of them have been answered or taken back/)).toBeDefined()
  await waitFor(() => expect(sheet.getAllByRole('listitem', { hidden: true })).toHaveLength(1))
})

it('stand above the people of an open shift', async () => {
  const other = buildRequest('Eva', { shift_id: buildId() })
  await openPage([olle, other], { address: `&shift=${shift.id}` })
  const section = await screen.findByRole('region', { name: '1 request' })
  expect(within(section).getByText('Olle Lind')).toBeDefined()
  expect(within(section).queryByRole('checkbox')).toBeNull()
})

it.each(['viewer', 'leader'] as const)('are not asked for by a %s', async (role) => {
  const { asked } = await openPage([olle], { role, address: `&shift=${shift.id}` })
  await screen.findByRole('heading', { level: 3, name: /Entrance/ })
  expect(asked).toEqual([])
  expect(screen.queryByText(/1 request/)).toBeNull()
})

it('can be asked for again', async () => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('people', 'listPeople', [])
  answer('shifts', 'listShifts', { shifts: [shift] })
  refuse('requests', 'listRequests', { status: 503, error: 'Too busy.' })
  const user = await renderApp(`/?event=${event.id}`)
  const again = await screen.findByRole('button', { name: /Try again/ }, { timeout: 10_000 })
  answer('requests', 'listRequests', { requests: [olle] })
  await user.click(again)
  expect(await screen.findByRole('button', { name: /^Answer/ })).toBeDefined()
})
