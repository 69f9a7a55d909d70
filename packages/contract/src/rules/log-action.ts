/** Names of the actions in the log, as entity and verb (A1). */
export const logActions = [
  'organization.changed',
  'organization.links_replaced',
  'organization.ended',
  'organization.exported',
  'organization.paused',
  'organization.resumed',
  'api_key.created',
  'api_key.revoked',
  'member.joined',
  'member.changed',
  'member.removed',
  'member.left',
  'member.factors_reset',
  'member.disabled',
  'member.enabled',
  'member.disowned',
  'member_invitation.sent',
  'member_invitation.changed',
  'member_invitation.sent_again',
  'member_invitation.withdrawn',
  'person.added',
  'person.changed',
  'person.change_asked',
  'person.change_withdrawn',
  'person.feed_renewed',
  'person.feed_sent',
  'person.messages_stopped',
  'person.messages_resumed',
  'person.exported',
  'person.erased',
  'person.tagged',
  'person.imported',
  'import.undone',
  'person.merged',
  'person.unmerged',
  'person.told_apart',
  'tag.changed',
  'tag.removed',
  'event.added',
  'event.copied',
  'event.changed',
  'event.removed',
  'role.added',
  'role.changed',
  'role.removed',
  'shift.added',
  'shift.changed',
  'shift.removed',
  'assignment.added',
  'assignment.removed',
  'assignment.changed',
  'assignment.extended',
  'assignment.invited',
  'assignment.link_sent',
  'assignment.link_replaced',
  'assignment.freed',
  'assignment.confirmed',
  'assignment.declined',
  'assignment.agreed',
  'assignment.ask_stopped',
  'assignment.ask_filled',
  'assignment.given_up',
  'assignment.taken_again',
  'assignment.swap_opened',
  'assignment.swap_withdrawn',
  'assignment.handed_over',
  'assignment.email_corrected',
  'assignment.disowned',
  'assignment.disowned_late',
  'assignment.mail_resumed',
  'batch.undone',
  'waiting.joined',
  'waiting.taken',
  'waiting.left',
  'waiting.offered',
  'waiting.withdrawn',
  'waiting.removed',
  'request.approved',
  'request.denied',
  'request.withdrawn',
  'message.sent',
  'broadcast.sent',
  'broadcast.planned',
  'broadcast.undone',
  'saved_text.added',
  'saved_text.changed',
  'saved_text.removed',
] as const
export type LogAction = (typeof logActions)[number]

export const logEntities = [
  'organization',
  'api_key',
  'member',
  'member_invitation',
  'person',
  'import',
  'tag',
  'event',
  'role',
  'shift',
  'assignment',
  'batch',
  'waiting',
  'request',
  'message',
  'broadcast',
  'saved_text',
] as const
export type LogEntity = (typeof logEntities)[number]

export type LogValue = string | number | boolean | null
/** Old and new value by the name of the field. */
export type LogChanges = Record<string, readonly [LogValue, LogValue]>

/** A shift as it was when it was acted on. Times are ISO 8601, UTC. */
export type LoggedShift = {
  id: string
  start_dt: string
  end_dt: string
  role_name: string
  time_zone: string
}

/** Ids of what an action concerns. Their names are looked up when the log is read. */
export type LogSubjects = {
  event_id?: string
  role_id?: string
  person_ids?: string[]
  api_key_id?: string
  user_id?: string
  invitation_id?: string
  broadcast_id?: string
}

/** Returns true for reads, actions that do not change the organisation, and leaving it. */
export function isOpenWhilePaused(method: string, log: readonly LogAction[] | 'none' | undefined): boolean {
  return method === 'GET' || method === 'HEAD' || log === 'none' || log?.includes('member.left') === true
}
