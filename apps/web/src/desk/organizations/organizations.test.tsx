import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { currentOrganization } from '../../api/current-organization.ts'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildEvent, buildOrganization } from '../../testing/build-event.ts'
import { renderApp } from '../../testing/render-app.tsx'

const lund = buildOrganization({ name: 'Föreningen i Lund' })
const ystad = buildOrganization({ name: 'Föreningen i Ystad' })

function answerBoth(last_active_organization: typeof lund | null = lund) {
  return answer('organizations', 'getLastActiveOrganization', {
    organizations: [lund, ystad],
    last_active_organization,
    may_create_organizations: true,
  })
}

beforeEach(() => {
  answer('organizations', 'setLastActiveOrganization', undefined)
})

it('begins with the organisation used last and sends it with every call', async () => {
  answerBoth(ystad)
  const asked = answer('events', 'listEvents', { events: [] })
  await renderApp('/events')
  expect(await screen.findByRole('button', { name: 'Organization: Föreningen i Ystad' })).toBeDefined()
  await waitFor(() => expect(asked[0]?.headers.get('x-organization-id')).toBe(ystad.id))
})

it('keeps the organisation of this tab, whatever was used last elsewhere', async () => {
  sessionStorage.setItem('current_org_id', ystad.id)
  localStorage.setItem('current_org_id', lund.id)
  answerBoth(lund)
  answer('events', 'listEvents', { events: [] })
  await renderApp('/events')
  expect(await screen.findByRole('button', { name: 'Organization: Föreningen i Ystad' })).toBeDefined()
})

it('clears a stored organisation that no longer exists', async () => {
  localStorage.setItem('current_org_id', buildOrganization().id)
  answerBoth(lund)
  const asked = answer('events', 'listEvents', { events: [] })
  await renderApp('/events')
  expect(await screen.findByRole('button', { name: 'Organization: Föreningen i Lund' })).toBeDefined()
  expect(currentOrganization()).toBe(lund.id)
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.headers.get('x-organization-id')).toBe(lund.id)
})

it('D38: opens the organisation that the address names, in this tab only', async () => {
  sessionStorage.setItem('current_org_id', lund.id)
  localStorage.setItem('current_org_id', lund.id)
  answerBoth(lund)
  const asked = answer('events', 'listEvents', { events: [] })
  await renderApp(`/events?org=${ystad.id}`)
  expect(await screen.findByRole('button', { name: 'Organization: Föreningen i Ystad' })).toBeDefined()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.headers.get('x-organization-id')).toBe(ystad.id)
  expect(sessionStorage.getItem('current_org_id')).toBe(ystad.id)
  // D35: the value that new tabs start from stays.
  expect(localStorage.getItem('current_org_id')).toBe(lund.id)
})

