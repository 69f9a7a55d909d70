import type { BroadcastPreview } from '@muster/contract/broadcasts'

type Recipient = BroadcastPreview['recipients'][number]

export function isDeliverable({ email, sms }: Recipient): boolean {
  return email === 'reachable' || sms === 'reachable'
}

export function countUndeliverable({ recipients }: BroadcastPreview): number {
  return recipients.filter((recipient) => !isDeliverable(recipient)).length
}

/** Of those who are named, all who get nothing because they are on none of the chosen shifts. */
export function countWithoutShift(
  { recipients }: BroadcastPreview,
  person_ids: readonly string[] | null,
): number {
  const found = new Set(recipients.map(({ person_id }) => person_id))
  return (person_ids ?? []).filter((id) => !found.has(id)).length
}

export function countChannel({ recipients }: BroadcastPreview, channel: 'email' | 'sms'): number {
  return recipients.filter((recipient) => recipient[channel] === 'reachable').length
}

export function reasonsOf({ email, sms }: Recipient) {
  return [
    ...(email && email !== 'reachable' ? [{ channel: 'EMAIL' as const, reason: email }] : []),
    ...(sms && sms !== 'reachable' ? [{ channel: 'SMS' as const, reason: sms }] : []),
  ]
}
