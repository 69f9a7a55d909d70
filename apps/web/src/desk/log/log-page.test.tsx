import type { LogEntry } from '@muster/contract/log'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { browserTimeZone } from '../../format/dates.ts'
import { answer, answerPages, refuse } from '../../testing/answers.ts'
import { buildId, buildOrganization } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const PAGE = '/organizations/log'
const user_id = buildId()

const buildEntry = (given: Partial<LogEntry> = {}): LogEntry => ({
  id: buildId(),
  at: '2026-06-01T10:00:00.000Z',
  actor: { kind: 'account', id: user_id, name: 'maja@solsidan.example', email: 'maja@solsidan.example' },
  action: 'shift.changed',
  fields: ['start_dt', 'end_dt'],
  event: { id: buildId(), name: 'Festival' },
  role: { id: buildId(), name: 'Kafé' },
  shift: { id: buildId(), start_dt: '2026-11-28T10:00:00.000Z', time_zone: 'Europe/Stockholm' },
  ...given,
})

beforeEach(() => {
  answerOrganization()
  answer('members', 'listMembers', { members: [], invitations: [] })
})

const textOf = (element: HTMLElement | undefined) => element?.textContent?.replace(/\u00a0/g, ' ')

describe('an entry', () => {
  it.each([
    ['en', 'maja@solsidan.example moved a shift of Kafé on Sat 28 November'],
    ['sv', 'maja@solsidan.example flyttade ett pass för Kafé lör 28 november'],
  ] as const)('is a sentence (%s)', async (language, sentence) => {
    answer('log', 'listLog', [buildEntry()])
    await renderApp(PAGE, { language })
    const [item] = await screen.findAllByText(/Kafé/)
    expect(textOf(item)).toBe(sentence)
  })

  it.each([
    [{ shift: { id: buildId(), start_dt: null, time_zone: null } }, 'moved a shift of Kafé that was removed'],
    [
      { action: 'assignment.added' as const, fields: [], people: [{ id: buildId(), name: null }] },
      'put a person who was removed on a shift of Kafé on Sat 28 November',
    ],
    [
      {
        action: 'assignment.added' as const,
        fields: [],
        people: ['Åsa Öberg', 'Ida Lind', 'Bo Ek'].map((name) => ({ id: buildId(), name })),
      },
      'put Åsa Öberg and 2 more on a shift of Kafé on Sat 28 November',
    ],
  ])('names what still exists: %#', async (given, sentence) => {
    answer('log', 'listLog', [buildEntry(given)])
    await renderApp(PAGE)
    const [item] = await screen.findAllByText(/Kafé/)
    expect(textOf(item)).toBe(`maja@solsidan.example ${sentence}`)
  })

  it.each([
    ['event.removed', 'en', 'removed an event'],
    ['person.erased', 'sv', 'raderade en person'],
    ['shift.removed', 'en', 'removed a shift of Kafé'],
  ] as const)('of a removal does not say twice that it is gone: %s', async (action, language, did) => {
    const gone = { id: buildId(), name: null }
    const shift = { id: buildId(), start_dt: null, time_zone: null }
    answer('log', 'listLog', [buildEntry({ action, fields: [], event: gone, people: [gone], shift })])
    await renderApp(PAGE, { language })
    expect(await screen.findByText(`maja@solsidan.example ${did}`)).toBeDefined()
  })

  it.each([
    ['en', 'Changed: role'],
    ['sv', 'Ändrat: roll'],
  ] as const)('of a member names what was changed (%s)', async (language, fields) => {
    answer('log', 'listLog', [buildEntry({ action: 'member.changed', fields: ['role'] })])
    await renderApp(PAGE, { language })
    await screen.findByText((text) => text.endsWith(fields))
  })

  it.each([
    ['en', 'Changed: start, end, later_field'],
    ['sv', 'Ändrat: början, slut, later_field'],
  ] as const)('names the changed fields in words (%s)', async (language, fields) => {
    answer('log', 'listLog', [buildEntry({ fields: ['start_dt', 'end_dt', 'later_field'] })])
    await renderApp(PAGE, { language })
    await screen.findByText((text) => text.endsWith(fields))
  })

  it('of a key or of the operator says so', async () => {
    answer('log', 'listLog', [
      buildEntry({ actor: { kind: 'api_key', id: buildId(), name: 'Kassan', email: null } }),
      buildEntry({ actor: { kind: 'operator', id: null, name: null, email: null } }),
    ])
    await renderApp(PAGE)
    expect(await screen.findByText(/^API key “Kassan” moved/)).toBeDefined()
    expect(screen.getByText(/^The operator moved/)).toBeDefined()
  })
})

