import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer } from '../../testing/answers.ts'
import { buildEventWithRole, buildOrganization } from '../../testing/build-event.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { shownSearch } from '../../testing/shown-search.ts'

const event = buildEventWithRole({ name: 'Sommarfesten' })
const counts = { confirmed: 0, asked: 0, expired: 0, not_asked: 0, declined: 0, absent: 0 }
const adam = buildPerson({ first_name: 'Adam', last_name: 'Öst', in_event: { ...counts, confirmed: 1 } })
const bo = buildPerson({
  first_name: 'Bo',
  last_name: 'Ek',
  in_event: { ...counts, asked: 1 },
  tags: ['Kök'],
})
const cia = buildPerson({ first_name: 'Cia', last_name: 'Alm', email: null })
const preview: BroadcastPreview = {
  groups: { past: 0, current: 0, upcoming: 1 },
  statuses: {
    CONFIRMED: 1,
    INVITED: 0,
    DECLINED: 0,
    WAITING: 0,
    asked: 0,
    not_asked: 0,
    expired: 0,
    new_time_open: 0,
  },
  total_count: 1,
  sendable_count: 1,
  people_count: 1,
  languages: { en: 1, sv: 0 },
  main_language: 'en',
  expired_count: 0,
  unasked_count: 0,
  recipients: [],
  left_out: [],
  samples: [],
  sms_segments: 0,
  most_segments: 0,
}

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('tags', 'listTags', [{ id: bo.id, name: 'Kök', people: 1 }])
  answer('people', 'listPeople', [adam, bo, cia])
})

const names = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent)

it('filters by the event, exclusively, with how many there are', async () => {
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('button', { name: 'Unanswered 1' }))
  await waitFor(() => expect(names()).toEqual(['Bo Ek']))
  expect(shownSearch()).toBe(`?show=unanswered&event=${event.id}`)
  await user.click(screen.getByRole('button', { name: 'Never asked 1' }))
  await waitFor(() => expect(names()).toEqual(['Cia Alm']))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tag' }), 'Kök')
  // Shown, and announced.
  await waitFor(() => expect(screen.getAllByText('Nobody is like that.')).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Show everybody' }))
  await waitFor(() => expect(names()).toHaveLength(3))
})

it('begins with the filters of the address: state and tag', async () => {
  await renderApp(`/people?event=${event.id}&show=unanswered&tag=k%C3%B6k`)
  await waitFor(() => expect(names()).toEqual(['Bo Ek']))
  expect(screen.getByRole('button', { name: 'Unanswered 1' }).getAttribute('aria-pressed')).toBe('true')
  // Shown, and announced.
  expect(screen.getAllByText('1 person found')).toHaveLength(2)
})

it('finds those without an e-mail address', async () => {
  const user = await renderApp('/people?reach=no_email')
  await waitFor(() => expect(names()).toEqual(['Cia Alm']))
  await user.selectOptions(screen.getByRole('combobox', { name: 'How they are reached' }), 'However reached')
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(shownSearch()).toBe('')
})

describe('saves as a file', () => {
  const saved: { name: string; blob: Blob }[] = []
  beforeEach(() => {
    saved.length = 0
    let blob = new Blob()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((created) => {
      if (created instanceof Blob) blob = created
      return 'blob:file'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob })
    })
  })
  const lines = async () => (await saved[0]?.blob.text())?.trim().split('\r\n')

  it('those who are found', async () => {
    const user = await renderApp('/people?tag=K%C3%B6k', { language: 'sv' })
    await waitFor(() => expect(names()).toEqual(['Bo Ek']))
    await user.click(screen.getByRole('button', { name: 'Exportera' }))
    expect(await screen.findByRole('menuitem', { name: /1 person/ })).toBeDefined()
    await user.click(screen.getByRole('menuitem', { name: /semikolon/ }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Personer.csv']))
    expect(await lines()).toEqual([
      expect.stringContaining('"Förnamn";"Efternamn";"Lag";"E-post";"Telefon";"Anteckningar";"Taggar"'),
      expect.stringMatching(/^"Bo";"Ek";.*"Kök"$/),
    ])
  })

  it('those who are selected', async () => {
    const user = await renderApp('/people')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Cia Alm' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Adam Öst' }))
    const bar = await screen.findByRole('toolbar', { name: '2 people are selected' })
    await user.click(within(bar).getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: /commas/ }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect((await lines())?.map((line) => line.split(',')[0])).toEqual([
      expect.stringContaining('"First name"'),
      '"Adam"',
      '"Cia"',
    ])
  })

  it('in a large organization all who are found, not only those shown', async () => {
    const asked = answer('people', 'listPeople', [bo], { 'total-count': '50000' })
    const user = await renderApp('/people?tag=K%C3%B6k')
    await screen.findByText(/^The first 1 of 50,000 are shown/)
    answer('people', 'listPeople', [adam, bo])
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: /commas/ }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await lines()).toHaveLength(3)
    expect(asked.every(({ query }) => query.includes('limit='))).toBe(true)
  })
})

