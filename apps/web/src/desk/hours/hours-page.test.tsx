import type { Hours, WorkedShift } from '@muster/contract/hours'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildEventWithRole, buildId, buildOrganization } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { shownSearch } from '../../testing/shown-search.ts'

const event = buildEventWithRole({ name: 'Festival', time_zone: 'Europe/Stockholm' })
const [role] = event.roles
const none = { shifts: 1, worked_shifts: 0, planned_minutes: 120, worked_minutes: 0, absences: 0 }
const anna = { id: buildId(), first_name: 'Anna', last_name: 'x;=2+2;y', child_team: 'P12' }
const worked = { shifts: 3, worked_shifts: 1, planned_minutes: 690, worked_minutes: 210, absences: 1 }
const total = { shifts: 14, worked_shifts: 1, planned_minutes: 75_690, worked_minutes: 210, absences: 1 }

const buildHours = (): Hours => ({
  total: { ...total, people: 13 },
  people: [
    ...Array.from({ length: 11 }, (_, n) => ({
      id: buildId(),
      first_name: 'Bo',
      last_name: `Nr ${n}`,
      child_team: null,
      ...none,
    })),
    { ...anna, ...worked },
  ],
  roles: [{ id: role.id, name: role.name, event_id: event.id, event_name: event.name, people: 13, ...total }],
  events: [{ id: event.id, name: event.name, people: 13, ...total }],
  years: [2199, 2026],
})

const buildWorked = (given: Partial<WorkedShift> = {}): WorkedShift => ({
  id: buildId(),
  person: { id: anna.id, first_name: 'Anna', last_name: 'Berg', language: 'sv' },
  event: { id: event.id, name: event.name, time_zone: event.time_zone },
  role: { id: role.id, name: role.name },
  start_dt: '2026-06-19T08:00:00.000Z',
  end_dt: '2026-06-19T11:30:00.000Z',
  planned_minutes: 210,
  worked_minutes: 210,
  is_absence: false,
  ...given,
})

beforeEach(() => {
  answerOrganization(buildOrganization({ name: 'Midsommarföreningen', time_zone: 'Europe/Stockholm' }))
  answer('events', 'listEvents', { events: [event] })
  answer('tags', 'listTags', [{ id: buildId(), name: 'Kök', people: 3 }])
})

const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

it('shows who has planned and worked how much, the most first', async () => {
  const asked = answer('hours', 'getHours', buildHours())
  const user = await renderApp('/reports/hours?year=2026')
  await screen.findByRole('table', { name: 'By person' })
  expect(asked.map(({ query }) => query)).toEqual(['?year=2026'])
  expect(cellsOf(/^Anna/)).toEqual(['3', '', '11:30', '3:30', '1', 'Certificate'])
  const [first] = screen.getAllByRole('rowheader')
  expect(first?.textContent).toBe('Anna x;=2+2;yP12')
  expect(cellsOf(/^13 people, 10 shown/).slice(0, 5)).toEqual(['14', '', '1,261:30', '3:30', '1'])
  expect(screen.getByText('no-show, 50%')).toBeDefined()
  expect(screen.getByText('The totals include 1 person whose details have been erased.')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(screen.getAllByRole('row')).toHaveLength(14)
  expect(document.activeElement?.textContent).toMatch(/^Bo Nr/)
})

it('keeps each choice in the address', async () => {
  const asked = answer('hours', 'getHours', buildHours())
  const user = await renderApp('/reports/hours')
  await screen.findByRole('option', { name: 'Festival' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Event' }), event.id)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), role.id)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), 'all')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Tag' }), 'Kök')
  await user.click(screen.getByRole('radio', { name: 'By role' }))
  await waitFor(() =>
    expect(asked.at(-1)?.query).toMatch(new RegExp(`^\\?event_id=${event.id}&role_id=${role.id}&tag_id=`)),
  )
  expect(shownSearch()).toContain('by=role')
  expect(shownSearch()).toContain('year=all')
  await screen.findByRole('table', { name: 'By role' })
})

it.each([
  { language: 'en', entry: 'CSV, commas', text: `"Anna","x;'=2+2;y","P12","3","11.5","3.5","1"` },
  { language: 'sv', entry: 'CSV, semikolon', text: '"Anna";"x;=2+2;y";"P12";"3";"11,5";"3,5";"1"' },
] as const)('saves the table as CSV, in $language', async ({ language, entry, text }) => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:csv'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  answer('hours', 'getHours', buildHours())
  const user = await renderApp('/reports/hours?year=2026', { language })
  await user.click(await screen.findByRole('button', { name: /^Export/ }))
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(entry) }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toContain(text)
})

it('says why it could not be exported', async () => {
  answer('hours', 'getHours', buildHours())
  refuse('hours', 'listWorkedShifts')
  const user = await renderApp('/reports/hours')
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Excel/ }))
  expect((await screen.findByRole('dialog')).textContent).toContain('Failed to export')
})

it('says why the hours could not be read', async () => {
  refuse('hours', 'getHours')
  await renderApp('/reports/hours')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch data')
})

it('is not for viewers (M1)', async () => {
  answerOrganization(buildOrganization({ role: 'viewer' }))
  const asked = answer('hours', 'getHours', buildHours())
  await renderApp('/reports/hours')
  await screen.findByRole('heading', { level: 1 })
  expect(asked).toEqual([])
  expect(screen.queryByRole('combobox', { name: 'Year' })).toBeNull()
})

it('writes a certificate for each person who has worked, in their language', async () => {
  const asked = answer('hours', 'listWorkedShifts', [
    buildWorked(),
    buildWorked({ worked_minutes: 0, is_absence: true, start_dt: '2026-06-20T08:00:00.000Z' }),
    buildWorked({
      person: { id: buildId(), first_name: 'Zoë', last_name: 'Ek', language: 'en' },
      worked_minutes: 40,
    }),
    buildWorked({
      person: { id: buildId(), first_name: 'Bo', last_name: 'Al', language: null },
      worked_minutes: 0,
    }),
  ])
  await renderApp('/reports/certificates?year=2026')
  await screen.findByRole('heading', { name: 'Anna Berg' })
  expect(asked[0]?.query).toBe('?year=2026')
  const [swedish, english, ...others] = screen.getAllByRole('article')
  expect(others).toEqual([])
  expect(swedish?.textContent).toContain('Intyg om ideellt arbete 2026')
  expect(swedish?.textContent).toMatch(
    /har gett 3\stimmar och 30\sminuter av sin tid till Midsommarföreningen, i 1 pass/,
  )
  expect(english?.textContent).toContain('has given 30 minutes')
})
