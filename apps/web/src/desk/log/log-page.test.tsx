import type { LogEntry } from '@muster/contract/log'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, answerPages, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const PAGE = '/organizations/log'
const user_id = buildId()

const buildShift = (given: Partial<LogEntry['shift']> = {}) => ({
  id: buildId(),
  role_name: 'Kafé',
  start_dt: '2026-11-28T10:00:00.000Z',
  end_dt: '2026-11-28T13:00:00.000Z',
  time_zone: 'Europe/Stockholm',
  ...given,
})

const buildEntry = (given: Partial<LogEntry> = {}): LogEntry => ({
  id: buildId(),
  at: '2026-06-01T10:00:00.000Z',
  actor: { kind: 'account', id: user_id, name: 'maja@solsidan.example', email: 'maja@solsidan.example' },
  action: 'shift.changed',
  fields: ['start_dt', 'end_dt'],
  changes: [
    { field: 'start_dt', before: '2026-11-28T09:00:00.000Z', after: '2026-11-28T10:00:00.000Z' },
    { field: 'end_dt', before: '2026-11-28T13:00:00.000Z', after: '2026-11-29T01:00:00.000Z' },
  ],
  event: { id: buildId(), name: 'Festival', time_zone: 'Europe/Stockholm' },
  role: { id: buildId(), name: 'Kafé' },
  shift: buildShift(),
  ...given,
})

beforeEach(() => {
  answerOrganization()
  answer('members', 'listMembers', { members: [], invitations: [] })
})

const textOf = (element: HTMLElement | undefined) => element?.textContent?.replace(/\u00a0/g, ' ')

