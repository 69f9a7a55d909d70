import { contactsShownTo } from '@muster/contract/rules/member-role'
import { useMemo } from 'react'
import { useMay } from '../../api/rights.ts'
import { useOrganization } from '../organizations/use-organization.ts'
import type { Column } from './use-columns.ts'

export type ShownColumn = 'name' | 'team' | 'email' | 'phone' | 'notes' | 'actions' | Column

/** M1, D69: only what the member may see. `more` are those chosen. */
export function useShownColumns(more: readonly Column[]): readonly ShownColumn[] {
  const organization = useOrganization()
  const mayPlan = useMay('plan')
  const hasTeams = organization?.uses_child_team === true && mayPlan
  const contacts = organization ? contactsShownTo(organization.role) : 'none'
  return useMemo(() => {
    if (contacts !== 'all') return contacts === 'phone' ? ['name', 'phone'] : ['name']
    return ['name', ...(hasTeams ? (['team'] as const) : []), 'email', 'phone', 'notes', ...more, 'actions']
  }, [contacts, hasTeams, more])
}
