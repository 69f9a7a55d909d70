import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answer, refuse, stall } from '../../testing/answers.ts'
import {
  buildAssignment,
  buildEventWithRole,
  buildOrganization,
  buildQuestion,
  buildShift,
} from '../../testing/build-event.ts'
import { buildNotices } from '../../testing/build-notices.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'
import { shownSearch } from '../../testing/shown-search.ts'

const bjorn = buildPerson()
const asa = buildPerson({
  first_name: 'Åsa',
  last_name: 'Öberg',
  email: 'asa.oberg@example.org',
  phone: null,
  child_team: null,
  notes: null,
})
const zoe = buildPerson({ first_name: 'Zoë', last_name: 'O’Brien', email: 'zoe@example.org' })

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [] })
  answer('tags', 'listTags', [])
  answer('people', 'listPeople', [asa, zoe, bjorn])
  answer('assignments', 'previewNotices', buildNotices({ told: 1 }))
  answer('people', 'getSentLinks', { email: 0, phone: 0 })
})

const rowNames = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)

const findLit = () => document.querySelector('tr[data-lit]')
/** Polls; each poll advances a faked clock by 5 ms. */
const until = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 20_000, interval: 5 })

const buildMany = (length: number) => Array.from({ length }, (_, n) => buildPerson({ first_name: `Nr ${n}` }))