describe('an entry', () => {
  it.each([
    ['en', 'maja@solsidan.example moved the shift of Kafé on Sat 28 November 11:00–14:00'],
    ['sv', 'maja@solsidan.example flyttade passet för Kafé lör 28 november 11:00–14:00'],
  ] as const)('is a sentence (%s)', async (language, sentence) => {
    answer('log', 'listLog', [buildEntry()])
    await renderApp(PAGE, { language })
    const [item] = await screen.findAllByText(/Kafé/)
    expect(textOf(item)).toBe(sentence)
  })

  it.each([
    [
      { action: 'assignment.added' as const, fields: [], people: [{ id: buildId(), name: null }] },
      'put a person who was removed on the shift of Kafé on Sat 28 November 11:00–14:00',
    ],
    [
      {
        action: 'assignment.added' as const,
        fields: [],
        people: ['Åsa Öberg', 'Ida Lind', 'Bo Ek'].map((name) => ({ id: buildId(), name })),
      },
      'put Åsa Öberg and 2 more on the shift of Kafé on Sat 28 November 11:00–14:00',
    ],
  ])('names what still exists: %#', async (given, sentence) => {
    answer('log', 'listLog', [buildEntry(given)])
    await renderApp(PAGE)
    const [item] = await screen.findAllByText(/Kafé/)
    expect(textOf(item?.closest('p') ?? undefined)).toBe(`maja@solsidan.example ${sentence}`)
    const name = screen.queryByRole('link', { name: 'Åsa Öberg' })
    expect(name !== null).toBe(sentence.includes('Åsa Öberg'))
  })

  it.each([
    ['event.removed', 'en', 'removed the event Loppis'],
    ['role.removed', 'sv', 'tog bort rollen Loppis i ett evenemang som är borttaget'],
    ['person.erased', 'sv', 'raderade en person'],
  ] as const)('of a removal does not say twice that it is gone: %s', async (action, language, did) => {
    const gone = { id: buildId(), name: null }
    const event = { ...gone, time_zone: null }
    const changes = [{ field: 'name', before: 'Loppis', after: null }]
    answer('log', 'listLog', [buildEntry({ action, fields: [], changes, event, role: gone, people: [gone] })])
    await renderApp(PAGE, { language })
    expect(await screen.findByText(`maja@solsidan.example ${did}`)).toBeDefined()
  })

  it.each([
    ['en', 'role: admin → to viewer'],
    ['sv', 'roll: administratör → till läsare'],
  ] as const)('of a member names the roles (%s)', async (language, text) => {
    const changes = [{ field: 'role', before: 'admin', after: 'viewer' }]
    answer('log', 'listLog', [buildEntry({ action: 'member.changed', fields: ['role'], changes })])
    await renderApp(PAGE, { language })
    expect(textOf((await screen.findByText('→')).parentElement ?? undefined)).toBe(text)
  })

  it.each([
    ['en', ['e-mail changed', 'later_field changed']],
    ['sv', ['e-post ändrat', 'later_field ändrat']],
  ] as const)('names fields without their values (%s)', async (language, fields) => {
    const action = 'person.changed'
    answer('log', 'listLog', [buildEntry({ action, fields: ['email', 'later_field'], changes: [] })])
    await renderApp(PAGE, { language })
    for (const field of fields) expect(await screen.findByText(field)).toBeDefined()
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

describe('values and days', () => {
  it.each([
    ['en', 'start: 10:00 → to 11:00', 'end: Sat 28 November 14:00 → to Sun 29 November 02:00'],
    ['sv', 'början: 10:00 → till 11:00', 'slut: lör 28 november 14:00 → till sön 29 november 02:00'],
  ] as const)('old and new times are by the clock of the event (%s)', async (language, start, end) => {
    answer('log', 'listLog', [buildEntry()])
    await renderApp(PAGE, { language })
    const items = await screen.findAllByText(/→/)
    expect(items.map(({ parentElement }) => textOf(parentElement ?? undefined))).toEqual([start, end])
    expect(screen.getByText(/Stockholm/)).toBeDefined()
  })

  it.each([
    [{ field: 'published', before: false, after: true }, 'published: no → to yes'],
    [{ field: 'status', before: 'INVITED', after: 'DECLINED' }, 'status: invited → to declined'],
    [{ field: 'role_id', before: null, after: 'Entré' }, 'role: a role that was removed → to Entré'],
    [{ field: 'location', before: null, after: 'hidden' }, 'place: none → to hidden'],
    [{ field: 'reminder_hours', before: 24, after: null }, 'reminders: 24 h before → to none'],
    [{ field: 'country', before: 'SE', after: 'NO' }, 'country: Sweden → to Norway'],
    [{ field: 'required_qty', before: 2, after: 3 }, 'how many are needed: 2 → to 3'],
  ])('are in words: %j', async (change, text) => {
    answer('log', 'listLog', [buildEntry({ fields: [change.field, 'notes'], changes: [change] })])
    await renderApp(PAGE)
    expect(textOf((await screen.findByText('→')).parentElement ?? undefined)).toBe(text)
    expect(screen.getByText('notes changed')).toBeDefined()
  })

  it('each day of the reader has a heading', async () => {
    const at = ['2026-06-02T04:00:00.000Z', '2026-06-02T03:59:00.000Z', '2026-06-01T08:00:00.000Z']
    answer(
      'log',
      'listLog',
      at.map((each) => buildEntry({ at: each })),
    )
    await renderApp(PAGE)
    await screen.findAllByText(/moved the shift/)
    const headings = screen.getAllByRole('heading', { level: 2, name: /June/ }).map(textOf)
    expect(headings).toEqual(['Tuesday 2 June 2026', 'Monday 1 June 2026'])
    const monday = screen.getByRole('region', { name: /1.June/ })
    expect(
      within(monday)
        .getAllByRole('listitem')
        .filter(({ id }) => id),
    ).toHaveLength(2)
    expect(within(monday).getByText('23:59')).toBeDefined()
  })
})

describe('what one call did to many shifts', () => {
  const batch_id = buildId()
  const buildAdded = (role_name: string) =>
    buildEntry({
      action: 'shift.added',
      fields: [],
      changes: [],
      batch_id,
      shift: buildShift({ role_name }),
    })

  it.each([
    ['en', 'added 2 shifts to the event Festival'],
    ['sv', 'lade till 2 pass i evenemanget Festival'],
  ] as const)('is one line, which opens (%s)', async (language, did) => {
    answer('log', 'listLog', [buildAdded('Kafé'), buildAdded('Entré'), buildEntry()])
    const user = await renderApp(PAGE, { language })
    const line = await screen.findByText(`maja@solsidan.example ${did}`)
    expect(screen.getByText(/Entré/).closest('details')?.open).toBe(false)
    await user.click(line)
    expect(screen.getByText(/Entré/).closest('details')?.open).toBe(true)
  })

  it('says that there are more, until the rest is shown', async () => {
    answerPages('log', 'listLog', [[buildAdded('Kafé'), buildAdded('Entré')], [buildAdded('Bar')]])
    const user = await renderApp(PAGE)
    await screen.findByText(/added 2\+ shifts/)
    await user.click(screen.getByRole('button', { name: 'Show earlier' }))
    await screen.findByText(/added 3 shifts/)
    // The entry that came is part of the open line, which has the focus.
    await waitFor(() => expect(document.activeElement?.textContent).toContain('added 3 shifts'))
  })

  it('that also added the event is named by it', async () => {
    const event = buildEntry({ action: 'event.added', fields: [], changes: [], batch_id })
    answer('log', 'listLog', [buildAdded('Kafé'), event])
    await renderApp(PAGE)
    expect(await screen.findByText(/added the event Festival with its roles and shifts/)).toBeDefined()
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
    // Days of the reader.
    from: '2026-06-01T04:00:00.000Z',
    to: '2026-06-03T04:00:00.000Z',
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

const buildRoleEntry = (role_name: string) => buildEntry({ shift: buildShift({ role_name }) })

it('shows earlier entries page by page', async () => {
  const asked = answerPages('log', 'listLog', [[buildRoleEntry('Kafé')], [buildRoleEntry('Entré')]])
  const user = await renderApp(PAGE)
  await user.click(await screen.findByRole('button', { name: 'Show earlier' }))
  expect(await screen.findByText(/the shift of Entré/)).toBeDefined()
  expect(screen.getByText(/the shift of Kafé/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull()
  await waitFor(() => expect(document.activeElement?.matches('li')).toBe(true))
  expect(document.activeElement?.textContent).toContain('the shift of Entré')
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
