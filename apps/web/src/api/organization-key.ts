import type { QueryClient } from '@tanstack/react-query'
import { currentOrganization } from './current-organization.ts'

/** The query key of what belongs to the organisation of this tab: another organisation, another cache (D35). */
export function organizationKey(...parts: string[]): readonly (string | null)[] {
  return [currentOrganization(), ...parts]
}

/** Reads again all that is shown of this organisation: the name of a person or a role stands in shifts too. */
export function refreshOrganization(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: organizationKey() })
}
