import type { Candidate } from '@muster/contract/fill'
import { MOST_CANDIDATES } from '@muster/contract/rules/ask'
import { foldForSearch } from '@muster/contract/rules/fold'
import { groupBy } from '@muster/contract/rules/group-by'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { listDays } from '@muster/contract/rules/list-days'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { addressKey, listBlocked } from '../../outbox/suppression.ts'
import { loadUnreachable } from '../assignments/reach.ts'
import { listTagsOfPeople } from '../tags/queries.ts'
import {
  type FreePerson,
  findShiftToFill,
  listFreePeople,
  listRoles,
  listShiftsOfPeople,
  listWaitingForRole,
  type ShiftOfPerson,
} from './queries.ts'

type Candidates = { candidates: Candidate[]; left_out: { busy: number; unreachable: number } }

/** D61. Throws 404 `shift_not_found`. */
export async function listCandidates(deps: Deps, org: OrgId, shift_id: string): Promise<Candidates> {
  const { candidates, emails, left_out } = await deps.db.transaction(org, async (tx) => {
    const shift = await findShiftToFill(tx, shift_id)
    if (!shift) throw notFound('shift_not_found')
    const name = foldForSearch(shift.role_name)
    const role_ids = (await listRoles(tx)).flatMap((role) =>
      foldForSearch(role.name) === name ? role.id : [],
    )
    // Twice as many, because some are left out below.
    const which = { role_ids, now: deps.now(), most: 2 * MOST_CANDIDATES }
    const { people, ...counts } = await listFreePeople(tx, shift, which)
    const ids = people.map(({ id }) => id)
    const whyNot = await loadUnreachable(tx, people, deps.config)
    const shifts = groupBy(await listShiftsOfPeople(tx, ids), ({ person_id }) => person_id)
    const tags = await listTagsOfPeople(tx, ids)
    const waiting = await listWaitingForRole(tx, ids, shift.role_id)
    return {
      left_out: counts,
      emails: new Map(people.map(({ id, email }) => [id, email])),
      candidates: people.map((person) => ({
        ...describe(person, shifts.get(person.id) ?? [], { ...shift, role_ids, now: deps.now() }),
        channels: (['EMAIL', 'SMS'] as const).filter((channel) => whyNot(person, channel) === undefined),
        tags: tags.get(person.id) ?? [],
        is_waiting: waiting.has(person.id),
      })),
    }
  })
  // Read after that transaction: an organisation's transaction cannot read the blocks (D28).
  const addresses = [...emails.values()].flatMap((address) =>
    address ? { channel: 'EMAIL' as const, address } : [],
  )
  const blocked = await deps.db.system((tx) => listBlocked(tx, addresses))
  const reachable = candidates
    .map((one) => {
      const isBlocked = blocked.has(addressKey(emails.get(one.person.id) ?? ''))
      return { ...one, channels: one.channels.filter((channel) => channel !== 'EMAIL' || !isBlocked) }
    })
    .filter(({ channels }) => channels.length > 0)
  return { candidates: reachable.slice(0, MOST_CANDIDATES), left_out }
}

type Gap = {
  start_dt: string
  end_dt: string
  event_id: string
  time_zone: string
  role_ids: string[]
  now: string
}

/** `shifts`: all those of the person, by start. */
function describe(
  { id, first_name, last_name, child_team, last_asked_at }: FreePerson,
  shifts: readonly ShiftOfPerson[],
  { event_id, time_zone, role_ids, now, ...gap }: Gap,
): Omit<Candidate, 'channels' | 'tags' | 'is_waiting'> {
  const did = shifts.findLast(
    (one) => one.status === 'CONFIRMED' && one.end_dt <= now && role_ids.includes(one.role_id),
  )
  const by_distance = shifts
    .map((one) => ({ ...one, hours: hoursBetween(one, gap) }))
    .toSorted((one, other) => one.hours - other.hours)
  const [nearest] = by_distance
  const days = new Set(listDays(gap.start_dt, gap.end_dt, time_zone))
  const same_day = by_distance.find(({ start_dt, end_dt }) =>
    listDays(start_dt, end_dt, time_zone).some((day) => days.has(day)),
  )
  return {
    person: { id, first_name, last_name, child_team },
    did_role: did ? { event: { id: did.event_id, name: did.event_name }, start_dt: did.start_dt } : null,
    same_day: same_day ?? null,
    hours_apart: nearest ? Math.round(nearest.hours * 100) / 100 : null,
    shifts_at_event: shifts.filter((one) => one.event_id === event_id).length,
    last_asked_at,
  }
}

type Times = { start_dt: string; end_dt: string }

const hoursBetween = (one: Times, other: Times): number =>
  Math.max(
    0,
    Date.parse(one.start_dt) - Date.parse(other.end_dt),
    Date.parse(other.start_dt) - Date.parse(one.end_dt),
  ) / HOUR_MS
