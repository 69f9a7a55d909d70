import { type OrganizationHint, topics } from '@muster/contract/live'
import { useMemberTopic } from './use-member-topic.ts'

/** Passes on each hint, and `'everything'` after a reconnect, when hints may have been lost. */
export function useOrganizationHints(
  organization_id: string,
  onHint: (hint: OrganizationHint | 'everything') => void,
): void {
  useMemberTopic(topics.organization(organization_id), (hint) =>
    onHint(hint && isOrganizationHint(hint) ? hint : 'everything'),
  )
}

function isOrganizationHint(hint: object): hint is OrganizationHint {
  return 'event_id' in hint && 'shift_ids' in hint
}
