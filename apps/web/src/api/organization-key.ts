import type { QueryClient } from '@tanstack/react-query'
import { currentOrganization } from './current-organization.ts'

/** D35: one cache per organisation. */
export function organizationKey(...parts: string[]): readonly (string | null)[] {
  return [currentOrganization(), ...parts]
}

/** Everything, because shifts contain names of people and roles. */
export function refreshOrganization(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: organizationKey() })
}
