import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { OrgTx } from '../db/client.ts'
import { isAnyOf } from '../db/is-any-of.ts'
import { event, role, shift } from '../db/schema.ts'
import type { plan } from './kinds/former-plan.ts'

/** What people have been told of a shift: its plan, and the texts of its role and event. */
export type Plan = Required<z.infer<typeof plan>> & {
  role_name: string
  event_name: string
  shift_id: string
  event_id: string
  role_id: string
  role_description: string | null
  event_description: string | null
  notes: string | null
}

export function listPlans(tx: OrgTx, shift_ids: readonly string[]): Promise<Plan[]> {
  return tx
    .select({
      shift_id: shift.id,
      event_id: shift.event_id,
      role_id: shift.role_id,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      location: event.location,
      meeting_point: shift.meeting_point,
      time_zone: event.time_zone,
      role_name: role.name,
      role_description: role.description,
      event_name: event.name,
      event_description: event.description,
      notes: event.notes,
    })
    .from(shift)
    .innerJoin(role, eq(role.id, shift.role_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(and(eq(shift.organization_id, tx.org), isAnyOf(shift.id, shift_ids)))
}

/** D21: changes of times, place and role are told; those of texts only if the administrator chooses to. */
export function hasChanged(was: Plan, is: Plan, tells_texts: boolean): boolean {
  const differs = (field: keyof Plan) => was[field] !== is[field]
  return ALWAYS_TOLD.some(differs) || (tells_texts && TEXTS.some(differs))
}

const ALWAYS_TOLD = ['start_dt', 'end_dt', 'location', 'meeting_point', 'role_id'] as const
const TEXTS = ['role_name', 'role_description', 'event_name', 'event_description', 'notes'] as const

/** Descriptions of which a message says what they are now; it has the notes anyway. */
export function newDescriptions(was: Plan, is: Plan): string[] {
  return (['role_description', 'event_description'] as const).flatMap((field) =>
    was[field] === is[field] ? [] : (is[field] ?? []),
  )
}
