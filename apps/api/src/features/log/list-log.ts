import type { LogEntry } from '@muster/contract/log'
import type { LogChanges, LogValue } from '@muster/contract/rules/log-action'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { ListPage } from '../../edge/list-page.ts'
import { listCallNames } from '../session/account-queries.ts'
import { type LogFilter, type LogRow, listEntries, listNames, listZones } from './queries.ts'

export type LogPage = { entries: LogEntry[]; next: string | undefined }

/** A1: rows hold ids; the names shown are the current ones, but those of a shift are of then. */
export async function listLog(
  { db }: Pick<Deps, 'db'>,
  org: OrgId,
  { filter, page }: { filter: LogFilter; page: ListPage },
): Promise<LogPage> {
  const { rows, next, names, zones } = await db.transaction(org, async (tx) => {
    const found = await listEntries(tx, filter, page)
    const ids = [...new Set(found.rows.flatMap(listIds))]
    return { ...found, names: await listNames(tx, ids), zones: await listZones(tx, ids) }
  })
  const user_ids = rows.flatMap(({ actor_id, subjects: { user_id } }) => [actor_id, user_id])
  const accounts = await db.system((tx) => listCallNames(tx, [...new Set(user_ids)].filter(isId)))
  const nameOf = (id: string) => names.get(id) ?? accounts.get(id)?.name ?? null
  const named = (id: string) => ({ id, name: nameOf(id) })

  const entries = rows.map(({ id, at, actor_kind, actor_id, action, fields, changes, subjects, ...row }) => ({
    id,
    at,
    actor: {
      kind: actor_kind,
      id: actor_id,
      name: actor_id && nameOf(actor_id),
      email: (actor_id && accounts.get(actor_id)?.email) ?? null,
    },
    action,
    fields,
    changes: Object.entries(changes).map(([field, values]) => changeOf(field, values)),
    ...(subjects.event_id && {
      event: { ...named(subjects.event_id), time_zone: zones.get(subjects.event_id) ?? null },
    }),
    ...(subjects.role_id && { role: named(subjects.role_id) }),
    ...(row.shift && { shift: row.shift }),
    ...(row.batch_id && { batch_id: row.batch_id }),
    ...(subjects.person_ids && { people: subjects.person_ids.map(named) }),
    ...(subjects.user_id && { member: named(subjects.user_id) }),
    ...(subjects.invitation_id && { invitation: named(subjects.invitation_id) }),
    ...(subjects.api_key_id && { api_key: named(subjects.api_key_id) }),
  }))
  return { entries, next }

  function changeOf(field: string, [before, after]: LogChanges[string]) {
    if (!IDS.has(field)) return { field, before, after }
    const [old_name, new_name] = [before, after].map((id) => (typeof id === 'string' ? nameOf(id) : null))
    return { field, before: old_name ?? null, after: new_name ?? null }
  }
}

/** Fields that hold ids. */
const IDS = new Set(['role_id', 'event_id'])

function listIds({ actor_id, subjects, changes }: LogRow): string[] {
  const changed = Object.entries(changes).flatMap(([field, ids]) => (IDS.has(field) ? [...ids] : []))
  return [actor_id, ...Object.values(subjects).flat(), ...changed].filter(isId)
}

const isId = (id: LogValue | undefined): id is string => typeof id === 'string'
