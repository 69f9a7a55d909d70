import type { Event } from '@muster/contract/events'
import { noCoverage } from '@muster/contract/rules/coverage'
import { groupBy } from '@muster/contract/rules/group-by'
import type { AccessScope } from '../../access/access.ts'
import type { OrgTx } from '../../db/client.ts'
import type { ListPage } from '../../edge/list-page.ts'
import { notFound } from '../../edge/refusal.ts'
import {
  countPeople,
  type EventFilter,
  type EventRow,
  listCoverage,
  listEvents,
  listRoles,
} from './queries.ts'

export async function readEvents(
  tx: OrgTx,
  now: string,
  filter: EventFilter,
  page?: ListPage,
): Promise<Event[]> {
  const { updated_since: _since, ...scope } = filter
  return addFigures(tx, await listEvents(tx, filter, page), { now, scope })
}

/** Throws 404 `event_not_found`. */
export async function getEvent(tx: OrgTx, now: string, scope: AccessScope): Promise<Event> {
  const [event] = await readEvents(tx, now, scope)
  if (!event) throw notFound('event_not_found')
  return event
}

async function addFigures(
  tx: OrgTx,
  events: EventRow[],
  { now, scope }: { now: string; scope: AccessScope },
): Promise<Event[]> {
  const roles = groupBy(await listRoles(tx, scope), ({ event_id }) => event_id)
  const coverage = new Map((await listCoverage(tx, now, scope)).map((sum) => [sum.event_id, sum]))
  const people = new Map((await countPeople(tx, scope)).map(({ event_id, count }) => [event_id, count]))
  return events.map((event) => ({
    ...event,
    roles: roles.get(event.id) ?? [],
    coverage: coverage.get(event.id) ?? noCoverage,
    people_count: people.get(event.id) ?? 0,
  }))
}
