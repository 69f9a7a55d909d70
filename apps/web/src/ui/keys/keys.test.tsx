import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer } from '../../testing/answers.ts'
import { buildEventWithRole, buildOrganization, buildShift } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'
import { eventKeys, keysOf, shiftsKeys } from './keys.ts'
import { switchSingleKeys } from './single-keys.ts'

const event = buildEventWithRole()
const [role] = event.roles

beforeEach(() => {
  answerOrganization(buildOrganization())
  answer('people', 'listPeople', [])
  setWidth(1280)
  answer('events', 'listEvents', { events: [event] })
  answer('shifts', 'listShifts', { shifts: [buildShift(event, role)] })
})

async function openShifts() {
  const user = await renderApp('/')
  switchSingleKeys(true)
  await screen.findByRole('searchbox')
  await act(() => import('./keys-help.tsx'))
  return user
}

it.each([
  ['en', 'Keys', 'Only gaps'],
  ['sv', 'Tangenter', 'Bara luckor'],
] as const)('? lists the keys of the page (%s)', async (language, title, does) => {
  const user = await renderApp('/', { language })
  await screen.findByRole('searchbox')
  await act(() => import('./keys-help.tsx'))
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: title })
  const row = within(dialog).getByText(does).parentElement
  expect(row?.querySelector('kbd')?.textContent).toBe('g')
})

it('? is typed in a field', async () => {
  const user = await openShifts()
  const search = screen.getByRole('searchbox')
  await user.type(search, '?')
  expect(search).toHaveProperty('value', '?')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('single keys that are switched off do nothing, and Escape still acts', async () => {
  const user = await openShifts()
  await user.keyboard('g')
  expect(new URLSearchParams(location.search).get('show')).toBe('missing')
  await user.keyboard('g')
  switchSingleKeys(false)
  await user.keyboard('g?')
  expect(new URLSearchParams(location.search).has('show')).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('are switched off under Your details, for this person only', async () => {
  answer('session', 'getAccount', {
    name: 'Maja',
    email: 'maja@solsidan.example',
    ends_at: null,
    password_changed_at: null,
  })
  const user = await renderApp('/account')
  const box = await screen.findByRole('checkbox', { name: 'Single keys act' })
  expect(box).toHaveProperty('checked', true)
  await user.click(box)
  expect(Object.keys(localStorage).filter((key) => /^single_keys:.+/.test(key))).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Show the keys' }))
  expect(await screen.findByText(/^Single keys are switched off/)).toBeDefined()
})

it('the list has every key of the page of shifts', () => {
  const listed = keysOf('/').flatMap(({ keys }) => keys.flatMap((row) => row.keys))
  const names = shiftsKeys.map((key) => (key === 'Escape' ? 'Esc' : key))
  expect(names.filter((key) => !listed.includes(key))).toEqual([])
})

it.each([
  ['/events/1', ['event']],
  ['/events/1/settings', ['event']],
  ['/events/1/shifts', ['event', 'shifts', 'gap', 'open_shift']],
  ['/events/new', []],
  ['/events/1/broadcast', []],
  ['/people', ['people']],
])('at %s the list has those that act there', (path, groups) => {
  expect(keysOf(path).map(({ group }) => group)).toEqual(groups)
  const listed = keysOf(path).flatMap(({ keys }) => keys.flatMap((row) => row.keys))
  if (groups.includes('event')) expect(eventKeys.filter((key) => !listed.includes(key))).toEqual([])
})