it('D38: follows a step back into the organisation of that address', async () => {
  answerBoth(lund)
  answer('events', 'listEvents', { events: [buildEvent()] })
  answer('people', 'listPeople', [])
  answer('duplicates', 'listDuplicates', [])
  answer('tags', 'listTags', [])
  answer('events', 'getLastEvent', { last_event_id: null })
  const user = await renderApp(`/events?org=${lund.id}`)
  await user.click(await screen.findByRole('link', { name: 'People' }))
  await user.click(await screen.findByRole('button', { name: 'Organization: Föreningen i Lund' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Föreningen i Ystad' }))
  await waitFor(() => expect(location.search).toBe(`?org=${ystad.id}`))
  // The browser does the same at a step back.
  history.replaceState(null, '', `/events?org=${lund.id}`)
  await act(async () => window.dispatchEvent(new PopStateEvent('popstate', { state: null })))
  expect(await screen.findByRole('button', { name: 'Organization: Föreningen i Lund' })).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Events' })).toBeDefined()
})

it('D38: names the organisation in an address without one, and in every link', async () => {
  answerBoth(ystad)
  answer('events', 'listEvents', { events: [buildEvent()] })
  await renderApp('/events?past=1')
  await screen.findByRole('article')
  await waitFor(() => expect(location.search).toBe(`?past=1&org=${ystad.id}`))
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
  const own = addresses.filter((address) => address.startsWith('/') && !address.startsWith('/e/'))
  expect(own.length).toBeGreaterThan(4)
  for (const address of own) expect(address).toContain(`org=${ystad.id}`)
})

it.each(['0197b0a0-0000-7000-8000-00000000ffff', 'nonsense', ''])(
  'D38: says that the organisation of an address (%j) is not one’s own, and leads to it',
  async (org) => {
    answerBoth(lund)
    const asked = answer('events', 'listEvents', { events: [] })
    const user = await renderApp(`/events?org=${org}`)
    expect((await screen.findByRole('alert')).textContent).toContain('that you are not a member of')
    expect(asked).toHaveLength(0)
    expect(sessionStorage.getItem('current_org_id')).not.toBe(org)
    answer('events', 'getLastEvent', { last_event_id: null })
    await user.click(screen.getByRole('link', { name: 'Go to your organization' }))
    expect(await screen.findByRole('button', { name: 'Organization: Föreningen i Lund' })).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Shifts' })).toBeDefined()
  },
)

it('falls back on the plain list', async () => {
  refuse('organizations', 'getLastActiveOrganization')
  answer('organizations', 'listMyOrganizations', [ystad])
  answer('events', 'listEvents', { events: [] })
  await renderApp('/events')
  expect(await screen.findByRole('button', { name: 'Organization: Föreningen i Ystad' })).toBeDefined()
})

it('shows that the list is awaited', async () => {
  stall('organizations', 'getLastActiveOrganization')
  await renderApp('/events')
  expect(await within(screen.getByRole('main')).findByText('Loading')).toBeDefined()
})

it('says when neither list can be read, and tries again', async () => {
  refuse('organizations', 'getLastActiveOrganization')
  refuse('organizations', 'listMyOrganizations')
  const user = await renderApp('/events')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch data')
  answerBoth()
  answer('events', 'listEvents', { events: [buildEvent()] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Events' })).toBeDefined()
})

it('begins the screen anew with another organisation', async () => {
  answerBoth(lund)
  answer('tags', 'listTags', [])
  const remembered = answer('organizations', 'setLastActiveOrganization', undefined)
  answer('events', 'listEvents', { events: [buildEvent({ name: 'Valborg' })] })
  const user = await renderApp('/events')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = await screen.findByRole('form', { name: 'Edit event' })
  await user.type(within(form).getByLabelText('Name'), ' i parken')

  answer('events', 'listEvents', { events: [buildEvent({ name: 'Sillmarknad' })] })
  await user.click(screen.getByRole('button', { name: 'Organization: Föreningen i Lund' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Föreningen i Ystad' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))

  expect(await screen.findByRole('article', { name: 'Sillmarknad' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Edit event' })).toBeNull()
  expect(screen.queryByText('Valborg')).toBeNull()
  expect(location.pathname).toBe('/events')
  expect(currentOrganization()).toBe(ystad.id)
  await waitFor(() => expect(remembered[0]?.body).toEqual({ organization_id: ystad.id }))
})

it('creates an organisation from the menu and goes on in it', async () => {
  const created = buildOrganization({ name: 'Ny förening' })
  answerBoth(lund)
  answer('events', 'listEvents', { events: [] })
  answer('events', 'getLastEvent', { last_event_id: null })
  const asked = answer('organizations', 'createOrganization', { organization: created })
  const user = await renderApp('/events')
  await user.click(await screen.findByRole('button', { name: 'Organization: Föreningen i Lund' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Create new organization' }))

  await screen.findByLabelText('Name')
  expect(location.pathname).toBe('/organizations/new')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  await user.keyboard('  Ny förening ')
  await user.click(screen.getByRole('button', { name: 'Create Organization' }))

  expect(await screen.findByRole('button', { name: 'Organization: Ny förening' })).toBeDefined()
  expect(location.pathname).toBe('/')
  expect(currentOrganization()).toBe(created.id)
  expect(asked[0]?.body).toEqual({
    name: 'Ny förening',
    contact_email: 'demo@muster.example',
    time_zone: 'America/New_York',
    language: 'en',
    country: 'US',
  })
})

it('lets the country be chosen, and asks for one that the browser does not tell (D23)', async () => {
  answerBoth()
  answer('events', 'listEvents', { events: [] })
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en')
  const asked = answer('organizations', 'createOrganization', {
    organization: buildOrganization({ name: 'Ny' }),
  })
  const user = await renderApp('/organizations/new')
  await user.type(await screen.findByLabelText('Name'), 'Ny')
  await user.click(screen.getByRole('button', { name: 'Create Organization' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a country.')
  expect(asked).toHaveLength(0)
  await user.type(screen.getByRole('combobox', { name: 'Country' }), 'pola')
  await user.click(await screen.findByRole('option', { name: 'Poland' }))
  await user.click(screen.getByRole('button', { name: 'Create Organization' }))
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ country: 'PL' }))
  await screen.findByRole('button', { name: 'Organization: Ny' })
})

it('shows the creator’s e-mail as the contact before it is saved, and takes another (D41)', async () => {
  answerBoth()
  answer('events', 'listEvents', { events: [] })
  const asked = answer('organizations', 'createOrganization', {
    organization: buildOrganization({ name: 'Ny' }),
  })
  const user = await renderApp('/organizations/new')
  await user.type(await screen.findByLabelText('Name'), 'Ny')
  const contact = screen.getByLabelText('Contact e-mail')
  expect(contact).toHaveProperty('value', 'demo@muster.example')
  await user.clear(contact)
  await user.type(contact, 'kansli@lund')
  await user.click(screen.getByRole('button', { name: 'Create Organization' }))
  await screen.findByText(/^The address is not complete/)
  expect(asked).toHaveLength(0)
  await user.type(contact, '.example')
  await user.click(screen.getByRole('button', { name: 'Create Organization' }))
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ contact_email: 'kansli@lund.example' }))
  await screen.findByRole('button', { name: 'Organization: Ny' })
})

it.each(['', '   '])('asks for a name instead of "%s"', async (name) => {
  answerBoth()
  const user = await renderApp('/organizations/new')
  const field = await screen.findByLabelText('Name')
  if (name) await user.type(field, name)
  await user.click(screen.getByRole('button', { name: 'Create Organization' }))
  expect(await screen.findByText('Organization name is required')).toBeDefined()
})

it.each([
  [{ error: 'Too many organisations.' }, 'Too many organisations.'],
  [{}, 'Failed to create organization'],
])('says why it was not created', async (refusal, text) => {
  answerBoth()
  refuse('organizations', 'createOrganization', refusal)
  const user = await renderApp('/organizations/new')
  await user.type(await screen.findByLabelText('Name'), 'Ny')
  await user.click(screen.getByRole('button', { name: 'Create Organization' }))
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

it('goes back to the shifts on Cancel', async () => {
  answerBoth()
  answer('events', 'listEvents', { events: [] })
  const user = await renderApp('/organizations/new')
  await user.click(await screen.findByRole('link', { name: 'Cancel' }))
  expect(await screen.findByRole('heading', { name: 'Shifts' })).toBeDefined()
  expect(location.pathname).toBe('/')
})

it.each([
  ['en', 'You belong to no organization now. Create one, or ask an owner to invite you.', 'Cancel'],
  ['sv', 'Du är inte med i någon organisation nu. Skapa en, eller be en ägare att bjuda in dig.', 'Avbryt'],
] as const)('leads a user without any to a new one (%s)', async (language, text, cancel) => {
  answer('organizations', 'getLastActiveOrganization', {
    organizations: [],
    last_active_organization: null,
    may_create_organizations: true,
  })
  await renderApp('/', { language })
  expect(await screen.findByText(text)).toBeDefined()
  expect(location.pathname).toBe('/organizations/new')
  expect(screen.queryByRole('link', { name: cancel })).toBeNull()
})

it.each([
  ['en', /^Only the operator of this service creates organizations/, 'Create organization', /^Organization:/],
  ['sv', /^Bara den som driver tjänsten skapar organisationer/, 'Skapa organisation', /^Organisation:/],
] as const)(
  'offers no new one where only the operator creates them (%s)',
  async (language, text, create, switcher) => {
    const given = { last_active_organization: lund, may_create_organizations: false }
    answer('organizations', 'getLastActiveOrganization', { organizations: [lund, ystad], ...given })
    const user = await renderApp('/organizations/new', { language })
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByRole('button', { name: create })).toBeNull()
    const [button] = screen.getAllByRole('button', { name: switcher })
    if (!button) throw new Error('no switcher')
    await user.click(button)
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getByRole('menuitem', { name: ystad.name })).toBeDefined()
    expect(menu.queryByRole('menuitem', { name: create })).toBeNull()
  },
)

it('speaks Swedish', async () => {
  answerBoth()
  await renderApp('/organizations/new', { language: 'sv' })
  expect(await screen.findByRole('heading', { name: 'Skapa organisation' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Skapa organisation' })).toBeDefined()
})
