import type { QueryClient } from '@tanstack/react-query'
import { currentOrganization } from './current-organization.ts'

/** Returns a cache key of the current organisation: each has its own cache (D35). */
export function organizationKey(...parts: string[]): readonly (string | null)[] {
  return [currentOrganization(), ...parts]
}

/** Refreshes everything, because shifts contain names of people and roles. */
export function refreshOrganization(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: organizationKey() })
}
