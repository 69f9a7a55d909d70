import type { PublicNames } from '@muster/contract/public-event'
import type { Approval } from '@muster/contract/rules/approval'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import type { Question } from '@muster/contract/rules/questions'
import type { SwapMode } from '@muster/contract/rules/swap'
import { sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { prepare } from '../../db/prepare.ts'
import { type OrganizationRow, organizationColumn } from '../../db/public-organization.ts'
import { swapInForce } from '../../db/swap-in-force.ts'

/** What a link for a replacement leads to. Its signature is not verified yet. */
export type SwapRow = {
  assignment_id: string
  swap_id: string
  handed_to: string | null
  /** D52: somebody has asked for the place, and is not answered yet. */
  is_pending: boolean
  status: AssignmentStatus
  mode: SwapMode
  published: boolean
  organization: OrganizationRow
  contact_email: string | null
  contact_phone: string | null
  event_id: string
  event_name: string
  location: string | null
  time_zone: string
  public_names: PublicNames
  questions: Question[]
  approval: Approval
  min_age: number | null
  needs_tag: string | null
  role_id: string
  role_name: string
  role_description: string | null
  shift_id: string
  start_dt: string
  end_dt: string
  meeting_point: string | null
  note: string | null
}

const selectSwap = prepare<SwapRow>(
  'find_swap',
  sql`
    select a.id as assignment_id, a.swap_id, a.handed_to,
      exists (select from request q where q.organization_id = a.organization_id and q.giver_id = a.id) as is_pending, a.status, ${swapInForce} as mode, e.published,
      ${organizationColumn}, coalesce(e.contact_email, o.contact_email) as contact_email,
      coalesce(e.contact_phone, o.contact_phone) as contact_phone, e.id as event_id, e.name as event_name, e.location,
      e.time_zone, e.public_names, e.questions, e.approval, r.min_age, r.needs_tag, r.id as role_id, r.name as role_name, r.description as role_description, s.id as shift_id, s.start_dt,
      s.end_dt, s.meeting_point, s.note
    from assignment a
    join shift s on s.id = a.shift_id
    join role r on r.id = s.role_id
    join event e on e.id = s.event_id
    join organization o on o.id = a.organization_id
    where a.organization_id = ${sql.placeholder('org')}::uuid and a.id = ${sql.placeholder('id')} and a.swap_id is not null
  `,
)

export async function findSwap(tx: OrgTx, id: string): Promise<SwapRow | undefined> {
  const [swap] = await selectSwap(tx, { org: tx.org, id })
  return swap
}
