import { authErrorBody } from '@muster/contract/auth-service'
import { needsBearer } from '@muster/contract/endpoint'
import { type ErrorBody, errorBody } from '@muster/contract/errors'
import { isAuthService } from '@muster/contract/refusals'
import type { AppRoute } from '@ts-rest/core'
import type { z } from 'zod'
import { newId } from '../src/db/ids.ts'
import type { Deps } from '../src/deps.ts'
import { signId } from '../src/signing/signed-id.ts'
import type { Administrator } from './organizations.ts'
import { buildAssignment, buildPerson, buildShift } from './planning.ts'

/** Valid values for every route, so that calls pass the validation. */
export type Planned = {
  /** Ids of existing rows by parameter name. */
  ids: Record<string, string>
  /** Ids for `:id` by the folder in the path. */
  byFolder: Record<string, string>
  valid: Record<string, unknown>
}

export async function buildPlanned(deps: Deps, organization_id: string): Promise<Planned> {
  const shift = await buildShift(deps, { organization_id })
  const person = await buildPerson(deps, { organization_id, phone: '+46701234567' })
  const { id, round } = await buildAssignment(deps, { shift, person })
  const { event_id, role_id } = shift
  const token = signId(deps.keys, { purpose: 'personal_link', id, round })
  return {
    ids: { eventId: event_id, roleId: role_id, shiftId: shift.id, userId: newId(), token },
    byFolder: {
      events: event_id,
      shifts: shift.id,
      people: person.id,
      assignments: id,
      waiting: newId(),
      broadcasts: newId(),
      'api-keys': newId(),
      sessions: newId(),
      factors: newId(),
      passkeys: newId(),
      identities: newId(),
      'member-invitations': newId(),
    },
    valid: {
      event_id,
      role_id,
      shift_id: shift.id,
      shift_ids: [shift.id],
      person_ids: [person.id],
      add: [person.id],
      remove: [id],
      name: 'Namn',
      first_name: 'Åsa',
      last_name: 'Öberg',
      email: 'asa@volunteer.example',
      phone: '+46701234567',
      contact_email: 'kansli@sommarfesten.example',
      contact_phone: '+46701234567',
      password: 'three blue bikes',
      event_date_start: shift.start_dt,
      event_date_end: shift.end_dt,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      required_qty: 2,
      status: 'DECLINED',
      days: 7,
      method: 'EMAIL',
      confirm: true,
      message: 'Hej!',
      useAlphanumeric: true,
      messageType: 'custom',
      communicationChannel: 'both',
      includePastShifts: true,
      includeCurrentShifts: true,
      includeUpcomingShifts: true,
      includeLink: true,
      language: 'sv',
      stop: true,
      token,
      factor_type: 'totp',
      grant_type: 'password',
    },
  }
}

/** Returns the session where one is required, except for a logout, after which later calls would be refused. */
export function sessionFor(route: AppRoute, { headers }: Pick<Administrator, 'headers'>) {
  return needsBearer(route) && !route.path.endsWith('/logout') ? headers : {}
}

/** D2. The auth service adds fields (D10), except for a path that reaches no route. */
export const errorBodyOf = (route: AppRoute): z.ZodType<ErrorBody> =>
  isAuthService(route) ? authErrorBody.strict() : errorBody.strict()

export function pathOf(
  { path }: Pick<AppRoute, 'path'>,
  { ids, byFolder }: Planned,
  changes: Record<string, string> = {},
): string {
  return path.replaceAll(/(?:\/([\w-]+))?\/:(\w+)/g, (_, folder: string | undefined, name: string) => {
    const value = changes[name] ?? ids[name] ?? (folder && byFolder[folder]) ?? 'x'
    return `${folder ? `/${folder}` : ''}/${value}`
  })
}
