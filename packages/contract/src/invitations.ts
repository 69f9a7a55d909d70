import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { id, idempotencyHeaders } from './fields.ts'
import { organizerContact } from './organizations.ts'
import { routes } from './routes.ts'
import { assignmentStatus } from './shifts.ts'

const c = initContract()

export const invitation = z.object({
  status: assignmentStatus,
  /** D18: deadline for an INVITED person's answer. */
  answer_by: z.string(),
  person: z.object({ first_name: z.string() }),
  organization: z.object({ name: z.string() }),
  contact: organizerContact,
  /** D31: the person has opted out of the organisation's messages. */
  messages_stopped: z.boolean(),
  shift: z.object({
    id,
    start_dt: z.string(),
    end_dt: z.string(),
    spots_left: z.int(),
    role: z.object({
      name: z.string(),
      description: z.string().nullable(),
      event: z.object({
        id,
        name: z.string(),
        location: z.string().nullable(),
        event_date_start: z.string(),
        notes: z.string().nullable(),
        time_zone: z.string(),
      }),
    }),
  }),
  other_shifts: z.array(
    z.object({
      /** D29: of the shift's own personal link; null when that is closed (D18). */
      token: z.string().nullable(),
      status: assignmentStatus,
      start_dt: z.string(),
      end_dt: z.string(),
      role: z.object({ name: z.string() }),
    }),
  ),
})

export type Invitation = z.infer<typeof invitation>

/** D41: whom to ask about a link, also when it has expired. */
export const organizer = z.object({
  organization: z.object({ name: z.string() }),
  contact: organizerContact,
  event: z.object({ id, name: z.string() }),
})

export type Organizer = z.infer<typeof organizer>

/** D17: 43 base64url characters; anything else is answered 404, not 400. */
const byToken = z.object({ token: z.string().max(200) })

export const invitations = c.router({
  getAssignment: {
    ...routes.invitations.getAssignment,
    summary: 'The assignment behind a personal link',
    pathParams: byToken,
    responses: { 200: invitation },
  },
  getOrganizer: {
    ...routes.invitations.getOrganizer,
    summary: 'Whom to ask about a personal link (D41); also once it is closed',
    pathParams: byToken,
    responses: { 200: organizer },
  },
  answerInvitation: {
    ...routes.invitations.answerInvitation,
    summary: 'Confirm or decline (D12, D14, D18); answering twice is refused with the status',
    pathParams: byToken,
    headers: idempotencyHeaders,
    body: z.object({ confirm: z.boolean() }),
    responses: { 200: invitation },
  },
  stopMessages: {
    ...routes.invitations.stopMessages,
    summary: 'End what the organisation sends, or take it up again (D31); also once the link is closed',
    pathParams: byToken,
    body: z.object({ stop: z.boolean() }),
    responses: { 200: z.object({ messages_stopped: z.boolean() }) },
  },
  getAssignmentCalendar: {
    ...routes.invitations.getAssignmentCalendar,
    summary: 'The calendar entry of the assignment behind a personal link (D26)',
    pathParams: byToken,
    responses: { 200: c.otherResponse({ contentType: 'text/calendar; charset=utf-8', body: z.string() }) },
  },
})