async function choose(user: Awaited<ReturnType<typeof renderApp>>, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

/** Simulates a browser that saves files. Returns their names and contents. */
function catchFiles() {
  const files: { name: string; blob: Blob }[] = []
  let blob = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((created) => {
    if (created instanceof Blob) blob = created
    return 'blob:file'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    files.push({ name: this.download, blob })
  })
  return files
}

const editBjorn = (user: Awaited<ReturnType<typeof renderApp>>) =>
  choose(user, 'Actions for Björn af Ekenstam', 'Edit')

it('shows everybody with what is known of them', async () => {
  await renderApp('/people')
  expect(await screen.findByRole('heading', { name: 'People' })).toBeDefined()
  expect(screen.getByText('Everybody you can ask, in this organization only.')).toBeDefined()
  const table = await screen.findByRole('table', { name: 'People' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Name', 'Team', 'E-mail', 'Phone', 'Notes', 'Actions'])
  const row = screen.getByRole('row', { name: /Björn af Ekenstam/ })
  expect(within(row).getByText('F14')).toBeDefined()
  expect(within(row).getByText('Kommer med buss från Dalby.')).toBeDefined()
  expect(within(row).getByRole('link', { name: '+46 70 174 06 21' }).getAttribute('href')).toBe(
    'tel:+46701740621',
  )
  expect(within(row).getByRole('link', { name: 'bjorn.af.ekenstam@example.org' }).getAttribute('href')).toBe(
    'mailto:bjorn.af.ekenstam@example.org',
  )
  expect(screen.getByRole('link', { name: 'People' }).getAttribute('aria-current')).toBe('page')
})

it('sorts by the alphabet of the page', async () => {
  await renderApp('/people', { language: 'sv' })
  expect(await screen.findByRole('heading', { name: 'Personer' })).toBeDefined()
  await screen.findByRole('table', { name: 'Personer' })
  expect(rowNames()).toEqual(['Björn af Ekenstam', 'Zoë O’Brien', 'Åsa Öberg'])
})

it('searches without regard to accents and keeps the search in the address', async () => {
  const user = await renderApp('/people')
  await user.type(await screen.findByRole('searchbox', { name: 'Search people' }), 'asa ob')
  await waitFor(() => expect(rowNames()).toEqual(['Åsa Öberg']))
  expect(screen.getByText('1 person found')).toBeDefined()
  await waitFor(() => expect(shownSearch()).toBe('?q=asa+ob'))
})

it('begins with the search of the address and says when nobody is found', async () => {
  const user = await renderApp('/people?q=xyz')
  // Shown, and announced.
  await waitFor(() => expect(screen.getAllByText('Nobody found for “xyz”.')).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(await screen.findAllByRole('rowheader')).toHaveLength(3)
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search people' }))
  await waitFor(() => expect(shownSearch()).toBe(''))
})

it('has rows for the people near the screen, a line of text for each of the others, and cards for all on paper', async () => {
  answer('people', 'listPeople', [bjorn, ...buildMany(120)])
  await renderApp('/people')
  const table = (await screen.findByText('Björn af Ekenstam')).closest('table') ?? document.body
  expect(table.getAttribute('aria-rowcount')).toBe('122')
  expect(rowNames()).toHaveLength(25)
  const lines = within(table).getAllByRole('listitem')
  expect(lines).toHaveLength(96)
  expect(lines.at(-1)?.textContent).toBe(
    'Nr 119 af Ekenstam, F14, bjorn.af.ekenstam@example.org, +46 70 174 06 21, Kommer med buss från Dalby.',
  )

  fireEvent(window, new Event('beforeprint'))
  expect(await screen.findAllByRole('button', { name: /^Actions for/ })).toHaveLength(121)
  fireEvent(window, new Event('afterprint'))
})

it('shows whom somebody has just added, far down and past a search, lit for a while', async () => {
  const many = buildMany(120)
  const added = buildPerson({ first_name: 'Östen', last_name: 'Ö', email: 'osten@example.org' })
  answer('people', 'listPeople', many)
  answer('people', 'createPerson', added)
  const user = await renderApp('/people?q=nr+7')
  await user.click(await screen.findByText('Add person'))
  await user.type(await screen.findByLabelText('First name'), added.first_name)
  await user.type(screen.getByLabelText('Last name'), added.last_name)
  await user.type(screen.getByLabelText('E-mail'), added.email ?? '')
  answer('people', 'listPeople', [...many, added])
  const sheet = within(screen.getByRole('dialog'))
  // On a busy machine the highlight would end before it is checked.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    sheet.getByRole('button', { name: 'Save person' }).click()
    await until(() => expect(findLit()?.textContent ?? '').toContain('Östen Ö'))
    await until(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Östen Ö'))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(findLit()).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

it.each([1280, 390])('says calmly who may be the same person, %s px wide (D11)', async (width) => {
  setWidth(width)
  const other = buildPerson({ first_name: 'Zoë', last_name: "O'Brien", lookalike_id: zoe.id })
  answer('people', 'listPeople', [{ ...zoe, lookalike_id: other.id }, other, bjorn])
  await renderApp('/people')
  await screen.findByText("May be the same person as Zoë O'Brien")
  screen.getByText('May be the same person as Zoë O’Brien')
  expect(screen.getAllByText(/May be the same/)).toHaveLength(2)
})

describe('what is open is in the address (D38)', () => {
  it('opens who is edited from there, and closes on back', async () => {
    const user = await renderApp('/people')
    const steps = history.length
    await editBjorn(user)
    expect(await screen.findByRole('dialog', { name: 'Edit person' })).toBeDefined()
    expect(shownSearch()).toBe(`?edit=${bjorn.id}`)
    expect(history.length).toBe(steps + 1)
    history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(shownSearch()).toBe('')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Actions for Björn af Ekenstam')),
    )

    history.forward()
    expect(await screen.findByRole('dialog', { name: 'Edit person' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(shownSearch()).toBe(''))
  })

  it.each([
    [`?edit=${bjorn.id}`, 'Edit person'],
    [`?write=${bjorn.id}`, 'Björn af Ekenstam'],
    ['?add=1', 'Add person'],
  ])('%s is open at once, and leaves the search when it closes', async (address, name) => {
    answer('messages', 'listMessages', [])
    const user = await renderApp(`/people${address}&q=af`)
    const sheet = await screen.findByRole('dialog', { name })
    await user.click(within(sheet).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(shownSearch()).toBe('?q=af')
  })

  it.each([
    ['en', 'This person does not exist, or has been removed.'],
    ['sv', 'Personen finns inte eller har tagits bort.'],
  ] as const)('says when nobody has that address, and cleans it (%s)', async (language, text) => {
    await renderApp(`/people?edit=${crypto.randomUUID()}`, { language })
    expect(await screen.findByText(text)).toBeDefined()
    await waitFor(() => expect(shownSearch()).toBe(''))
    expect(screen.queryByLabelText(/First name|Förnamn/)).toBeNull()
  })

  it('asks before back leaves something typed', async () => {
    const user = await renderApp('/people')
    await editBjorn(user)
    await user.type(await screen.findByLabelText('Notes (optional)'), '!')
    history.back()
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(shownSearch()).toBe('')
  })

  it('keeps the form, and what was typed, of somebody removed elsewhere', async () => {
    const user = await renderApp('/people')
    await editBjorn(user)
    await user.type(await screen.findByLabelText('Notes (optional)'), '!')
    answer('people', 'listPeople', [asa, zoe])
    await act(() => queryClient.invalidateQueries())
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Björn af Ekenstam' })).toBeNull())
    expect(screen.getByLabelText('Notes (optional)')).toHaveProperty('value', 'Kommer med buss från Dalby.!')
  })
})

it('says in one sentence that nobody is there yet', async () => {
  answer('people', 'listPeople', [])
  const user = await renderApp('/people')
  const empty = (await screen.findByText(/^Nobody here yet/)).parentElement
  expect(empty).not.toBeNull()
  await user.click(within(empty ?? document.body).getByRole('button', { name: 'Add person' }))
  expect(await screen.findByRole('dialog', { name: 'Add person' })).toBeDefined()
})

it('M1: tells who may not plan that there is nobody to see', async () => {
  answerOrganization(buildOrganization({ role: 'viewer' }))
  answer('people', 'listPeople', [])
  await renderApp('/people')
  expect(await screen.findByText('There are no people for you to see yet.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add person' })).toBeNull()
})

it.each([
  ['en', 'viewer', 'The people whom you may see.', 'Name'],
  ['en', 'leader', 'The people whom you may see.', 'Name or phone'],
  ['en', 'admin', 'Everybody you can ask, in this organization only.', 'Name, team, e-mail or phone'],
  ['sv', 'viewer', 'De personer som du får se.', 'Namn'],
  ['sv', 'leader', 'De personer som du får se.', 'Namn eller telefon'],
] as const)('M1: promises what the role is shown (%s, %s)', async (language, role, intro, placeholder) => {
  answerOrganization(buildOrganization({ role }))
  await renderApp('/people', { language })
  expect((await screen.findByRole('searchbox')).getAttribute('placeholder')).toBe(placeholder)
  expect(screen.getByText(intro)).toBeDefined()
})

it.each([
  ['viewer', 0],
  ['leader', 1],
] as const)('M1: says of a missing phone number only to whom numbers are shown (%s)', async (role, count) => {
  answerOrganization(buildOrganization({ role }))
  answer('people', 'listPeople', [asa])
  setWidth(390)
  await renderApp('/people')
  expect(await screen.findByText('Åsa Öberg')).toBeDefined()
  expect(screen.queryAllByText('No phone number')).toHaveLength(count)
})

it('adds a person before the people are read', async () => {
  const added = buildPerson({ first_name: 'Maja', last_name: 'Ek' })
  answer('people', 'createPerson', added)
  stall('people', 'listPeople')
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('button', { name: 'Add person' }))
  const sheet = await screen.findByRole('dialog', { name: 'Add person' })
  await user.type(within(sheet).getByLabelText('First name'), 'Maja')
  await user.type(within(sheet).getByLabelText('Last name'), 'Ek')
  await user.type(within(sheet).getByLabelText('E-mail'), 'maja.ek@example.org')
  answer('people', 'listPeople', [bjorn, added])
  await user.click(within(sheet).getByRole('button', { name: 'Save person' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('rowheader', { name: 'Maja Ek' })).toBeDefined()
})

it('adds a person, closes the form and reads the list again', async () => {
  const added = buildPerson({ first_name: 'Maja', last_name: 'Ek' })
  const asked = answer('people', 'createPerson', added)
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('button', { name: 'Add person' }))
  const sheet = await screen.findByRole('dialog', { name: 'Add person' })
  expect(document.activeElement).toBe(within(sheet).getByLabelText('First name'))
  await user.type(within(sheet).getByLabelText('First name'), 'Maja')
  await user.type(within(sheet).getByLabelText('Last name'), 'Ek')
  await user.type(within(sheet).getByLabelText('E-mail'), 'maja.ek@example.org')
  await user.type(within(sheet).getByLabelText('Phone'), '070-174 06 52')
  await user.type(within(sheet).getByLabelText("Child's team (optional)"), 'F14')
  await user.type(within(sheet).getByLabelText('Notes (optional)'), 'Ny i år')
  expect(within(sheet).getByLabelText('Notes (optional)').getAttribute('rows')).toBe('3')
  await user.selectOptions(within(sheet).getByLabelText('Language of messages (optional)'), 'Svenska')
  await user.type(within(sheet).getByLabelText(/^Tags/), 'Kök, kväll{Enter}')
  await user.type(within(sheet).getByLabelText(/^Tags/), 'Bil{Enter}')
  await user.type(within(sheet).getByLabelText(/^Tags/), 'Ny{Enter}')
  await user.click(within(sheet).getByRole('button', { name: 'Remove the tag Bil' }))
  const read = answer('people', 'listPeople', [asa, zoe, bjorn, added])
  await user.click(within(sheet).getByRole('button', { name: 'Save person' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked[0]?.body).toEqual({
    first_name: 'Maja',
    last_name: 'Ek',
    email: 'maja.ek@example.org',
    phone: '070-174 06 52',
    child_team: 'F14',
    notes: 'Ny i år',
    tags: ['Kök, kväll', 'Ny'],
    language: 'sv',
  })
  await waitFor(() => expect(read.length).toBeGreaterThan(0))
  const actions = await screen.findByRole('button', { name: 'Actions for Maja Ek' })
  await waitFor(() => expect(document.activeElement).toBe(actions))

  await user.click(screen.getByRole('button', { name: 'Add person' }))
  expect(await screen.findByLabelText('First name')).toHaveProperty('value', '')
})

it('says that a name is too long, and keeps all of it', async () => {
  const user = await renderApp('/people?add=1')
  const name = await screen.findByLabelText<HTMLInputElement>('First name')
  await user.click(name)
  await user.paste('x'.repeat(101))
  await user.tab()
  expect(await screen.findByText('At most 100 characters.')).toBeDefined()
  expect(name.value).toHaveLength(101)
})

it('asks for the team of a child only where the organisation does', async () => {
  answerOrganization(buildOrganization({ uses_child_team: false }))
  answer('people', 'listPeople', [
    buildPerson({ first_name: 'Anna', last_name: 'Berg' }),
    buildPerson({ first_name: 'Maja', last_name: 'Ek', child_team: 'P12' }),
  ])
  const user = await renderApp('/people')
  expect(await screen.findByRole('columnheader', { name: 'E-mail' })).toBeDefined()
  expect(screen.queryByRole('columnheader', { name: 'Team' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add person' }))
  expect(await screen.findByLabelText('First name')).toBeDefined()
  expect(screen.queryByLabelText(/Child's team/)).toBeNull()
  await user.keyboard('{Escape}')

  // A stored team can be changed.
  await user.click(await screen.findByRole('button', { name: 'Actions for Maja Ek' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  expect(await screen.findByLabelText(/Child's team/)).toHaveProperty('value', 'P12')
})

it('says at each field what is missing or wrong', async () => {
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('button', { name: 'Add person' }))
  await user.click(await screen.findByRole('button', { name: 'Save person' }))
  expect(await screen.findByText('Enter a first name.')).toBeDefined()
  expect(screen.getByText('Enter a last name.')).toBeDefined()
  expect(screen.getByText('Enter an e-mail address or a phone number.')).toBeDefined()
  await user.type(screen.getByLabelText('Phone'), '12')
  await user.click(screen.getByRole('button', { name: 'Save person' }))
  expect(screen.queryByText('Enter an e-mail address or a phone number.')).toBeNull()
  expect(screen.getByText(/^This is not a whole phone number/)).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  await user.type(screen.getByLabelText('E-mail'), 'maja@')
  expect(await screen.findByText('Enter an address such as anna@example.org.')).toBeDefined()
})

it('a number is enough, and the list says that only SMS reaches the person (D59)', async () => {
  const added = buildPerson({ first_name: 'Kim', last_name: 'Ek', email: null, phone: '+46701740652' })
  const asked = answer('people', 'createPerson', added)
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('button', { name: 'Add person' }))
  expect(await screen.findByText('An e-mail address or a phone number is enough.')).toBeDefined()
  await user.type(screen.getByLabelText('First name'), 'Kim')
  await user.type(screen.getByLabelText('Last name'), 'Ek')
  await user.type(screen.getByLabelText('Phone'), '070-174 06 52')
  expect(screen.getByText(/^Only SMS reaches them/)).toBeDefined()
  answer('people', 'listPeople', [added])
  await user.click(screen.getByRole('button', { name: 'Save person' }))
  expect(await screen.findByText('Reached by SMS only')).toBeDefined()
  expect(asked[0]?.body).toMatchObject({ email: '', phone: '070-174 06 52' })
})

it('reads national numbers with the country of the organisation', async () => {
  answerOrganization(buildOrganization({ country: 'IT' }))
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('button', { name: 'Add person' }))
  expect(await screen.findByText('Without a country code it is read as a number of Italy.')).toBeDefined()
})

it.each([
  { country: 'PL', typed: '(512) 345-678', problem: undefined },
  { country: 'PL', typed: '512', problem: /^This is not a whole phone number/ },
  { country: null, typed: '070-123 45 67', problem: /^Write the number with its country code/ },
  { country: null, typed: '+46 70 123 45 67', problem: undefined },
])(
  'lets the server decide what it cannot tell itself (D23): $typed in $country',
  async ({ country, typed, problem }) => {
    answerOrganization(buildOrganization({ country }))
    const asked = answer('people', 'createPerson', buildPerson())
    const user = await renderApp('/people')
    await user.click(await screen.findByRole('button', { name: 'Add person' }))
    await user.type(await screen.findByLabelText('First name'), 'Maja')
    await user.type(screen.getByLabelText('Last name'), 'Ek')
    await user.type(screen.getByLabelText('E-mail'), 'maja.ek@example.org')
    await user.type(screen.getByLabelText('Phone'), typed)
    await user.click(screen.getByRole('button', { name: 'Save person' }))
    if (problem) {
      expect(await screen.findByText(problem)).toBeDefined()
      expect(asked).toHaveLength(0)
    } else await waitFor(() => expect(asked[0]?.body).toMatchObject({ phone: typed }))
  },
)

it('says that links stop working with the address they were sent to, and sends the new ones (D17)', async () => {
  answer('people', 'getSentLinks', { email: 2, phone: 0 })
  const asked = answer('people', 'updatePerson', { ...bjorn, version: 2 })
  const user = await renderApp('/people')
  await editBjorn(user)
  await user.type(await screen.findByLabelText('Phone'), '1')
  expect(within(screen.getByRole('dialog')).queryByRole('checkbox')).toBeNull()
  await user.type(screen.getByLabelText('E-mail'), 'x')
  expect(
    await screen.findByText('2 personal links sent to the old address or number stop working.'),
  ).toBeDefined()
  const tick = screen.getByRole('checkbox', { name: 'Send the new links' })
  expect(tick).toHaveProperty('checked', true)
  await user.click(tick)
  await user.click(screen.getByRole('button', { name: 'Save person' }))
  await waitFor(() => expect(asked[0]?.query).toBe('?notify=false'))
})

it('says nothing of links while number and address stay the same, differently written (D17)', async () => {
  answer('people', 'getSentLinks', { email: 1, phone: 1 })
  const user = await renderApp('/people')
  await editBjorn(user)
  const write = async (label: string, text: string) => {
    await user.clear(await screen.findByLabelText(label))
    await user.paste(text)
  }
  const says = 'The personal link sent to the old address or number stops working.'
  await write('Phone', '070-174 0621')
  await write('E-mail', 'Bjorn.af.Ekenstam@Example.org')
  expect(screen.queryByText(says)).toBeNull()
  await write('Phone', '070-174 0622')
  expect(await screen.findByText(says)).toBeDefined()
  await write('Phone', '0046 70 174 06 21')
  expect(screen.queryByText(says)).toBeNull()
})

it('saves what was changed, with the version it started from', async () => {
  const asked = answer('people', 'updatePerson', { ...bjorn, notes: null, version: 2 })
  const user = await renderApp('/people')
  await editBjorn(user)
  await user.clear(await screen.findByLabelText('Notes (optional)'))
  await user.click(screen.getByRole('button', { name: 'Save person' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked[0]).toMatchObject({ path: `/admin/people/${bjorn.id}`, body: { notes: '', version: 1 } })
})

it('saves the tags that were added and taken off, all together', async () => {
  answer('people', 'listPeople', [{ ...bjorn, tags: ['Bil', 'Kök'] }])
  const asked = answer('people', 'updatePerson', { ...bjorn, version: 2 })
  const user = await renderApp('/people')
  await editBjorn(user)
  await user.click(await screen.findByRole('button', { name: 'Remove the tag Bil' }))
  await user.type(screen.getByLabelText(/^Tags/), 'Ny{Enter}')
  await user.click(screen.getByRole('button', { name: 'Save person' }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ tags: ['Kök', 'Ny'], version: 1 }))
})

it('keeps what was typed when somebody else was quicker', async () => {
  refuse('people', 'updatePerson', { status: 409, code: 'changed_elsewhere' })
  const user = await renderApp('/people')
  await editBjorn(user)
  await user.type(await screen.findByLabelText('Notes (optional)'), ' Har bil.')
  answer('people', 'listPeople', [asa, zoe, { ...bjorn, child_team: 'F15', version: 7 }])
  await user.click(screen.getByRole('button', { name: 'Save person' }))
  expect(await screen.findByText(/^Somebody else has changed this person/)).toBeDefined()
  expect(screen.getByLabelText('Notes (optional)')).toHaveProperty(
    'value',
    'Kommer med buss från Dalby. Har bil.',
  )
  expect(screen.getByLabelText("Child's team (optional)")).toHaveProperty('value', 'F15')

  const asked = answer('people', 'updatePerson', { ...bjorn, version: 8 })
  await user.click(screen.getByRole('button', { name: 'Save person' }))
  await waitFor(() =>
    expect(asked[0]?.body).toEqual({ notes: 'Kommer med buss från Dalby. Har bil.', version: 7 }),
  )
})

it('says in the form when what somebody else has changed could not be read', async () => {
  refuse('people', 'updatePerson', { status: 409, code: 'changed_elsewhere' })
  const user = await renderApp('/people')
  await editBjorn(user)
  await user.type(await screen.findByLabelText('Notes (optional)'), ' Har bil.')
  refuse('people', 'listPeople', { error: 'The service is busy.' })
  await user.click(screen.getByRole('button', { name: 'Save person' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit person' }))
  expect((await form.findByRole('alert')).textContent).toBe('The service is busy.')

  answer('people', 'listPeople', [asa, zoe, { ...bjorn, version: 7 }])
  const unread = await screen.findByRole('dialog', { name: 'That did not work' })
  await user.click(within(unread).getAllByRole('button', { name: 'Close' })[0] ?? unread)
  await user.click(form.getByRole('button', { name: 'Save person' }))
  expect(await form.findByText(/^Somebody else has changed this person/)).toBeDefined()
  expect(form.getByDisplayValue('Kommer med buss från Dalby. Har bil.')).toBeDefined()
})

it('says when the person was removed meanwhile', async () => {
  refuse('people', 'updatePerson', { status: 404, code: 'person_not_found' })
  const user = await renderApp('/people')
  await editBjorn(user)
  await user.type(await screen.findByLabelText('Notes (optional)'), '!')
  answer('people', 'listPeople', [asa, zoe])
  await user.click(screen.getByRole('button', { name: 'Save person' }))
  expect(await screen.findByText('This person has been removed in the meantime.')).toBeDefined()
})

it('says at the e-mail that the person is there already, and leads there', async () => {
  refuse('people', 'updatePerson', {
    status: 409,
    code: 'person_exists',
    person_id: asa.id,
    error: 'There is already a person with this name and e-mail.',
  })
  const user = await renderApp('/people')
  await editBjorn(user)
  await user.type(await screen.findByLabelText('E-mail'), 'x')
  await user.click(screen.getByRole('button', { name: 'Save person' }))
  const email = screen.getByLabelText('E-mail')
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('There is already a person with this name and e-mail.')).toBeDefined()
  const link = screen.getByRole('link', { name: 'Open the entry that is there' })
  expect(link.getAttribute('href')).toContain(`/people/${asa.id}`)
})

it('says at the field what the server finds wrong', async () => {
  refuse('people', 'updatePerson', {
    status: 400,
    code: 'validation',
    issues: [{ path: 'phone', message: 'Inget telefonnummer' }],
  })
  const user = await renderApp('/people', { language: 'sv' })
  await choose(user, 'Åtgärder för Björn af Ekenstam', 'Redigera')
  await user.type(await screen.findByLabelText('Anteckningar (valfritt)'), '!')
  await user.click(screen.getByRole('button', { name: 'Spara personen' }))
  expect(await screen.findByText('Inget telefonnummer')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Telefon'))
})

it.each([
  [{ error: 'Something went wrong on our side.' }, 'Something went wrong on our side.'],
  [{}, 'Failed to save person'],
])('says why a person was not saved, and keeps the form', async (refusal, text) => {
  refuse('people', 'updatePerson', refusal)
  const user = await renderApp('/people')
  await editBjorn(user)
  await user.type(await screen.findByLabelText('Notes (optional)'), '!')
  await user.click(screen.getByRole('button', { name: 'Save person' }))
  const dialog = await screen.findByRole('dialog', { name: 'That did not work' })
  expect(within(dialog).getByText(text)).toBeDefined()
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[1] ?? dialog)
  expect(screen.getByLabelText('Notes (optional)')).toHaveProperty('value', 'Kommer med buss från Dalby.!')
})

it('asks before something typed is lost', async () => {
  const user = await renderApp('/people')
  await editBjorn(user)
  await user.type(await screen.findByLabelText('Notes (optional)'), '!')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('deletes after a question that names the shifts, and tells the person', async () => {
  const event = buildEventWithRole()
  const shift = buildShift(event, event.roles[0])
  const on = (status: 'CONFIRMED' | 'DECLINED') => [
    buildAssignment(status, bjorn, { person_id: bjorn.id, shift_id: shift.id }),
  ]
  const counted = answer('shifts', 'listShifts', {
    shifts: [
      { ...shift, assignment: on('CONFIRMED') },
      { ...buildShift(event, event.roles[0]), assignment: on('DECLINED') },
      {
        ...shift,
        start_dt: '2020-06-21T06:00:00.000Z',
        end_dt: '2020-06-21T10:00:00.000Z',
        assignment: on('CONFIRMED'),
      },
    ],
  })
  const asked = answer('people', 'deletePerson', undefined)
  const user = await renderApp('/people')
  await choose(user, 'Actions for Björn af Ekenstam', 'Delete person')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Björn af Ekenstam?' })
  expect(
    within(dialog).getByText('Are you sure you want to delete this person? It cannot be undone.'),
  ).toBeDefined()
  expect(
    await within(dialog).findByText('Björn af Ekenstam is on 1 coming or running shift and leaves it.'),
  ).toBeDefined()
  expect(counted[0]?.query).toBe(`?person_id=${bjorn.id}&view=schedule`)
  expect(await within(dialog).findByRole('checkbox', { name: 'Tell them by e-mail' })).toHaveProperty(
    'checked',
    true,
  )
  answer('people', 'listPeople', [asa, zoe])
  await user.click(within(dialog).getByRole('button', { name: 'Delete person' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked[0]).toMatchObject({ path: `/admin/people/${bjorn.id}`, query: '' })
  expect(screen.queryByRole('rowheader', { name: 'Björn af Ekenstam' })).toBeNull()
})

it('deletes without telling when that is unticked (D21)', async () => {
  refuse('shifts', 'listShifts')
  const asked = answer('people', 'deletePerson', undefined)
  const user = await renderApp('/people')
  await choose(user, 'Actions for Björn af Ekenstam', 'Delete person')
  expect(
    await screen.findByText('The shifts Björn af Ekenstam is on or waits for are left too.'),
  ).toBeDefined()
  await user.click(await screen.findByRole('checkbox', { name: 'Tell them by e-mail' }))
  await user.click(screen.getByRole('button', { name: 'Delete person' }))
  await waitFor(() => expect(asked[0]?.query).toBe('?notify=false'))
})

it.each([
  ['en', 1, /waits in line for 1 shift and loses that place, without a message/],
  ['en', 2, /waits in line for 2 shifts and loses those places, without a message/],
  ['sv', 1, /står i kö till 1 pass och förlorar köplatsen utan/],
  ['sv', 2, /står i kö till 2 pass och förlorar köplatserna utan/],
] as const)('says that a place in line is lost too (D44; %s, %i)', async (language, waiting_lists, text) => {
  answer('shifts', 'listShifts', { shifts: [] })
  const asked = answer('assignments', 'previewNotices', buildNotices({ told: 0, waiting_lists }))
  const user = await renderApp('/people', { language })
  const [actions, remove] =
    language === 'en' ? ['Actions for', 'Delete person'] : ['Åtgärder för', 'Ta bort personen']
  await choose(user, `${actions} Björn af Ekenstam`, remove)
  expect(await screen.findByText(text)).toBeDefined()
  expect(asked[0]?.body).toEqual({ person_id: bjorn.id })
})

it('deletes nobody on Cancel', async () => {
  answer('shifts', 'listShifts', { shifts: [] })
  const user = await renderApp('/people')
  await choose(user, 'Actions for Björn af Ekenstam', 'Delete person')
  expect(await screen.findByText('Björn af Ekenstam is on no coming or running shift.')).toBeDefined()
  expect(within(screen.getByRole('alertdialog')).queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Actions for Björn af Ekenstam' }),
    ),
  )
})

it.each([
  ['en', {}, 'Failed to delete person'],
  [
    'en',
    { error: 'This person does not exist, or has been removed.' },
    'This person does not exist, or has been removed.',
  ],
  ['sv', {}, 'Det gick inte att ta bort personen'],
] as const)('says why a person was not deleted (%s)', async (language, refusal, text) => {
  answer('shifts', 'listShifts', { shifts: [] })
  refuse('people', 'deletePerson', refusal)
  const user = await renderApp('/people', { language })
  const [actions, remove] =
    language === 'en' ? ['Actions for', 'Delete person'] : ['Åtgärder för', 'Ta bort personen']
  await choose(user, `${actions} Björn af Ekenstam`, remove)
  await user.click(await screen.findByRole('button', { name: remove }))
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('rowheader', { name: 'Björn af Ekenstam' })).toBeDefined()
})

const exported = {
  exported_at: '2026-06-01T09:00:00.000Z',
  organization: { id: bjorn.id, name: 'Brunnby IF' },
  person: { ...bjorn, created_at: '2026-05-01T09:00:00.000Z' },
  shifts: [],
  waiting: [],
  email_changes: [],
  messages: [],
  answers: [],
  requests: [],
  opt_outs: [],
}

it.each([
  { language: 'en', menu: 'Actions for Björn af Ekenstam', entry: 'Export details' },
  { language: 'sv', menu: 'Åtgärder för Björn af Ekenstam', entry: 'Exportera uppgifter' },
] as const)(
  '$language: exports what is stored about a person, by keyboard (D33)',
  async ({ language, menu, entry }) => {
    const asked = answer('people', 'exportPerson', exported)
    const user = await renderApp('/people', { language })
    const button = await screen.findByRole('button', { name: menu })
    const files = catchFiles()
    button.focus()
    await user.keyboard('{Enter}')
    ;(await screen.findByRole('menuitem', { name: entry })).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(files).toHaveLength(1))
    expect(asked.map(({ path }) => path)).toEqual([`/admin/people/${bjorn.id}/export`])
    const [file] = files
    expect(file?.name).toBe('Björn af Ekenstam.json')
    expect(JSON.parse((await file?.blob.text()) ?? '')).toMatchObject({
      organization: { name: 'Brunnby IF' },
    })
  },
)

it('says when an export fails, and saves nothing', async () => {
  refuse('people', 'exportPerson')
  const user = await renderApp('/people')
  const files = catchFiles()
  await choose(user, 'Actions for Björn af Ekenstam', 'Export details')
  expect(await screen.findByText('Failed to export the details')).toBeDefined()
  expect(files).toEqual([])
})

describe('a filter that could not be read', () => {
  const festival = {
    ...buildEventWithRole({ name: 'Festival' }),
    questions: [buildQuestion('Driver?', { kind: 'yes_no' })],
  }
  const market = buildEventWithRole({ name: 'Market' })

  it.each([
    { address: '', filter: 'Answer to a question', option: 'Driver? Yes' },
    { address: '&show=never_asked', filter: 'Event', option: 'Market' },
  ])('says so instead of finding nobody, and is read again: $filter', async ({ address, filter, option }) => {
    answer('events', 'listEvents', { events: [festival, market] })
    const user = await renderApp(`/people?event=${festival.id}${address}`)
    await screen.findByRole('row', { name: /Björn af Ekenstam/ })
    refuse('people', 'listPeople', { status: 400, error: 'Too much at once.' })
    await user.selectOptions(screen.getByRole('combobox', { name: filter }), option)
    expect(await screen.findByText('Too much at once.')).toBeDefined()
    expect(screen.queryByText('Nobody is like that.')).toBeNull()
    expect(screen.queryByText('0 people found')).toBeNull()
    answer('people', 'listPeople', [bjorn])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('row', { name: /Björn af Ekenstam/ })).toBeDefined()
  })
})
