import type { Notices, Organization } from '@muster/contract/organizations'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { type Answer, call, type Given } from '../../api/call.ts'
import { once } from '../../api/once.ts'
import { organizationKey } from '../../api/organization-key.ts'
import { readAnew } from '../../api/read-anew.ts'
import { browserTimeZone } from '../../format/dates.ts'
import { currentLanguage } from '../../i18n/language.ts'

export type Organizations = Answer<'organizations', 'getLastActiveOrganization'>
export type OrganizationChange = NonNullable<Given<'organizations', 'updateOrganization'>['body']>

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => listOrganizations(signal),
  staleTime: 5 * 60_000,
})

async function listOrganizations(signal: AbortSignal): Promise<Organizations> {
  try {
    return await call('organizations', 'getLastActiveOrganization', { signal })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const organizations = await call('organizations', 'listMyOrganizations', { signal })
    return { organizations, last_active_organization: null, may_create_organizations: true }
  }
}

export type NewOrganization = { name: string; country: string; contact_email: string }

export async function createOrganization(given: NewOrganization): Promise<Organization> {
  const body = { ...given, time_zone: browserTimeZone(), language: currentLanguage() }
  const answer: { organization?: Organization } = await once(['createOrganization', body], (headers) =>
    call('organizations', 'createOrganization', { headers, body }),
  )
  if (!answer.organization) throw new Error('Invalid response format: no organization')
  return answer.organization
}

export function updateOrganization(body: OrganizationChange): Promise<Organization> {
  return call('organizations', 'updateOrganization', { body })
}

/** Of a logo in base64, or null to remove it. */
export function setLogo(logo: string | null): Promise<Organization> {
  return call('organizations', 'setLogo', { body: { logo } })
}

export function rememberOrganization(organization_id: string): Promise<undefined> {
  return call('organizations', 'setLastActiveOrganization', { body: { organization_id } })
}

export function addToList(client: QueryClient, organization: Organization): void {
  client.setQueryData(organizationsQuery.queryKey, (before) =>
    before ? { ...before, organizations: [...before.organizations, organization] } : before,
  )
}

export function removeFromList(client: QueryClient, organization_id: string): void {
  client.setQueryData(
    organizationsQuery.queryKey,
    (before) =>
      before && {
        ...before,
        organizations: before.organizations.filter(({ id }) => id !== organization_id),
        last_active_organization: null,
      },
  )
}

export function storeOrganization(client: QueryClient, saved: Organization): void {
  client.setQueryData(
    organizationsQuery.queryKey,
    (before) =>
      before && {
        ...before,
        organizations: before.organizations.map((it) => (it.id === saved.id ? saved : it)),
      },
  )
}

export async function fetchOrganization(
  client: QueryClient,
  organization_id: string,
): Promise<Organization | undefined> {
  const { organizations } = await readAnew(client, organizationsQuery)
  return organizations.find(({ id }) => id === organization_id)
}

export const noticesQuery = () =>
  queryOptions({
    queryKey: organizationKey('notices'),
    queryFn: ({ signal }) => call('organizations', 'getNotices', { signal }),
  })

export function updateNotices(body: Notices): Promise<Notices> {
  return call('organizations', 'updateNotices', { body })
}

/** A ZIP file. */
export async function exportOrganization(): Promise<Blob> {
  const file: unknown = await call('organizations', 'exportOrganization')
  if (!(file instanceof Blob)) throw new Error('Invalid response format: no file')
  return file
}
