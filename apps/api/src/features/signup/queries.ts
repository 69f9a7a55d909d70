import type { PublicNames } from '@muster/contract/public-event'
import type { Approval } from '@muster/contract/rules/approval'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { identityKey } from '@muster/contract/rules/fold'
import type { Question } from '@muster/contract/rules/questions'
import type { ShiftVisibility } from '@muster/contract/rules/shift-visibility'
import type { SignupWindow } from '@muster/contract/rules/signup-window'
import { type SQL, sql } from 'drizzle-orm'
import type { StoredAnswer } from '../../access/idempotency.ts'
import type { OrgTx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { joinShift } from '../../db/join-shift.ts'
import { prepare } from '../../db/prepare.ts'
import { assignment, event, organization, person, role, type ShiftRow, shift } from '../../db/schema.ts'
import { swapInForce } from '../../db/swap-in-force.ts'
import { type ShiftReading, shiftReading } from '../events/public-shifts.ts'
import type { Visitor } from './visitor.ts'

const org = sql`${sql.placeholder('org')}::uuid`
const ids = sql`${sql.placeholder('ids')}::uuid[]`

/** Columns of `e`, an event, that decide whether its sign-up is open (D49). */
export const signupWindow = (): SQL => sql`e.published, e.signup_opens_at, e.signup_closes_at, e.archived`

export type SignUpShift = ShiftReading &
  SignupWindow & {
    published: boolean
    visibility: ShiftVisibility
    link_key: string
    event_id: string
    role_name: string
    public_names: PublicNames
    late_signup: boolean
    approval: Approval
    max_shifts: number | null
    min_age: number | null
    needs_tag: string | null
    /** Ids of the people of the form who have the tag that the role needs (D53). */
    tagged: string[]
    questions: Question[]
    /** True if the operator has paused the organisation. */
    is_paused: boolean
    /** Assignments of the people of the form, on other shifts too. */
    own: OwnAssignment[]
  }

export type OwnAssignment = {
  assignment_id: string
  person_id: string
  shift_id: string
  event_id: string
  status: AssignmentStatus
  start_dt: string
  end_dt: string
}

// The offset keeps the planner from reading all shifts of a role or event (docs/decisions/0010).
const selectSignUpShifts = prepare<SignUpShift>(
  'signup_list_shifts',
  sql`
    select ${shiftReading()}, shift.event_id, shift.visibility, e.link_key, r.name as role_name, e.public_names, e.late_signup,
      e.approval, e.max_shifts, r.min_age, r.needs_tag, e.questions, ${signupWindow()},
      o.paused_at is not null as is_paused,
      (
        select coalesce(json_agg(json_build_object(
          'assignment_id', a.id, 'person_id', a.person_id, 'shift_id', a.shift_id, 'event_id', s.event_id, 'status', a.status, 'start_dt', s.start_dt, 'end_dt', s.end_dt
        )), '[]')
        from ${person} p join ${assignment} a on a.person_id = p.id ${joinShift}
        where p.identity_key = any(${sql.placeholder('identity_keys')}::text[]) and ${isOrganization(sql`p.organization_id`, org)}
      ) as own,
      (
        select coalesce(json_agg(t.person_id), '[]')
        from ${person} p join person_tag t on t.organization_id = ${org} and t.person_id = p.id and t.tag_id = r.needs_tag
        where p.identity_key = any(${sql.placeholder('identity_keys')}::text[]) and ${isOrganization(sql`p.organization_id`, org)}
      ) as tagged
    from (
      select * from ${shift} where id = any(${ids}) and ${isOrganization(shift.organization_id, org)} offset 0
    ) shift
      join ${role} r on r.id = shift.role_id join ${event} e on e.id = shift.event_id
      join ${organization} o on o.id = ${org}
    order by shift.start_dt, shift.id
  `,
)

/** Lists the shifts by start. They and the people of the form must be locked. */
export const listSignUpShifts = (
  tx: OrgTx,
  { shift_ids, guests }: { shift_ids: readonly string[]; guests: readonly Visitor[] },
): Promise<SignUpShift[]> =>
  selectSignUpShifts(tx, { org: tx.org, ids: shift_ids, identity_keys: guests.map(identityKey) })

type HeldPlace = ShiftReading & { assignment_id: string; public_names: PublicNames }

const selectHeldPlaces = prepare<HeldPlace>(
  'signup_held_places',
  sql`
    select a.id as assignment_id, ${shiftReading()}, e.public_names
    from (
      select * from ${assignment} where id = any(${ids}) and ${isOrganization(assignment.organization_id, org)} offset 0
    ) a
      join ${person} p on p.id = a.person_id
      cross join lateral (select * from ${shift} where id = a.shift_id offset 0) shift
      join ${event} e on e.id = shift.event_id
    where a.status in ('CONFIRMED', 'ABSENT') and p.erased_at is null
    order by shift.start_dt, shift.id
  `,
)

/** Lists by start those of the assignments that their people still have. */
export const listHeldPlaces = (tx: OrgTx, assignment_ids: readonly string[]): Promise<HeldPlace[]> =>
  selectHeldPlaces(tx, { org: tx.org, ids: assignment_ids })

/** D58: whose place is handed over. `handed_to` is set once it was. */
export type Giver = {
  id: string
  person_id: string
  handed_to: string | null
  /** D52: somebody has asked for the place, and is not answered yet. */
  is_pending: boolean
  shift: Pick<ShiftRow, 'id' | 'role_id' | 'event_id' | 'start_dt' | 'end_dt'>
}

const selectGiver = prepare<Giver>(
  'signup_giver',
  sql`
    select a.id, a.person_id, a.handed_to,
      exists (select from request q where q.organization_id = a.organization_id and q.giver_id = a.id) as is_pending,
      json_build_object('id', s.id, 'role_id', s.role_id, 'event_id', s.event_id, 'start_dt', s.start_dt, 'end_dt', s.end_dt) as shift
    from assignment a ${joinShift} join event e on e.id = s.event_id
    where a.organization_id = ${org} and a.id = ${sql.placeholder('assignment_id')}
      and a.swap_id = ${sql.placeholder('swap_id')}::uuid and (a.status = 'CONFIRMED' or a.handed_to is not null)
      and ${swapInForce} = 'link' and e.published
  `,
)

/** Returns undefined once the link was withdrawn or has ended with the place. The shift must be locked. */
export async function findGiver(
  tx: OrgTx,
  of: { assignment_id: string; swap_id: string },
): Promise<Giver | undefined> {
  const [giver] = await selectGiver(tx, { org: tx.org, ...of })
  return giver
}

/** D58: whose place a request is for, while their link is open. Their shift must be locked. */
export async function findGiverOfRequest(tx: OrgTx, assignment_id: string): Promise<Giver | undefined> {
  const { rows } = await tx.execute<{ swap_id: string | null }>(
    sql`select swap_id from assignment where organization_id = ${tx.org} and id = ${assignment_id}`,
  )
  const swap_id = rows[0]?.swap_id
  const giver = swap_id ? await findGiver(tx, { assignment_id, swap_id }) : undefined
  return giver?.handed_to === null ? giver : undefined
}

const selectAnswers = prepare<StoredAnswer & { key: string }>(
  'signup_list_answers',
  sql`
    select key, body_hash, answer from idempotency_key
    where organization_id = ${org} and scope_id = ${sql.placeholder('shift_id')} and key = any(${sql.placeholder('keys')})
  `,
)

export const listAnswers = (tx: OrgTx, of: { shift_id: string; keys: readonly string[] }) =>
  selectAnswers(tx, { org: tx.org, ...of })

/** D49: without the key of its event, a shift that is only by link does not exist. */
export const isShownTo = (
  { visibility, link_key }: { visibility: ShiftVisibility; link_key: string },
  k: string | undefined,
): boolean => visibility === 'public' || link_key === k
