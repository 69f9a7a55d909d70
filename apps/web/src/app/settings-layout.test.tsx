import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildOrganization } from '../testing/build-event.ts'
import { answerOrganization, renderApp } from '../testing/render-app.tsx'
import { setWidth } from '../testing/set-width.ts'

const lund = buildOrganization({ name: 'Föreningen i Lund' })

beforeEach(() => {
  answerOrganization(lund)
})

it.each([
  {
    language: 'en',
    list: 'Settings',
    names: ['General', 'Members', 'API keys', 'Log', 'Your notifications', 'Your details', 'Security'],
  },
  {
    language: 'sv',
    list: 'Inställningar',
    names: ['Allmänt', 'Medlemmar', 'API-nycklar', 'Logg', 'Dina aviseringar', 'Dina uppgifter', 'Säkerhet'],
  },
] as const)('$language: leads to the pages of the organisation and of the account', async (given) => {
  const user = await renderApp('/organizations/settings', { language: given.language })
  const list = within(await screen.findByRole('navigation', { name: given.list }))
  expect(list.getByRole('heading', { name: 'Föreningen i Lund' })).toBeDefined()
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(given.names)
  expect(list.getByRole('link', { current: 'page' }).textContent).toBe(given.names[0])
  const [, , keys, , , details] = given.names
  await user.click(list.getByRole('link', { name: keys }))
  expect(await screen.findByRole('heading', { level: 1, name: keys })).toBeDefined()
  await user.click(screen.getByRole('link', { name: details }))
  expect(await screen.findByRole('heading', { level: 1, name: details })).toBeDefined()
  // The account belongs to no organisation, but its list leads back into this one (D38).
  expect(screen.getByRole('link', { name: keys }).getAttribute('href')).toBe(
    `/organizations/api-keys?org=${lund.id}`,
  )
})

it('is a select on a phone', async () => {
  setWidth(390)
  const user = await renderApp('/organizations/settings')
  const list = await screen.findByRole('combobox', { name: 'Settings' })
  expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull()
  await waitFor(() => expect(list).toHaveProperty('value', `/organizations/settings?org=${lund.id}`))
  await user.selectOptions(list, 'Your details')
  expect(await screen.findByRole('heading', { level: 1, name: 'Your details' })).toBeDefined()
})

it('leads from a page that is not in the list to the first one of it, on a phone', async () => {
  setWidth(390)
  const user = await renderApp('/organizations/end')
  expect(await screen.findByRole('heading', { level: 1, name: `End ${lund.name}` })).toBeDefined()
  const list = screen.getByRole('combobox', { name: 'Settings' })
  expect(within(list).getByRole('option', { name: 'General' })).toHaveProperty('selected', false)
  await user.selectOptions(list, 'General')
  expect(await screen.findByRole('heading', { level: 1, name: 'Organization settings' })).toBeDefined()
})
