import type { Entry } from '@muster/contract/duplicates'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId, buildOrganization } from '../../testing/build-event.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const shift = {
  id: buildId(),
  role_name: 'Kafé',
  event_name: 'Festivalen',
  time_zone: 'Europe/Stockholm',
  start_dt: '2199-06-22T07:00:00.000Z',
  end_dt: '2199-06-22T11:00:00.000Z',
}
const buildEntry = (given: Partial<Entry>): Entry => ({
  ...buildPerson({ first_name: 'Åsa', child_team: 'P12', language: 'sv' }),
  created_at: '2025-04-30T10:00:00.000Z',
  coming: [shift],
  done: 0,
  done_hours: 0,
  messages: 14,
  email_reached_at: null,
  phone_reached_at: null,
  ...given,
})
const one = buildEntry({ last_name: 'Lindh', email: 'asa.lindh@example.org', phone: '+46701740626' })
const other = buildEntry({
  last_name: 'Lind',
  email: null,
  phone: '+46701740611',
  messages: 5,
  phone_reached_at: '2026-11-14T10:00:00.000Z',
})
const compared = {
  one,
  other,
  equal: ['near_name' as const, 'child_team' as const],
  both_on: [{ shift, status: 'CONFIRMED' as const, frees_place: true }],
  overlaps: [],
}
const pair = { one, other, equal: compared.equal }
const PAGE = `/people/duplicates?one=${one.id}&other=${other.id}`

beforeEach(() => {
  answerOrganization()
  answer('duplicates', 'compareEntries', compared)
})

const chosen = (field: string, name: string) => screen.findByRole('radio', { name: `${field} of ${name}` })

it('shows what is kept of both, and on which shift a place becomes free', async () => {
  await renderApp(PAGE)
  expect(await screen.findByText(/^Almost the same name, same team\./)).toBeDefined()
  expect(await chosen('E-mail', 'Åsa Lindh')).toHaveProperty('checked', true)
  // What a message has reached.
  expect(await chosen('Phone', 'Åsa Lind')).toHaveProperty('checked', true)
  expect(screen.getAllByText('+46 70 174 06 11').length).toBeGreaterThan(0)
  expect(screen.getByText(/^Both on Kafé, .*: one place becomes free\.$/)).toBeDefined()
  expect(screen.getByText('19')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Åsa Lind' }).getAttribute('href')).toContain(other.id)
})

it('merges what was chosen from the button alone, and takes it back', async () => {
  const merged = answer('duplicates', 'mergePeople', {
    merge_id: shift.id,
    undo_until: '2199-06-22T11:00:00.000Z',
    person: one,
  })
  const user = await renderApp(PAGE)
  const name = await chosen('Name', 'Åsa Lindh')
  name.focus()
  await user.keyboard('{ArrowRight}')
  expect(await chosen('Name', 'Åsa Lind')).toHaveProperty('checked', true)
  await user.keyboard('{Enter}')
  expect(merged).toEqual([])
  screen.getByRole('button', { name: 'Merge' }).focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeDefined()
  expect(merged.map(({ body }) => body)).toEqual([
    { other_id: other.id, version: 1, other_version: 1, take: ['first_name', 'last_name', 'phone'] },
  ])
  const undone = answer('duplicates', 'undoMerge', {
    kept: [{ reason: 'shift_full', shift }],
    replaced_links: 0,
    person_id: other.id,
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/^Kafé, .*: the place was taken$/)).toBeDefined()
  expect(undone).toHaveLength(1)
})

it('merges nothing that leaves no way to reach them', async () => {
  answer('duplicates', 'compareEntries', { ...compared, other: { ...other, phone: null } })
  const asked = refuse('duplicates', 'mergePeople', { status: 409, code: 'changed_elsewhere', error: '' })
  const user = await renderApp(PAGE)
  await user.click(await chosen('E-mail', 'Åsa Lind'))
  await user.click(await chosen('Phone', 'Åsa Lind'))
  await user.click(screen.getByRole('button', { name: 'Merge' }))
  expect(await screen.findByText('Choose an e-mail address or a phone number.')).toBeDefined()
  expect(asked).toEqual([])
})

it('shows what was changed elsewhere, and says so', async () => {
  refuse('duplicates', 'mergePeople', { status: 409, code: 'changed_elsewhere', error: 'Changed meanwhile.' })
  const user = await renderApp(PAGE)
  await screen.findByRole('button', { name: 'Merge' })
  const again = answer('duplicates', 'compareEntries', compared)
  await user.click(screen.getByRole('button', { name: 'Merge' }))
  expect(await screen.findByText('Changed meanwhile.')).toBeDefined()
  await waitFor(() => expect(again).toHaveLength(1))
})

it('skips the named pair to the first of the list, and says that two are two', async () => {
  const [third, fourth] = [buildEntry({ last_name: 'Ek' }), buildEntry({ last_name: 'Eek' })]
  answer('duplicates', 'listDuplicates', [{ ...pair, one: third, other: fourth }])
  const user = await renderApp(PAGE)
  await user.click(await screen.findByRole('button', { name: 'Skip' }))
  expect(await screen.findByText(/Perhaps the same, 1 of 1/)).toBeDefined()
  const told = answer('duplicates', 'tellApart', undefined)
  answer('duplicates', 'listDuplicates', [])
  await user.click(await screen.findByRole('button', { name: 'Two people' }))
  await waitFor(() => expect(told).toHaveLength(1))
  expect(await screen.findByText('No two entries look like the same person.')).toBeDefined()
})

it.each(['viewer', 'leader'] as const)('D69: a %s has no such page', async (role) => {
  answerOrganization(buildOrganization({ role }))
  const asked = answer('duplicates', 'compareEntries', compared)
  await renderApp(PAGE)
  await waitFor(() => expect(screen.queryByRole('main')?.textContent).not.toBe(''))
  expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull()
  expect(asked).toEqual([])
})

it('the strip of the list is shown with the rows, not after them', async () => {
  answer('people', 'listPeople', [one, other], { 'total-count': '2' })
  answer('events', 'listEvents', { events: [] })
  answer('duplicates', 'listDuplicates', [pair])
  const user = await renderApp('/people')
  await screen.findByRole('link', { name: 'Åsa Lindh' })
  const strip = screen.getByText('1 pair may be the same person').parentElement
  expect(strip).not.toBeNull()
  if (strip) await user.click(within(strip).getByRole('button', { name: 'Not now' }))
  expect(screen.queryByText('1 pair may be the same person')).toBeNull()
})
