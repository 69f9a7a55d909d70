import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { currentOrganization } from '../../api/current-organization.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildEvent, buildOrganization } from '../../testing/build-event.ts'
import { renderApp } from '../../testing/render-app.tsx'

const lund = buildOrganization({ name: 'Föreningen i Lund' })
const ystad = buildOrganization({ name: 'Föreningen i Ystad' })

function answerBoth(last_active_organization: typeof lund | null = lund) {
  return answer('organizations', 'getLastActiveOrganization', {
    organizations: [lund, ystad],
    last_active_organization,
  })
}

beforeEach(() => {
  answer('organizations', 'setLastActiveOrganization', undefined)
})

it('begins with the organisation used last and sends it with every call', async () => {
  answerBoth(ystad)
  const asked = answer('events', 'listEvents', { events: [] })
  await renderApp('/events')
  expect(await screen.findByRole('button', { name: 'Organisation: Föreningen i Ystad' })).toBeDefined()
  await waitFor(() => expect(asked[0]?.headers.get('x-organization-id')).toBe(ystad.id))
})

it('keeps the organisation of this tab, whatever was used last elsewhere', async () => {
  sessionStorage.setItem('current_org_id', ystad.id)
  localStorage.setItem('current_org_id', lund.id)
  answerBoth(lund)
  answer('events', 'listEvents', { events: [] })
  await renderApp('/events')
  expect(await screen.findByRole('button', { name: 'Organisation: Föreningen i Ystad' })).toBeDefined()
})

it('clears a stored organisation that no longer exists', async () => {
  localStorage.setItem('current_org_id', buildOrganization().id)
  answerBoth(lund)
  const asked = answer('events', 'listEvents', { events: [] })
  await renderApp('/events')
  expect(await screen.findByRole('button', { name: 'Organisation: Föreningen i Lund' })).toBeDefined()
  expect(currentOrganization()).toBe(lund.id)
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.headers.get('x-organization-id')).toBe(lund.id)
})

it('falls back on the plain list', async () => {
  refuse('organizations', 'getLastActiveOrganization')
  answer('organizations', 'listMyOrganizations', [ystad])
  answer('events', 'listEvents', { events: [] })
  await renderApp('/events')
  expect(await screen.findByRole('button', { name: 'Organisation: Föreningen i Ystad' })).toBeDefined()
})

it('says when neither list can be read, and tries again', async () => {
  refuse('organizations', 'getLastActiveOrganization')
  refuse('organizations', 'listMyOrganizations')
  const user = await renderApp('/events')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch data')
  answerBoth()
  answer('events', 'listEvents', { events: [] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Events' })).toBeDefined()
})

it('begins the screen anew with another organisation', async () => {
  answerBoth(lund)
  const remembered = answer('organizations', 'setLastActiveOrganization', undefined)
  answer('events', 'listEvents', { events: [buildEvent({ name: 'Valborg' })] })
  const user = await renderApp('/events')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = await screen.findByRole('form', { name: 'Edit event' })
  await user.type(within(form).getByLabelText('Name'), ' i parken')

  answer('events', 'listEvents', { events: [buildEvent({ name: 'Sillmarknad' })] })
  await user.click(screen.getByRole('button', { name: 'Organisation: Föreningen i Lund' }))
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
  await user.click(await screen.findByRole('button', { name: 'Organisation: Föreningen i Lund' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Create new organisation' }))

  const name = await screen.findByLabelText('Name')
  expect(location.pathname).toBe('/organizations/new')
  expect(document.activeElement).toBe(name)
  await user.type(name, '  Ny förening ')
  await user.click(screen.getByRole('button', { name: 'Create Organization' }))

  expect(await screen.findByRole('button', { name: 'Organisation: Ny förening' })).toBeDefined()
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

it('shows the creator’s e-mail as the contact before it is saved, and takes another (D41)', async () => {
  answerBoth()
  const asked = answer('organizations', 'createOrganization', { organization: buildOrganization() })
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

it('leads a user without any to the first one', async () => {
  answer('organizations', 'getLastActiveOrganization', { organizations: [], last_active_organization: null })
  await renderApp('/')
  expect(await screen.findByText(/do not belong to an organisation yet/)).toBeDefined()
  expect(location.pathname).toBe('/organizations/new')
  expect(screen.queryByRole('link', { name: 'Cancel' })).toBeNull()
})

it('speaks Swedish', async () => {
  answerBoth()
  await renderApp('/organizations/new', { language: 'sv' })
  expect(await screen.findByRole('heading', { name: 'Ny organisation' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Skapa organisation' })).toBeDefined()
})
