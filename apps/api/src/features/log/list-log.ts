import type { LogEntry } from '@muster/contract/log'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { ListPage } from '../../edge/list-page.ts'
import { listCallNames } from '../session/account-queries.ts'
import { type LogFilter, type LogRow, listEntries, listNames, listShiftTimes } from './queries.ts'

export type LogPage = { entries: LogEntry[]; next: string | undefined }

/** A1: rows hold ids; the names shown are the current ones. */
export async function listLog(
  { db }: Pick<Deps, 'db'>,
  org: OrgId,
  { filter, page }: { filter: LogFilter; page: ListPage },
): Promise<LogPage> {
  const { rows, next, names, shifts } = await db.transaction(org, async (tx) => {
    const found = await listEntries(tx, filter, page)
    const ids = [...new Set(found.rows.flatMap(listIds))]
    return { ...found, names: await listNames(tx, ids), shifts: await listShiftTimes(tx, ids) }
  })
  const user_ids = rows.flatMap(({ actor_id, subjects: { user_id } }) => [actor_id, user_id])
  const accounts = await db.system((tx) => listCallNames(tx, [...new Set(user_ids)].filter(isGiven)))
  const nameOf = (id: string) => names.get(id) ?? accounts.get(id)?.name ?? null
  const named = (id: string) => ({ id, name: nameOf(id) })

  const entries = rows.map(({ id, at, actor_kind, actor_id, action, fields, subjects }) => ({
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
    ...(subjects.event_id && { event: named(subjects.event_id) }),
    ...(subjects.role_id && { role: named(subjects.role_id) }),
    ...(subjects.shift_id && { shift: shiftOf(subjects.shift_id) }),
    ...(subjects.person_ids && { people: subjects.person_ids.map(named) }),
    ...(subjects.user_id && { member: named(subjects.user_id) }),
    ...(subjects.invitation_id && { invitation: named(subjects.invitation_id) }),
    ...(subjects.api_key_id && { api_key: named(subjects.api_key_id) }),
  }))
  return { entries, next }

  function shiftOf(id: string) {
    const { start_dt = null, time_zone = null } = shifts.get(id) ?? {}
    return { id, start_dt, time_zone }
  }
}

function listIds({ actor_id, subjects }: LogRow): string[] {
  return [actor_id, ...Object.values(subjects).flat()].filter(isGiven)
}

const isGiven = (id: string | null | undefined): id is string => typeof id === 'string'
