import type { Event } from '@muster/contract/events'
import { noCoverage } from '@muster/contract/rules/coverage'
import type { OrgTx } from '../../db/client.ts'
import { groupBy } from '../../db/group-by.ts'
import type { ListPage } from '../../http/list-page.ts'
import { countPeople, type EventRow, listCoverage, listEventPage, listEvents, listRoles } from './queries.ts'

export async function readEvents(tx: OrgTx, now: string, id?: string): Promise<Event[]> {
  return addFigures(tx, await listEvents(tx, id), { now, id })
}

export async function readEventPage(
  tx: OrgTx,
  now: string,
  { page, id }: { page: ListPage; id: string | undefined },
): Promise<Event[]> {
  return addFigures(tx, await listEventPage(tx, page, id), { now, id })
}

/** Those of one event, or of all. */
async function addFigures(
  tx: OrgTx,
  events: EventRow[],
  { now, id }: { now: string; id?: string | undefined },
): Promise<Event[]> {
  const roles = groupBy(await listRoles(tx, id), ({ event_id }) => event_id)
  const coverage = new Map((await listCoverage(tx, now, id)).map((sum) => [sum.event_id, sum]))
  const people = new Map((await countPeople(tx, id)).map(({ event_id, count }) => [event_id, count]))
  return events.map((event) => ({
    ...event,
    roles: roles.get(event.id) ?? [],
    coverage: coverage.get(event.id) ?? noCoverage,
    people_count: people.get(event.id) ?? 0,
  }))
}
