import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { CSV_MARK, csvRow } from '@muster/contract/rules/csv-row'
import { type SQL, sql } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import { takeShared } from '../../access/rate-limit.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { recordAction } from '../../db/record-action.ts'
import { organization } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../edge/refusal.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { tellOwner } from '../../outbox/tell-owner.ts'
import { EXPORT_FILES, type ExportFile, type ExportRow } from './export-files.ts'
import { listMembersToExport } from './queries.ts'

/** Number of rows in memory at once, for files with short rows. */
const PART_SIZE = 2_000
/**
 * Maximum milliseconds of an export. The snapshot keeps PostgreSQL from removing old rows of every table.
 */
const LONGEST = 3 * 60_000
const PER_HOUR = 4
/** Milliseconds between checks; less than the time after which PostgreSQL ends an idle transaction. */
const CHECK_EVERY = 5_000
/** Seconds after which to retry, while this process writes another export. */
const BUSY_WAIT = 30

/** Exports of one process at once: each holds a connection. */
const MOST = 3

/**
 * Opens exports for the API: one at a time for each account, so that a slow reader does not keep all others waiting.
 * Throws 429 `rate_limited`, 503 `busy`.
 */
export function createExports(deps: Deps): (org: OrgId, user_id: string) => Promise<Readable> {
  const exporting = new Set<string>()
  return async (org, user_id) => {
    if (exporting.size >= MOST || exporting.has(user_id)) throw unavailable('busy', BUSY_WAIT)
    exporting.add(user_id)
    const end = () => void exporting.delete(user_id)
    try {
      await takeShared(deps, { name: 'export-organization', of: org, hits: PER_HOUR, window_s: 3_600 })
      // First, as an output that is never read would hold its connection if this failed.
      const act = { change: 'organization_exported', at: deps.now(), organization_id: org } as const
      await deps.db.system((tx) => tellOwner(tx, user_id, act))
      const output = await exportOrganization(deps, org)
      return output.once('close', end)
    } catch (error) {
      end()
      throw error
    }
  }
}

type Options = { longest?: number; check_every?: number; part_size?: number }

/**
 * Writes a ZIP of one snapshot while it is read, so that it is never whole in memory. Resolves when the snapshot is
 * taken. If its reader stops or takes longer than `longest`, or the connection is lost, it ends early and cannot be
 * opened.
 */
export async function exportOrganization(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  org: OrgId,
  { longest = LONGEST, check_every = CHECK_EVERY, part_size }: Options = {},
): Promise<Readable> {
  const members = await db.system((tx) => listMembersToExport(tx, org))
  await db.transaction(org, (tx) => recordAction(tx, { action: 'organization.exported', at: now() }))
  const output = new PassThrough()
  const timer = setTimeout(() => output.destroy(new Error('the export took too long')), longest)
  return new Promise((resolve, reject) => {
    db.snapshot(org, async (tx) => {
      // The first statement takes the snapshot. It also makes PostgreSQL read each part by its index: in a table that was
      // never analyzed, PostgreSQL would read and sort all remaining rows for each part.
      await tx.execute(sql`select set_config('enable_sort', 'off', true)`)
      const zip = new ZipFile()
      const add = (name: string, rows: AsyncIterable<string> | Iterable<string>) => {
        const contents = Readable.from(rows).on('error', (error) => output.destroy(error))
        zip.addReadStream(contents, `${name}.csv`)
      }
      add('members', writeMembers(members))
      for (const file of EXPORT_FILES)
        add(file.name, writeFile({ tx, output, part_size: part_size ?? file.part_size ?? PART_SIZE }, file))
      zip.outputStream.pipe(output)
      zip.end()
      resolve(output)
      // Otherwise a connection lost between two parts would be noticed only when the reader goes on.
      const check = setInterval(() => {
        tx.execute(sql`select 1`).catch((error: Error) => output.destroy(error))
      }, check_every)
      await finished(output).finally(() => clearInterval(check))
    })
      .catch((error: unknown) => {
        log.warn({ err: error, organization_id: org }, 'an export ended early')
        reject(error)
      })
      .finally(() => clearTimeout(timer))
  })
}

type Writing = { tx: OrgTx; output: PassThrough; part_size: number }

async function* writeFile({ tx, output, part_size }: Writing, file: ExportFile): AsyncGenerator<string> {
  const names = file.names?.columns.map((column) => column.split(' as ')[1] ?? column) ?? []
  const columns = [...file.columns, ...names]
  const { complete = (row: ExportRow) => row } = file
  yield `${CSV_MARK}${csvRow(columns)}`
  for (let after: ExportRow | undefined, isLast = false; !isLast; ) {
    // The transaction has ended, so its connection may already serve another.
    if (output.destroyed) return
    const rows = await readPart(tx, file, { after, part_size })
    const lines = await mapYielding(rows, (row) => {
      const completed = complete(row)
      return csvRow(columns.map((column) => cellOf(completed[column])))
    })
    yield lines.join('')
    after = rows.at(-1)
    isLast = rows.length < part_size
  }
}

/** Cuts the part before the joins: otherwise each part would join and sort all rows that follow. */
async function readPart(
  tx: OrgTx,
  { table, columns, reads = [], names, key = ['id'] }: ExportFile,
  { after, part_size }: { after: ExportRow | undefined; part_size: number },
): Promise<ExportRow[]> {
  const keys = sql.join(
    key.map((name) => columnOf(name)),
    sql`, `,
  )
  const isAfter = after
    ? sql`and (${keys}) > (${sql.join(
        key.map((name) => (name === 'id' ? sql`${after[name]}::uuid` : sql`${after[name]}::text`)),
        sql`, `,
      )})`
    : sql``
  const selected = [
    ...[...columns, ...reads].map(columnOf),
    ...(names?.columns.map((column) => sql.raw(column)) ?? []),
  ]
  const organization_id = columnOf(table === organization ? 'id' : 'organization_id')
  const { rows } = await tx.execute<{ row: ExportRow }>(sql`
    select to_jsonb(x) as row from (
      select ${sql.join(selected, sql`, `)} from (
        select * from ${table} t where ${organization_id} = ${tx.org} ${isAfter} order by ${keys} limit ${part_size}
      ) t ${names?.join ?? sql``} order by ${keys}
    ) x
  `)
  return rows.map(({ row }) => row)
}

const columnOf = (name: string): SQL => sql`t.${sql.identifier(name)}`

function* writeMembers(members: Awaited<ReturnType<typeof listMembersToExport>>): Generator<string> {
  yield `${CSV_MARK}${csvRow(['user_id', 'email', 'name', 'role', 'lead_role_ids', 'created_at'])}`
  for (const { user_id, email, name, role, lead_role_ids, created_at } of members)
    yield csvRow([user_id, email, name, role, lead_role_ids, created_at].map(cellOf))
}

/** Writes lists and objects as JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
