import { Readable } from 'node:stream'
import type { LogEntry } from '@muster/contract/log'
import { CSV_MARK, csvRow } from '@muster/contract/rules/csv-row'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { tooMany } from '../../edge/refusal.ts'
import { type LogPage, listLog } from './list-log.ts'
import type { LogFilter } from './queries.ts'

/** Number of entries read at once, each time in a transaction of its own. */
const PART_SIZE = 50
/** `retry_after` in seconds of the refusal. */
const WAIT = 10

const HEAD = ['at', 'who', 'email', 'action', 'about', 'fields', 'changes']

type Asked = { org: OrgId; filter: LogFilter }

/**
 * Returns a function that opens an export. Each account has one export at a time in this process, because an export
 * reads the whole log, even for a HEAD request. The function throws 429 `rate_limited`.
 */
export function createLogExports(deps: Pick<Deps, 'db'>) {
  const exporting = new Set<string>()
  return async (user_id: string, asked: Asked): Promise<Readable> => {
    if (exporting.has(user_id)) throw tooMany('rate_limited', WAIT)
    exporting.add(user_id)
    const end = () => void exporting.delete(user_id)
    try {
      const output = await createLogCsv(deps, asked)
      // The client may request the next export before the stream is closed.
      return output.once('end', end).once('close', () => {
        if (!output.readableEnded) end()
      })
    } catch (error) {
      end()
      throw error
    }
  }
}

/** Writes all entries of the filter. Reads the first part before it answers: if that fails, the call is refused. */
async function createLogCsv(deps: Pick<Deps, 'db'>, asked: Asked): Promise<Readable> {
  return Readable.from(writeRows(deps, asked, await readPart(deps, asked)))
}

async function* writeRows(deps: Pick<Deps, 'db'>, asked: Asked, first: LogPage): AsyncGenerator<string> {
  yield `${CSV_MARK}${csvRow(HEAD)}`
  for (let part = first; ; part = await readPart(deps, asked, part.next)) {
    for (const entry of part.entries) yield csvRow(cellsOf(entry))
    if (part.next === undefined) return
  }
}

function readPart(deps: Pick<Deps, 'db'>, { org, filter }: Asked, after?: string): Promise<LogPage> {
  return listLog(deps, org, { filter, page: { limit: PART_SIZE, after } })
}

function cellsOf(entry: LogEntry): string[] {
  const { at, actor, action, fields, changes, event, role, shift, people = [], member, invitation } = entry
  const about = [
    event?.name,
    shift?.role_name ?? role?.name,
    ...[...people, member, invitation, entry.api_key].map((named) => named?.name),
    shift?.start_dt,
  ]
  return [
    at,
    actor.name ?? actor.kind,
    actor.email ?? '',
    action,
    about.filter((each) => each).join('; '),
    fields.join(' '),
    changes.map(({ field, before, after }) => `${field}: ${before ?? ''} > ${after ?? ''}`).join('; '),
  ]
}
