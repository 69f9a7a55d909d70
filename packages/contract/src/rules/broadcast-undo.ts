import type { UncappedDeadline } from './invite-expiry.ts'

/** D29: messages of a broadcast become due after this many milliseconds, so that it can be undone. */
export const UNDO_MS = 10_000

type Channel = 'EMAIL' | 'SMS'

/** The fields of an assignment that a message with its link changes (D18, D29). */
export type InvitationFields = UncappedDeadline & {
  invite_sent_at: string | null
  invite_method: 'EMAIL' | 'SMS' | 'BOTH' | null
}

/** An invitation sent by a broadcast, as the broadcast's row stores it. */
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

/**
 * D29: an invitation after an undo. `kept`: the channels whose message was already claimed. What has been changed since
 * the broadcast stays: a later invitation, an extension.
 */
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
