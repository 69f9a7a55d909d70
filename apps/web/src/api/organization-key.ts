import { currentOrganization } from './current-organization.ts'

/** The query key of what belongs to the organisation of this tab: another organisation, another cache (D35). */
export function organizationKey(...parts: string[]): readonly (string | null)[] {
  return [currentOrganization(), ...parts]
}
