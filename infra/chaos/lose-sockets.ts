import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { loadavg, platform } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../bench/harness/child-process.ts'
import { fillOpening } from '../bench/harness/fill.ts'
import { type BenchApi, startApi } from '../bench/harness/start-api.ts'
import type { LostViewers } from '../bench/processes/lost-viewers.ts'
import { type Database, withDatabase } from '../run/database.ts'

/* Kills a server with open pages, which then all connect to another server that has none yet. */

const READS = 'muster_live_reads_total'
const LAG = 'nodejs_eventloop_lag_p99_seconds'
const LONGEST_LAG = 'nodejs_eventloop_lag_max_seconds'
const CPU = 'process_cpu_seconds_total'
const SECOND = 1_000
const LONGEST_ABSENCE_MS = 30_000

type Options = { viewers?: number; rounds?: number; events?: number }

export async function loseSockets({ viewers = 2_000, rounds = 1, events = 1 }: Options): Promise<void> {
  await withDatabase(async (database) => {
    const event_ids: string[] = []
    while (event_ids.length < events) {
      const { event_id } = await fillOpening(database.db, { shifts: 20, required_qty: 20, names: 5 })
      event_ids.push(event_id)
    }
    for (let round = 1; round <= rounds; round++) console.log(await lose(database, viewers, event_ids))
  })
}

async function lose(database: Database, viewers: number, event_ids: readonly string[]) {
  const [first, second] = [await startApi(database), await startApi(database)]
  const clients = startChild<LostViewers>('lost-viewers')
  const job = { viewers, ports: [first.port, second.port] satisfies [number, number], event_ids }
  try {
    await clients.run('open', job)
    const dropped_before = countDropped()
    const watching = await watch(second, database)
    await clients.run('expectLoss', job)
    first.kill()
    const { p50, p95, last, repeated } = await clients.run('measure', undefined)
    assert.ok(last <= LONGEST_ABSENCE_MS)
    const load = Math.round(loadavg()[0] ?? 0)
    return {
      p50_s: seconds(p50),
      p95_s: seconds(p95),
      last_s: seconds(last),
      repeated,
      dropped: countDropped() - dropped_before,
      ...(await watching.stop()),
      load,
    }
  } finally {
    await clients.stop()
    await Promise.all([first.stop(), second.stop()])
  }
}

/** Counts transactions of the whole database, except those that count. Also measures the lag of this process, which
 * is idle, because a busy machine delays both. */
async function watch(api: BenchApi, { db }: Database) {
  const statements: number[] = []
  const ending = new AbortController()
  const beside = monitorEventLoopDelay()

  async function countStatements(): Promise<number> {
    const { rows } = await db.pool.query<{ count: number }>(
      'select xact_commit::int as count from pg_stat_database where datname = current_database()',
    )
    return rows[0]?.count ?? 0
  }

  async function count(): Promise<void> {
    let before = await countStatements()
    while (!ending.signal.aborted) {
      await sleep(SECOND)
      const now = await countStatements()
      statements.push(Math.max(0, now - before - 1))
      before = now
    }
  }

  // Each reading starts the count of the lag anew.
  const began = await api.readMetrics()
  const counting = count()
  beside.enable()
  return {
    async stop() {
      const metrics = await api.readMetrics()
      beside.disable()
      ending.abort()
      await counting
      return {
        lag_p99_ms: Math.round(metrics(LAG) * 1_000),
        longest_lag_ms: Math.round(metrics(LONGEST_LAG) * 1_000),
        beside_p99_ms: Math.round(beside.percentile(99) / 1e6),
        cpu_s: Math.round((metrics(CPU) - began(CPU)) * 10) / 10,
        reads: metrics(READS) - began(READS),
        statements: statements.reduce((sum, each) => sum + each, 0),
        most_statements_per_s: Math.max(...statements),
      }
    },
  }
}

/** Returns how many connections of the whole machine a full queue did not take; 0 if the system does not tell. */
function countDropped(): number {
  if (platform() !== 'linux') return 0
  const [names = '', figures = ''] = readFileSync('/proc/net/netstat', 'utf8').split('\n')
  const at = names.split(' ').indexOf('ListenOverflows')
  return Number(figures.split(' ')[at] ?? 0)
}

function seconds(ms: number): number {
  return Math.round(ms / 10) / 100
}
