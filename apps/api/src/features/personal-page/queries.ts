import type { Language } from '@muster/contract/language'
import type { OrganizerContact } from '@muster/contract/organizations'
import type { Invitation } from '@muster/contract/personal-shift'
import type { OfferEnd } from '@muster/contract/rules/ask'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import type { ReminderHours } from '@muster/contract/rules/shift-reminder'
import type { SwapMode } from '@muster/contract/rules/swap'
import { and, eq, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { joinShift } from '../../db/join-shift.ts'
import { oneRow } from '../../db/one-row.ts'
import { prepare } from '../../db/prepare.ts'
import {
  type OrganizationRow,
  organizationColumn,
  type ShownOrganization,
  toPublicOrganization,
} from '../../db/public-organization.ts'
import { event as eventTable, person } from '../../db/schema.ts'
import { swapInForce } from '../../db/swap-in-force.ts'
import { toContact } from '../../mail/organizer.ts'

/** Data behind a personal link whose signature is not verified yet. */
export type Linked = {
  assignment_id: string
  round: number
  status: AssignmentStatus
  cancelled_at: string | null
  token_expires_at: string
  agreed_start_dt: string | null
  agreed_end_dt: string | null
  asked_again_at: string | null
  freed_unanswered: boolean
  ask_id: string | null
  offer_ended: OfferEnd | null
  swap_id: string | null
  handed_to: string | null
  /** Never sent to the client. */
  recipient: {
    id: string
    email: string | null
    phone: string | null
    language: Language
    gets_reminders: boolean
  }
  person: { first_name: string; last_name: string }
  is_erased: boolean
  organization: ShownOrganization
  contact: OrganizerContact
  required_qty: number
  /** The event's limit for cancelling (D39). */
  cancel_until_hours: number | null
  reminder_hours: ReminderHours | null
  waiting_list: boolean
  certificates: boolean
  /** The mode in force. */
  swap: SwapMode
  has_questions: boolean
  shift: {
    id: string
    start_dt: string
    end_dt: string
    meeting_point: string | null
    note: string | null
    role: {
      name: string
      description: string | null
      event: {
        id: string
        name: string
        location: string | null
        event_date_start: string
        notes: string | null
        time_zone: string
      }
    }
  }
}

const org = sql`${sql.placeholder('org')}::uuid`

export type AnswerColumns = Pick<
  Linked,
  | 'agreed_start_dt'
  | 'agreed_end_dt'
  | 'asked_again_at'
  | 'freed_unanswered'
  | 'offer_ended'
  | 'cancelled_at'
  | 'swap_id'
  | 'swap'
  | 'handed_to'
>

const answerColumns = sql`a.agreed_start_dt, a.agreed_end_dt, a.asked_again_at, a.freed_unanswered, a.offer_ended,
  a.cancelled_at, a.swap_id, a.handed_to, ${swapInForce} as swap`

type LinkedRow = AnswerColumns &
  Pick<Linked, 'assignment_id' | 'round' | 'status' | 'token_expires_at' | 'ask_id' | 'recipient'> & {
    first_name: string
    last_name: string
    is_erased: boolean
    organization: OrganizationRow
    contact_email: string | null
    contact_phone: string | null
    required_qty: number
    cancel_until_hours: number | null
    reminder_hours: ReminderHours | null
    waiting_list: boolean
    certificates: boolean
    has_questions: boolean
    shift_id: string
    start_dt: string
    end_dt: string
    meeting_point: string | null
    note: string | null
    role_name: string
    role_description: string | null
    event_id: string
    event_name: string
    location: string | null
    event_date_start: string
    notes: string | null
    time_zone: string
  }

const selectLinked = prepare<LinkedRow>(
  'find_linked',
  sql`
    select a.id as assignment_id, a.round, a.status, a.token_expires_at,
      ${answerColumns}, a.ask_id,
      json_build_object('id', p.id, 'email', p.email, 'phone', p.phone,
        'language', coalesce(p.language, o.language), 'gets_reminders', p.gets_reminders) as recipient,
      p.first_name, p.last_name, p.erased_at is not null as is_erased, ${organizationColumn}, s.id as shift_id, s.start_dt, s.end_dt, s.meeting_point, s.note, s.required_qty,
      coalesce(e.contact_email, o.contact_email) as contact_email,
      coalesce(e.contact_phone, o.contact_phone) as contact_phone,
      r.name as role_name, r.description as role_description,
      e.id as event_id, e.name as event_name, e.location, e.event_date_start, e.notes, e.time_zone,
      e.cancel_until_hours, e.reminder_hours, e.waiting_list, e.certificates,
      e.questions <> '[]' as has_questions
    from assignment a
    join person p on p.id = a.person_id
    join shift s on s.id = a.shift_id
    join role r on r.id = s.role_id
    join event e on e.id = s.event_id
    join organization o on o.id = a.organization_id
    where a.organization_id = ${org} and a.id = ${sql.placeholder('assignment_id')}
  `,
)

export async function findLinked(tx: OrgTx, assignment_id: string): Promise<Linked | undefined> {
  const [row] = await selectLinked(tx, { org: tx.org, assignment_id })
  if (!row) return undefined
  const { round, status, cancelled_at, token_expires_at, recipient, required_qty } = row
  const { agreed_start_dt, agreed_end_dt, asked_again_at, freed_unanswered, ask_id } = row
  const { offer_ended, swap_id, handed_to } = row
  const { cancel_until_hours, reminder_hours, waiting_list, certificates, swap, has_questions } = row
  const { start_dt, end_dt, meeting_point, note, location, event_date_start, notes, time_zone } = row
  const event = { id: row.event_id, name: row.event_name, location, event_date_start, notes, time_zone }
  const role = { name: row.role_name, description: row.role_description, event }
  return {
    assignment_id,
    round,
    status,
    cancelled_at,
    token_expires_at,
    agreed_start_dt,
    agreed_end_dt,
    asked_again_at,
    freed_unanswered,
    ask_id,
    offer_ended,
    swap_id,
    handed_to,
    recipient,
    person: { first_name: row.first_name, last_name: row.last_name },
    is_erased: row.is_erased,
    organization: toPublicOrganization(row.organization),
    contact: toContact(row),
    required_qty,
    cancel_until_hours,
    reminder_hours,
    waiting_list,
    certificates,
    swap,
    has_questions,
    shift: { id: row.shift_id, start_dt, end_dt, meeting_point, note, role },
  }
}

type OtherShift = Pick<
  Invitation['other_shifts'][number],
  'status' | 'start_dt' | 'end_dt' | 'meeting_point' | 'note' | 'role'
> &
  AnswerColumns &
  Pick<Linked, 'assignment_id' | 'round' | 'token_expires_at'> & { invite_sent_at: string | null }

const selectOtherShifts = prepare<
  Omit<OtherShift, 'role'> & { role_name: string; role_description: string | null }
>(
  'other_shifts',
  sql`
    select a.id as assignment_id, a.round, a.token_expires_at, a.invite_sent_at, a.status, s.start_dt, s.end_dt,
      s.meeting_point, s.note, ${answerColumns},
      r.name as role_name, r.description as role_description
    from assignment a ${joinShift} join role r on r.id = s.role_id join event e on e.id = s.event_id
    where a.person_id = ${sql.placeholder('person_id')} and ${isOrganization(sql`a.organization_id`, org)}
      -- Not an equality: the planner could then read the whole event for one person.
      and uuid_cmp(s.event_id, ${sql.placeholder('event_id')}) = 0 and s.id <> ${sql.placeholder('shift_id')}
    order by s.start_dt, s.id
  `,
)

export async function listOtherShifts(
  tx: OrgTx,
  of: { person_id: string; event_id: string; shift_id: string },
): Promise<OtherShift[]> {
  const rows = await selectOtherShifts(tx, { org: tx.org, ...of })
  return rows.map(({ role_name: name, role_description: description, ...shift }) => ({
    ...shift,
    role: { name, description },
  }))
}

type SignUp = { assignment_id: string; status: AssignmentStatus; email: string | null; end_dt: string }

const selectSignUps = prepare<SignUp>(
  'list_sign_ups',
  sql`
    select a.id as assignment_id, a.status, p.email, s.end_dt
    from assignment a join person p on p.id = a.person_id ${joinShift}
    where a.organization_id = ${org} and a.id = any(${sql.placeholder('ids')}::uuid[])
  `,
)

export const listSignUps = (tx: OrgTx, assignment_ids: readonly string[]): Promise<SignUp[]> =>
  selectSignUps(tx, { org: tx.org, ids: assignment_ids })

/** D39 */
export async function getCancelHours(tx: OrgTx, event_id: string): Promise<number | null> {
  const found = await tx
    .select({ cancel_until_hours: eventTable.cancel_until_hours })
    .from(eventTable)
    .where(and(eq(eventTable.organization_id, tx.org), eq(eventTable.id, event_id)))
  return oneRow(found).cancel_until_hours
}

export async function updateReminders(tx: OrgTx, person_id: string, gets_reminders: boolean): Promise<void> {
  await tx
    .update(person)
    .set({ gets_reminders })
    .where(and(eq(person.organization_id, tx.org), eq(person.id, person_id)))
}
