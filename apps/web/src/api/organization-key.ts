import type { QueryClient } from '@tanstack/react-query'
import { currentOrganization } from './current-organization.ts'

/** D35: another organisation has another cache. */
export function organizationKey(...parts: string[]): readonly (string | null)[] {
  return [currentOrganization(), ...parts]
}

/** Refetches everything of this organisation: names of people and roles are part of shifts, too. */
export function refreshOrganization(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: organizationKey() })
}
