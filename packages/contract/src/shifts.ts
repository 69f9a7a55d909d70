import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { id, idempotencyHeaders, instant, notifyQuery, pageQuery, version } from './fields.ts'
import { because } from './issues.ts'
import { routes } from './routes.ts'
import { assignmentStatuses } from './rules/assignment-status.ts'
import { invitationStates } from './rules/invitation-state.ts'

const c = initContract()

export const assignmentStatus = z.enum(assignmentStatuses)
export const inviteMethod = z.enum(['EMAIL', 'SMS', 'BOTH'])

/** In `view=schedule` the fields of the invitation are omitted but for `invitation` (D5). */
export const assignment = z.object({
  id,
  shift_id: id,
  person_id: id,
  status: assignmentStatus,
  person: z.object({
    id,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string().optional(),
    phone: z.string().nullable().optional(),
    child_team: z.string().nullable(),
  }),
  /** D17: derived per answer, never stored. */
  token: z.string().optional(),
  token_expires_at: z.string().optional(),
  invite_sent: z.boolean().optional(),
  invite_sent_at: z.string().nullable().optional(),
  invite_method: inviteMethod.nullable().optional(),
  /** D37: of an INVITED person, in `view=schedule` only. */
  invitation: z.enum(invitationStates).optional(),
  /** D11: phone typed at sign-up that differs from the person's. */
  other_phone: z.string().nullable().optional(),
})

export type Assignment = z.infer<typeof assignment>

export const shift = z.object({
  id,
  role_id: id,
  role: z.object({
    id,
    name: z.string(),
    event: z.object({ id, name: z.string() }),
  }),
  start_dt: z.string(),
  end_dt: z.string(),
  required_qty: z.int(),
  assignment: z.array(assignment),
  version,
})

export type Shift = z.infer<typeof shift>

const requiredQty = z.int().min(1, because('too_few')).max(10_000, because('too_many'))

export const newShift = z.object({
  event_id: id,
  role_id: id,
  start_dt: instant,
  end_dt: instant,
  required_qty: requiredQty,
})

export const shiftChange = newShift.partial().extend({ version: version.optional() })

const byId = z.object({ id })

export const shifts = c.router({
  listShifts: {
    ...routes.shifts.listShifts,
    summary: 'Shifts with their assignments, of the organisation, of one event or of one person',
    query: z.object({
      event_id: id.optional(),
      /** Only shifts of this person, with all their assignments. */
      person_id: id.optional(),
      view: z.enum(['schedule']).optional(),
      ...pageQuery,
    }),
    responses: { 200: z.object({ shifts: z.array(shift) }) },
  },
  createShift: {
    ...routes.shifts.createShift,
    summary: 'Add a shift',
    headers: idempotencyHeaders,
    body: newShift,
    responses: { 201: shift },
  },
  updateShift: {
    ...routes.shifts.updateShift,
    summary: "Change a shift; refused where it would collide with an assigned person's other shift (D14)",
    pathParams: byId,
    query: notifyQuery,
    body: shiftChange,
    responses: { 200: shift },
  },
  deleteShift: {
    ...routes.shifts.deleteShift,
    summary: 'Remove a shift and its assignments',
    pathParams: byId,
    query: notifyQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
})
