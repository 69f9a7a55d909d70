import type { UncappedDeadline } from './invite-expiry.ts'

type Channel = 'EMAIL' | 'SMS'

export type InvitationFields = UncappedDeadline & {
  invite_sent_at: string | null
  invite_method: 'EMAIL' | 'SMS' | 'BOTH' | null
}

export type BroadcastInvitation = {
  assignment_id: string
  shift_id: string
  person_id: string
  channels: Channel[]
  before: InvitationFields
  after: InvitationFields
}

export function inviteMethodOf(channels: readonly Channel[]): 'EMAIL' | 'SMS' | 'BOTH' {
  if (channels.includes('EMAIL') && channels.includes('SMS')) return 'BOTH'
  return channels.includes('EMAIL') ? 'EMAIL' : 'SMS'
}

/** Keeps what has changed since the broadcast (D29). `kept` lists the channels whose message was already claimed. */
export function invitationAfterUndo(
  present: InvitationFields,
  { before, after }: Pick<BroadcastInvitation, 'before' | 'after'>,
  kept: readonly Channel[],
): InvitationFields {
  if (present.invite_sent_at !== after.invite_sent_at) return present
  if (kept.length > 0) return { ...present, invite_method: inviteMethodOf(kept) }
  const { uncapped_expires_at, expiry_set_at } = present
  const isExtended = expiry_set_at !== after.expiry_set_at
  return isExtended ? { ...before, uncapped_expires_at, expiry_set_at } : before
}
