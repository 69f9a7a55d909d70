import type { RouteName } from './route-access.ts'

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
  'event.added',
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
  'assignment.given_up',
  'assignment.taken_again',
  'assignment.disowned',
  'assignment.disowned_late',
  'assignment.mail_resumed',
  'waiting.joined',
  'waiting.taken',
  'waiting.left',
  'waiting.offered',
  'waiting.withdrawn',
  'waiting.removed',
  'message.sent',
  'broadcast.sent',
  'broadcast.undone',
] as const
export type LogAction = (typeof logActions)[number]

export const logEntities = [
  'organization',
  'api_key',
  'member',
  'member_invitation',
  'person',
  'event',
  'role',
  'shift',
  'assignment',
  'waiting',
  'message',
  'broadcast',
] as const
export type LogEntity = (typeof logEntities)[number]

/** Ids of what an action concerns. Their names are looked up when the log is read. */
export type LogSubjects = {
  event_id?: string
  role_id?: string
  shift_id?: string
  person_ids?: string[]
  api_key_id?: string
  user_id?: string
  invitation_id?: string
  broadcast_id?: string
}

type Mutation = Exclude<Extract<RouteName, `${string} /admin/${string}`>, `GET ${string}`>

/** A call under /admin that changes something needs a row to compile. `none` is for nothing of the organisation. */
export const loggedActions: Record<Mutation, readonly LogAction[] | 'none'> = {
  'PUT /admin/organization': ['organization.changed'],
  'POST /admin/organization/end': ['organization.ended'],
  'POST /admin/api-keys': ['api_key.created'],
  'DELETE /admin/api-keys/:id': ['api_key.revoked'],
  'PUT /admin/members/:userId': ['member.changed'],
  'DELETE /admin/members/:userId': ['member.removed'],
  'POST /admin/members/leave': ['member.left'],
  'POST /admin/member-invitations': ['member_invitation.sent'],
  'PUT /admin/member-invitations/:id': ['member_invitation.changed'],
  'POST /admin/member-invitations/:id/send': ['member_invitation.sent_again'],
  'DELETE /admin/member-invitations/:id': ['member_invitation.withdrawn'],
  'POST /admin/people': ['person.added'],
  'PUT /admin/people/:id': ['person.changed'],
  'DELETE /admin/people/:id': ['person.erased'],
  'POST /admin/events': ['event.added'],
  'PUT /admin/events/:id': ['event.changed'],
  'DELETE /admin/events/:id': ['event.removed'],
  'POST /admin/events/:id/roles': ['role.added'],
  'PUT /admin/events/:id/roles/:roleId': ['role.changed'],
  'DELETE /admin/events/:id/roles/:roleId': ['role.removed'],
  // This call only remembers what the caller last looked at.
  'POST /admin/user/last-event': 'none',
  'POST /admin/people/:id/messages/read': 'none',
  'PUT /admin/user/notices': 'none',
  'POST /admin/shifts': ['shift.added'],
  'PUT /admin/shifts/:id': ['shift.changed'],
  'DELETE /admin/shifts/:id': ['shift.removed'],
  'POST /admin/assign': ['assignment.added'],
  'POST /admin/shifts/:id/assignments': ['assignment.added', 'assignment.removed'],
  'DELETE /admin/assignments/:id': ['assignment.removed'],
  'PATCH /admin/assignments/:id': ['assignment.changed'],
  'PATCH /admin/assignments/:id/extend-expiration': ['assignment.extended'],
  'POST /admin/assignments/:id/send-invite': ['assignment.invited', 'assignment.link_sent'],
  'POST /admin/assignments/:id/new-link': ['assignment.link_replaced'],
  'POST /admin/notices/preview': 'none',
  'POST /admin/waiting/:id/offer': ['waiting.offered', 'waiting.withdrawn'],
  'DELETE /admin/waiting/:id': ['waiting.removed'],
  'POST /admin/people/:id/send-sms': ['message.sent'],
  'POST /admin/people/:id/thread': 'none',
  'POST /admin/events/:eventId/broadcast': ['broadcast.sent'],
  'POST /admin/events/:eventId/broadcast/preview': 'none',
  'POST /admin/broadcasts/:id/undo': ['broadcast.undone'],
}

/** Returns true for reads, actions that do not change the organisation, and leaving it. */
export function isOpenWhilePaused(method: string, path: string): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const rows: Partial<Record<string, readonly LogAction[] | 'none'>> = loggedActions
  const actions = rows[`${method} ${path}`]
  return actions === 'none' || actions?.includes('member.left') === true
}
