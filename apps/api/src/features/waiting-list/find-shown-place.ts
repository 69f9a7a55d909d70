import type { OrganizerContact } from '@muster/contract/organizations'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { ON_WAITING_LIST } from '../../db/on-waiting-list.ts'
import { prepare } from '../../db/prepare.ts'
import {
  type OrganizationRow,
  organizationColumn,
  type ShownOrganization,
  toPublicOrganization,
} from '../../db/public-organization.ts'
import { toContact } from '../../mail/organizer.ts'
import type { WaitingRow } from './queries.ts'

type Shown = Pick<WaitingRow, 'id' | 'round' | 'status' | 'offer_expires_at' | 'person_id'> & {
  /** Place in line, from 1; null outside the waiting list. */
  place: number | null
  /** True if they were told of an offer since they queued, and now wait again. */
  is_offer_withdrawn: boolean
  /** The person's assignment on the shift, if there is one. */
  assignment: { id: string; status: AssignmentStatus } | null
  first_name: string
  organization: OrganizationRow
  contact_email: string | null
  contact_phone: string | null
  shift_id: string
  start_dt: string
  end_dt: string
  role_name: string
  role_description: string | null
  event_id: string
  event_name: string
  location: string | null
  time_zone: string
}

const selectShown = prepare<Shown>(
  'waiting_shown',
  sql`
    select w.id, w.round, w.status, w.person_id,
      case when w.offer_expires_at > s.start_dt then s.start_dt else w.offer_expires_at end as offer_expires_at,
      case when w.status ${ON_WAITING_LIST} then (
        select count(*)::int from waiting before
        where before.shift_id = w.shift_id and before.organization_id = w.organization_id
          and before.status ${ON_WAITING_LIST} and (before.queued_at, before.id) <= (w.queued_at, w.id)
      ) end as place,
      w.status = 'WAITING' and exists (
        select from message m
        where m.person_id = w.person_id and m.organization_id = w.organization_id and m.template = 'place_offered'
          and m.status in ('SENDING', 'SENT', 'DELIVERED', 'UNKNOWN') and m.payload->>'waiting_id' = w.id::text
          and m.created_at > w.queued_at
      ) as is_offer_withdrawn,
      (
        select json_build_object('id', a.id, 'status', a.status) from assignment a
        where a.shift_id = w.shift_id and a.person_id = w.person_id and a.organization_id = w.organization_id
      ) as assignment,
      p.first_name, ${organizationColumn},
      coalesce(e.contact_email, o.contact_email) as contact_email,
      coalesce(e.contact_phone, o.contact_phone) as contact_phone,
      s.id as shift_id, s.start_dt, s.end_dt, r.name as role_name, r.description as role_description,
      e.id as event_id, e.name as event_name, e.location, e.time_zone
    from waiting w
    join person p on p.id = w.person_id
    join shift s on s.id = w.shift_id
    join role r on r.id = s.role_id
    join event e on e.id = s.event_id
    join organization o on o.id = w.organization_id
    where w.organization_id = ${sql.placeholder('org')}::uuid and w.id = ${sql.placeholder('id')}
  `,
)

export type ShownPlace = Pick<
  Shown,
  'id' | 'round' | 'status' | 'place' | 'is_offer_withdrawn' | 'offer_expires_at' | 'assignment'
> & {
  person: { id: string; first_name: string }
  organization: ShownOrganization
  contact: OrganizerContact
  shift: Pick<Shown, 'start_dt' | 'end_dt'> & {
    id: string
    role: {
      name: string
      description: string | null
      event: { id: string; name: string; location: string | null; time_zone: string }
    }
  }
}

/** Finds what the volunteer's page of their place in line shows. */
export async function findShownPlace(tx: OrgTx, id: string): Promise<ShownPlace | undefined> {
  const [row] = await selectShown(tx, { org: tx.org, id })
  if (!row) return undefined
  const { round, status, place, is_offer_withdrawn, offer_expires_at, assignment } = row
  const { start_dt, end_dt, location, time_zone } = row
  const event = { id: row.event_id, name: row.event_name, location, time_zone }
  return {
    id,
    round,
    status,
    place,
    is_offer_withdrawn,
    offer_expires_at,
    assignment,
    person: { id: row.person_id, first_name: row.first_name },
    organization: toPublicOrganization(row.organization),
    contact: toContact(row),
    shift: {
      id: row.shift_id,
      start_dt,
      end_dt,
      role: { name: row.role_name, description: row.role_description, event },
    },
  }
}
