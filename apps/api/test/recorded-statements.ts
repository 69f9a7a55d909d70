import { Client, escapeLiteral } from 'pg'
import { vi } from 'vitest'
import { z } from 'zod'

/** `begin`: the statement that began its transaction. */
export type Recorded = { begin: string; text: string; values: readonly unknown[] }

/** Returns each text once. Leaves out statements that only insert given values. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Recorded[]> {
  const sent = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    const begun = new Map<unknown, string>()
    const recorded = sent.mock.calls.flatMap(([config, given]: unknown[], n) => {
      const client = sent.mock.contexts[n]
      const { text, values } = readCall(config, given)
      if (text.startsWith('begin')) begun.set(client, text)
      if (text.startsWith('set local role')) begun.set(client, `${begun.get(client)}; ${text}`)
      const begin = begun.get(client)
      return begin && READS.test(text) && !INSERTS_GIVEN.test(text) ? [{ begin, text, values }] : []
    })
    return [...new Map(recorded.map((statement) => [statement.text, statement])).values()]
  } finally {
    sent.mockRestore()
  }
}

const READS = /^\s*(update\b|(select|delete|with|insert)\b.*\bfrom\b)/is
const INSERTS_GIVEN = /^\s*insert\b.*\bfrom jsonb_to_recordset\(\$\d+\) as row \([^)]*\)\s*$/is

function readCall(config: unknown, given: unknown): { text: string; values: readonly unknown[] } {
  const isObject = typeof config === 'object' && config !== null
  const text = isObject && 'text' in config ? String(config.text) : String(config)
  const values = isObject && 'values' in config ? config.values : given
  return { text, values: Array.isArray(values) ? values : [] }
}

export type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** Runs the statement with its role and organisation, then rolls back. */
export async function explain(
  database: Client,
  { begin, text, values }: Recorded,
  plan_cache_mode: 'force_custom_plan' | 'force_generic_plan',
): Promise<Plan> {
  try {
    await database.query(begin)
    await database.query(`set local plan_cache_mode = ${plan_cache_mode}; prepare explained as ${text}`)
    const execute = `execute explained${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`
    const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${execute}`,
    )
    const [explained] = rows
    if (!explained) throw new Error('EXPLAIN returned nothing')
    return explained['QUERY PLAN'][0].Plan
  } finally {
    await database.query('rollback')
    await database.query('deallocate all')
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return escapeLiteral(`{${value.map(String).join(',')}}`)
  return escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Returns the rows of the node that handles most. */
export function countMostRows(plan: Plan): number {
  const own = plan['Actual Rows'] * plan['Actual Loops'] + countRemoved(plan)
  return Math.max(own, ...(plan.Plans ?? []).map(countMostRows))
}

function countRemoved(plan: Plan): number {
  const each =
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0)
  return each * plan['Actual Loops']
}

export function findWaste(plan: Plan): string[] {
  const loops = plan['Actual Loops']
  const returned = plan['Actual Rows'] * loops
  const removed = countRemoved(plan)
  const name = [plan['Node Type'], plan['Index Name'] ?? plan['Relation Name']].filter(Boolean).join(' on ')
  const unused = Math.max(removed, countUnmatched(plan) - returned)
  const waste =
    unused > FACTOR * returned + SPARE * loops ? [`${name}: ${unused} rows unused, ${returned} returned`] : []
  return [...waste, ...(plan.Plans ?? []).flatMap(findWaste)]
}

/** Returns the rows of the larger side, because PostgreSQL does not count rows without a match as removed. */
function countUnmatched(plan: Plan): number {
  if (!JOINS.includes(plan['Node Type'])) return 0
  return Math.max(...(plan.Plans ?? []).map((side) => side['Actual Rows'] * side['Actual Loops']))
}

const JOINS = ['Nested Loop', 'Hash Join', 'Merge Join']

const FACTOR = 3
/** Rows that a node may discard each time it runs, such as the others of a shift or of a person. */
const SPARE = 10

/** Returns the rows read by each committed transaction, including those of foreign key checks. */
export async function countReads(work: () => Promise<unknown>): Promise<number[]> {
  const counted: Promise<number>[] = []
  const begun = new WeakMap<object, Promise<number>>()
  const original: (...call: unknown[]) => unknown = Reflect.get(Client.prototype, 'query')
  const count = async (client: object) => rowsRead.parse(await original.call(client, COUNT)).rows[0].read
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: object,
    ...call: unknown[]
  ) {
    const { text } = readCall(call[0], call[1])
    if (text === 'commit') {
      counted.push(Promise.all([begun.get(this), count(this)]).then(([before = 0, after]) => after - before))
    }
    const sent = original.apply(this, call)
    // Counts within the transaction, because the server may reset its counters between two.
    if (text.startsWith('begin')) begun.set(this, count(this))
    return sent
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return Promise.all(counted)
}

const COUNT = `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables`
const rowsRead = z.object({ rows: z.tuple([z.object({ read: z.number() })]) })
