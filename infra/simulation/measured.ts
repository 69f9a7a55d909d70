import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { RESULTS, type Report, type Row, type Spread } from '../bench/harness/report.ts'
import { bytes } from './frame-bytes.ts'

/* Reads costs from the results of `npm run bench`. Times are in ms of a processor of the measured machine. */

export type Costs = {
  /** Cost of a sign-up in a process, and in the database. */
  signup: { api: number; database: number; sigma: number }
  /** Cost in the database of each name that is already on the shift. */
  name: number
  /** Cost of an answer "full". */
  full: { api: number; database: number; sigma: number }
  /** Cost of a short request that is answered from memory, a 304. */
  request: number
  /** Cost of a frame: `viewer` for each viewer, if it has `frame_bytes`, and `byte` for each byte more or less. */
  push: { viewer: number; frame_bytes: number; byte: number }
  page: { api: number; bytes: number }
  email: number
  socket_bytes: number
  process_bytes: number
}

export type Finder = (name: string, what: RegExp, then?: string) => Row

export const BUSY_CONNECTIONS = 64
export const CROWD = 500
export const FULL_PLACES = 1_000
export const CHANGES_PER_S = 20
export const MANY_VIEWERS = 5_000

/** `then` finds the first row of this name below the other. Throws if the results have no such row. */
export async function readResults(): Promise<Finder & { processors: number; sources: string[] }> {
  const names = ['signup', 'public', 'live', 'outbox', 'soak']
  const reports = await Promise.all(
    names.map(
      async (name): Promise<Report> => JSON.parse(await readFile(path.join(RESULTS, `${name}.json`), 'utf8')),
    ),
  )
  const find: Finder = (name, what, then) => {
    const rows = reports.find((report) => report.name === name)?.rows ?? []
    const at = rows.findIndex((row) => what.test(row.what))
    const row = then === undefined || at < 0 ? rows[at] : rows.slice(at).find((below) => below.what === then)
    if (!row) throw new Error(`infra/bench/results/${name}.json has no row ${what}${then ? `, ${then}` : ''}`)
    return row
  }
  const [signup] = reports
  return Object.assign(find, {
    processors: Number(signup?.machine.split(' ')[0]),
    sources: reports.map(({ name, date, commit }) => `\`${name}\` of ${date.slice(0, 10)} (${commit})`),
  })
}

export const ours = ({ ours: { median } }: Row): number => median
export const limit = ({ what, limit: spread }: Row): number => ofLimit(what, spread).median

function ofLimit(what: string, spread: Spread | undefined): Spread {
  if (!spread) throw new Error(`the row "${what}" has no limit`)
  return spread
}

type Place = [name: string, what: RegExp]

export const ROWS = {
  spread: ['signup', /^Sign-ups to 1,000 shifts/],
  hot: ['signup', /^Sign-ups to one shift/],
  full: ['signup', /^Answers "full"/],
  delivered: (viewers: number): Place => [
    'live',
    new RegExp(`^${viewers.toLocaleString('en')} viewers: frames`),
  ],
  cpu: (viewers: number): Place => [
    'live',
    new RegExp(`^${viewers.toLocaleString('en')} viewers: processor time`),
  ],
} as const

/**
 * Divides results that only say how long several parts took together:
 * - With 64 clients the event loop is always busy, so a sign-up costs the API at most the time between two sign-ups.
 * - The database shares the processors with the API, so it costs the rest of their time. It never costs more than in
 *   the bare loop, which runs the same statements on all processors.
 * - On one row the loop runs one transaction after another. The additional time is the time for the names.
 */
export function readCosts(find: Finder & { processors: number }): Costs {
  const spread = find(...ROWS.spread)
  const full = find(...ROWS.full)
  const api = 1_000 / ours(spread)
  const bare_loop = (1_000 * find.processors) / limit(spread)
  const request = 1_000 / ours(find('public', /^JSON, 304/))
  const json = find('public', /^JSON, identity/)
  const json_bytes = kibibytesIn(json.what) * 1_024
  const byte = (1_000 / ours(json) - request) / json_bytes
  const page = find('public', /^Page, br/)
  return {
    signup: {
      api,
      database: Math.min(bare_loop, (find.processors - 1) * api),
      sigma: sigmaOf(find(...ROWS.spread, 'Their median'), find(...ROWS.spread, 'Their p99')),
    },
    name: Math.max(0, 1_000 / limit(find(...ROWS.hot)) - bare_loop) / (FULL_PLACES / 2),
    full: {
      api: 1_000 / ours(full),
      database: (1_000 * (find.processors - 1)) / ours(full),
      sigma: Math.log(ours(find(...ROWS.full, 'Their p99')) / ((1_000 * CROWD) / ours(full))) / NORMAL_P99,
    },
    request,
    push: { ...pushCosts(find, api), byte },
    page: { api: 1_000 / ours(page), bytes: kibibytesIn(page.what) * 1_024 },
    email: 1_000 / ours(find('outbox', /^E-mail, against/)),
    socket_bytes: ours(find('live', /^Memory of the process per socket/)) * 1_024,
    // This is the memory of the first minute. Later the names on each shift take as much again.
    process_bytes: limit(find('soak', /^Memory of the API's process/)) * 2 ** 20,
  }
}

/** 99th percentile of the standard normal distribution. */
const NORMAL_P99 = 2.326

/** Returns sigma of a lognormal distribution with these two quantiles. */
function sigmaOf(median: Row, p99: Row): number {
  return Math.log(ours(p99) / ours(median)) / NORMAL_P99
}

/** Returns the costs at 5,000 viewers, as many as an opening has, without the time of the sign-ups. */
function pushCosts(find: Finder, signup_api: number): { viewer: number; frame_bytes: number } {
  const per_s = ours(find(...ROWS.delivered(MANY_VIEWERS)))
  const busy_ms = (per_s * ours(find(...ROWS.cpu(MANY_VIEWERS)))) / 1_000 - CHANGES_PER_S * signup_api
  const changes = (CHANGES_PER_S * MANY_VIEWERS) / per_s
  return { viewer: busy_ms / per_s, frame_bytes: bytes.frame + changes * (bytes.shift + 20 * bytes.name) }
}

function kibibytesIn(what: string): number {
  const [, size] = /(\d+) KiB/.exec(what) ?? []
  if (size === undefined) throw new Error(`no size in "${what}"`)
  return Number(size)
}
