import { DatabaseSetupError } from './check.ts'

/** Connections of a process outside its pool: one listens for the live channel. */
export const EXTRA_CONNECTIONS = 1
/** Further connections while a process starts or a command runs. */
const AT_START = 2

export type ConnectionRoom = { max: number; reserved: number; used: number }

export const READ_ROOM = `
  select current_setting('max_connections')::int as max,
    current_setting('superuser_reserved_connections')::int as reserved,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used
`

/** Returns how many processes the database has room for, counting the extra one that runs during a rolling update. */
export function countProcesses({ max, reserved }: ConnectionRoom, per_process: number): number {
  return Math.floor((max - reserved - AT_START) / (per_process + EXTRA_CONNECTIONS))
}

/** Returns a warning. Throws `DatabaseSetupError` if the process alone needs too many. */
export function checkRoom(room: ConnectionRoom, per_process: number): string | undefined {
  const needed = per_process + EXTRA_CONNECTIONS
  const usable = room.max - room.reserved
  if (needed + AT_START > usable) {
    throw new DatabaseSetupError(
      `DATABASE_CONNECTIONS=${per_process} needs ${needed + AT_START} connections, and the database allows ${usable}: lower it, or raise max_connections.`,
    )
  }
  const free = usable - room.used
  if (needed <= free) return undefined
  return `this process may open ${needed} connections and ${free} of ${usable} are free: the database has room for ${countProcesses(room, per_process)} such processes`
}