it('sorts by last name, and remembers its columns on the device', async () => {
  const user = await renderApp('/people?sort=last', { language: 'sv' })
  await waitFor(() => expect(names()).toEqual(['Cia Alm', 'Bo Ek', 'Adam Öst']))
  await user.click(screen.getByRole('button', { name: 'Kolumner' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'I evenemanget' }))
  expect(await screen.findByRole('columnheader', { name: 'I evenemanget' })).toBeDefined()
  expect(localStorage.getItem('people_columns')).toBe('["in_event"]')
  expect(screen.getByText('1 ej svarat')).toBeDefined()
})

it('selects with the keyboard, tags, and clears', async () => {
  const user = await renderApp('/people')
  await screen.findByRole('table', { name: 'People' })
  await user.keyboard('jx')
  await user.keyboard('jx')
  const bar = await screen.findByRole('toolbar', { name: '2 people are selected' })
  await user.click(within(bar).getByRole('button', { name: 'Select all 3' }))
  const all = await screen.findByRole('toolbar', { name: '3 people are selected' })
  const tagged = answer('tags', 'tagPeople', undefined)
  await user.click(within(all).getByRole('button', { name: 'Tag' }))
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Kök/ })
  expect(box.indeterminate).toBe(true)
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Save tags' }))
  await waitFor(() =>
    expect(tagged[0]?.body).toEqual({ person_ids: [adam.id, bo.id, cia.id], add: ['Kök'], remove: [] }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: /selected/ })).toBeNull())
})

it('a message about the event goes to those of them who are on a shift, and says how many are not', async () => {
  answer('events', 'getEvent', event)
  answer('shifts', 'listShifts', { shifts: [] })
  answer('broadcasts', 'listBroadcasts', [])
  const asked = answer('broadcasts', 'previewBroadcast', {
    ...preview,
    recipients: [
      { person_id: adam.id, first_name: 'Adam', last_name: 'Öst', shifts: 1, email: 'reachable', sms: null },
    ],
  })
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('checkbox', { name: 'Select everybody' }))
  await user.click(await screen.findByRole('button', { name: 'Message' }))
  expect(
    await screen.findByText('2 of those chosen are on none of these shifts and get nothing'),
  ).toBeDefined()
  expect(asked.at(-1)?.body).toMatchObject({ person_ids: [adam.id, bo.id, cia.id] })
})

it('deletes many one after another', async () => {
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('checkbox', { name: 'Select everybody' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const deleted = answer('people', 'deletePerson', undefined)
  await user.click(await screen.findByRole('checkbox', { name: 'Tell those who lose a place' }))
  await user.click(screen.getByRole('button', { name: 'Delete 3 people' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(deleted.map(({ path, query }) => [path.split('/').at(-1), query])).toEqual(
    [adam, bo, cia].map(({ id }) => [id, '?notify=false']),
  )
})

it('of more than 3,000 the server searches', async () => {
  const asked = answer('people', 'listPeople', [bo], { 'total-count': '50000' })
  const user = await renderApp('/people')
  expect(
    await screen.findByText('The first 1 of 50,000 are shown. Search or filter to find others.'),
  ).toBeDefined()
  await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'bo')
  await waitFor(() => expect(asked.at(-1)?.query).toContain('q=bo'))
  // The whole list was never read.
  expect(asked.every(({ query }) => query.includes('limit='))).toBe(true)
})

it.each(['viewer', 'leader'] as const)('D69: a %s has no filters, boxes, tags and links', async (role) => {
  answerOrganization(buildOrganization({ role }))
  const asked = answer('people', 'listPeople', [bo])
  await renderApp('/people?show=unanswered&tag=x')
  await screen.findByRole('searchbox', { name: 'Search people' })
  await waitFor(() => expect(names()).toEqual(['Bo Ek']))
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Tag' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Bo Ek' })).toBeNull()
  expect(asked.every(({ query }) => !/event_id|tag|in_event|include/.test(query))).toBe(true)
})
