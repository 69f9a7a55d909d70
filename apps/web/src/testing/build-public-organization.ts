import type { PublicOrganization } from '@muster/contract/organizations'

export function buildPublicOrganization(given: Partial<PublicOrganization> = {}): PublicOrganization {
  return { name: 'Midsommarföreningen', color: null, theme: null, logo_url: null, ...given }
}
