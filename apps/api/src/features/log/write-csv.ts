import type { LogEntry } from '@muster/contract/log'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { listLog } from './list-log.ts'
import type { LogFilter } from './queries.ts'

/** Entries that are read at once, each time in a transaction of their own. */
const PART_SIZE = 200

const HEAD = ['at', 'who', 'email', 'action', 'about', 'fields']

/** Of everything that the filter names. The mark at the start tells spreadsheets that it is UTF-8. */
export async function* writeLogCsv(
  deps: Pick<Deps, 'db'>,
  org: OrgId,
  filter: LogFilter,
): AsyncGenerator<string> {
  yield `\uFEFF${rowOf(HEAD)}`
  let after: string | undefined
  do {
    const found = await listLog(deps, org, { filter, page: { limit: PART_SIZE, after } })
    const part = found.slice(0, PART_SIZE)
    for (const entry of part) yield rowOf(cellsOf(entry))
    // One more than asked for shows that there is another part.
    after = found.length > PART_SIZE ? part.at(-1)?.id : undefined
  } while (after !== undefined)
}

function cellsOf(entry: LogEntry): string[] {
  const { at, actor, action, fields, event, role, shift, people = [], member, invitation, api_key } = entry
  const about = [event, role, ...people, member, invitation, api_key].map((named) => named?.name)
  return [
    at,
    actor.name ?? actor.kind,
    actor.email ?? '',
    action,
    [...about, shift?.start_dt].filter((each) => each).join('; '),
    fields.join(' '),
  ]
}

const rowOf = (cells: readonly string[]) => `${cells.map(quote).join(',')}\r\n`

/** A name that begins like a formula must not be run by a spreadsheet. */
const quote = (cell: string) => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