describe('times and days', () => {
  it.each([
    ['en', 'All times are local time in Stockholm'],
    ['sv', 'Alla tider anges i lokal tid i Stockholm'],
  ] as const)('are said to be those of the organization (%s)', async (language, text) => {
    answer('log', 'listLog', [buildEntry()])
    await renderApp(PAGE, { language })
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('go without saying where the reader is', async () => {
    answerOrganization(buildOrganization({ time_zone: browserTimeZone() }))
    answer('log', 'listLog', [buildEntry()])
    await renderApp(PAGE)
    await screen.findByText(/Kafé/)
    expect(screen.queryByText(/^All times are/)).toBeNull()
  })
})

describe('who', () => {
  const key = { kind: 'api_key', id: buildId(), name: 'Kassan', email: null } as const
  const left = {
    kind: 'account',
    id: buildId(),
    name: 'Henrik Ek',
    email: 'henrik@solsidan.example',
  } as const

  it('may be somebody who has left, or a key', async () => {
    answer('log', 'listLog', [buildEntry({ actor: left }), buildEntry({ actor: left })])
    answer('apiKeys', 'listApiKeys', {
      api_keys: [
        {
          id: key.id,
          name: key.name,
          start: 'mk_aB3_-aB',
          rights: ['read'],
          event: null,
          created_by: 'maja@solsidan.example',
          created_by_name: 'Maja',
          is_stopped: false,
          created_at: '2026-06-01T10:00:00.000Z',
          expires_at: null,
          last_used_at: null,
        },
      ],
    })
    const user = await renderApp(PAGE)
    const who = await screen.findByRole('combobox', { name: 'Who' })
    await within(who).findByRole('option', { name: 'Henrik Ek' })
    const asked = answer('log', 'listLog', [buildEntry({ actor: key })])
    await user.selectOptions(who, await within(who).findByRole('option', { name: 'API key “Kassan”' }))
    await screen.findByText(/^API key “Kassan” moved/)
    expect(new URLSearchParams(asked.at(-1)?.query).get('actor')).toBe(key.id)
    expect(who).toHaveProperty('value', key.id)
  })

  it('may be a key that is revoked, whose entry is shown', async () => {
    answer('log', 'listLog', [buildEntry({ actor: key }), buildEntry({ actor: key })])
    await renderApp(PAGE)
    const who = await screen.findByRole('combobox', { name: 'Who' })
    expect(await within(who).findByRole('option', { name: 'API key “Kassan”' })).toBeDefined()
  })
})

it('is filtered by what the address says, and the filters change it', async () => {
  const asked = answer('log', 'listLog', [])
  const user = await renderApp(`${PAGE}?entity=shift&from=2026-06-01&to=2026-06-02`)
  expect(await screen.findByText('Nothing matches these filters.')).toBeDefined()
  const query = new URLSearchParams(asked.at(-1)?.query)
  expect(Object.fromEntries(query)).toEqual({
    entity: 'shift',
    // Days of the organisation.
    from: '2026-05-31T22:00:00.000Z',
    to: '2026-06-02T22:00:00.000Z',
    limit: '100',
  })
  await user.selectOptions(screen.getByRole('combobox', { name: 'About' }), 'People')
  await waitFor(() => expect(new URLSearchParams(location.search).get('entity')).toBe('person'))
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(new URLSearchParams(location.search).has('from')).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Who' }))
})

it.each(['0002', '0202', '1999', '2200'])('does not ask for days of the year %s', async (year) => {
  const asked = answer('log', 'listLog', [buildEntry()])
  await renderApp(`${PAGE}?from=${year}-06-01&to=${year}-12-31`)
  expect(await screen.findByText(/Kafé/)).toBeDefined()
  expect(asked.map(({ query }) => query)).toEqual(['?limit=100'])
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe(`${year}-06-01`)
})

const buildRoleEntry = (name: string) => buildEntry({ role: { id: buildId(), name } })

it('shows earlier entries page by page', async () => {
  const asked = answerPages('log', 'listLog', [[buildRoleEntry('Kafé')], [buildRoleEntry('Entré')]])
  const user = await renderApp(PAGE)
  await user.click(await screen.findByRole('button', { name: 'Show earlier' }))
  expect(await screen.findByText(/a shift of Entré/)).toBeDefined()
  expect(screen.getByText(/a shift of Kafé/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull()
  await waitFor(() => expect(document.activeElement?.matches('li')).toBe(true))
  expect(document.activeElement?.textContent).toContain('a shift of Entré')
  expect(asked.map(({ query }) => new URLSearchParams(query).get('cursor'))).toEqual([null, 'page-1'])
})

it('is saved whole, by what the address says', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:log'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  answer('log', 'listLog', [buildEntry()])
  const asked = answer('log', 'exportLog', 'the rows')
  const user = await renderApp(`${PAGE}?entity=shift`)
  await screen.findByText(/Kafé/)
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  // Three bytes of the mark, which tells spreadsheets that it is UTF-8.
  const bytes = Buffer.from(await (saved[0] ?? new Blob()).arrayBuffer())
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  expect(bytes.subarray(3).toString()).toBe('the rows')
  expect(asked.map(({ query }) => query)).toEqual(['?entity=shift'])
})

it('says that it could not be saved', async () => {
  answer('log', 'listLog', [buildEntry()])
  refuse('log', 'exportLog', { status: 503, error: 'Too busy.' })
  const user = await renderApp(PAGE)
  await screen.findByText(/Kafé/)
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }))
  expect(await screen.findByText('Too busy.')).toBeDefined()
})
