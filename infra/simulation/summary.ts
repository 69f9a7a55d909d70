import { HOUR_MS } from '../../packages/contract/src/rules/instants.ts'
import type { Plan } from './assumptions.ts'
import type { Histogram } from './histogram.ts'
import type { Costs } from './measured.ts'
import { type Opening, replayOpening } from './model/opening.ts'
import { KINDS, type Kind } from './model/world.ts'

export type Quantiles = { median: number; p95: number; p99: number; max: number }

/** Figures of the busiest station of its kind, except that waiting and refused are those of all. */
export type StepSummary = {
  kind: Kind
  busy: number
  busiest_second: number
  /** First second in which a station never rested. */
  saturated_at: number | undefined
  waits: Quantiles
  refused: number
  queue_peak: number
}

export type Summary = {
  plan: Plan
  answers: Opening['answers']
  /** Number of visitors who pressed, and were neither answered nor have given up. */
  unanswered: number
  retries: Opening['retries']
  taken_at: number | undefined
  waited: Quantiles
  last_answer_at: number
  shown: Quantiles
  skipped: number
  steps: StepSummary[]
  amounts: Amounts
}

export type Amounts = {
  /** Number of requests for sign-ups (including repeats), sockets and pages. */
  requests: number
  sockets: number
  /** Number of frames. A frame to a thousand viewers counts as a thousand. */
  frames: number
  api_hours: number
  database_hours: number
  gigabytes: Record<'pages' | 'states' | 'frames' | 'answers', number>
  pages_at_origin: number
  pages: number
  memory_gib: { processes: number; sockets: number; buffers: number }
  emails: number
}

const MINUTE_S = 60
/** Share of a second, below 1 because a wait of a few ms between two customers is not rest. */
const SATURATED = 0.99

export function simulate(costs: Costs, plan: Plan): Summary {
  const opening = replayOpening(costs, plan)
  const { pressed, answers, retries, taken_at, waited, answered_at, world } = opening
  return {
    plan,
    answers,
    unanswered: pressed - answers.confirmed - answers.full - answers.gave_up,
    retries,
    taken_at,
    waited: quantilesOf(waited),
    last_answer_at: answered_at.max,
    shown: quantilesOf(world.shown),
    skipped: world.skipped,
    steps: KINDS.map((kind) => summariseStep(opening, kind)),
    amounts: addUp(opening),
  }
}

function summariseStep({ world, servers }: Opening, kind: Kind): StepSummary {
  const { stations, waits } = world.stationsOf(kind)
  const most = (figure: (station: (typeof stations)[number]) => number) =>
    stations.reduce((found, station) => Math.max(found, figure(station)), 0)
  const by_second = Array.from({ length: MINUTE_S }, (_, from_s) =>
    most((station) => station.utilisation({ from_s, to_s: from_s + 1 })),
  )
  const saturated = by_second.findIndex((share) => share >= SATURATED)
  const gave_up = stations.reduce((sum, station) => sum + station.gave_up, 0)
  const at_the_door = kind === 'pool' ? servers.reduce((sum, server) => sum + server.saturated, 0) : 0
  return {
    kind,
    busy: most((station) => station.utilisation({ to_s: MINUTE_S })),
    busiest_second: Math.max(...by_second),
    saturated_at: saturated < 0 ? undefined : saturated,
    waits: quantilesOf(waits),
    refused: gave_up + at_the_door,
    queue_peak: most((station) => station.queue_peak),
  }
}

function quantilesOf(times: Histogram): Quantiles {
  const [median = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => times.quantile(share))
  return { median, p95, p99, max: times.max }
}

function addUp({ world, servers, pages }: Opening): Amounts {
  const hours = (kind: Kind) =>
    world.stationsOf(kind).stations.reduce((sum, station) => sum + station.busy_ms, 0) / HOUR_MS
  const { sent, waiting_bytes_peak } = world.line
  const { costs } = world
  return {
    requests: world.stationsOf('turn').stations.reduce((sum, { arrived }) => sum + arrived, 0),
    sockets: world.viewers,
    frames: world.frames_sent,
    api_hours: hours('loop'),
    database_hours: hours('cores'),
    gigabytes: {
      pages: sent.pages / 1e9,
      states: sent.states / 1e9,
      frames: sent.frames / 1e9,
      answers: sent.answers / 1e9,
    },
    pages: pages.cdn,
    pages_at_origin: pages.origin,
    memory_gib: {
      processes: (servers.length * costs.process_bytes) / 2 ** 30,
      sockets: (world.viewers * costs.socket_bytes) / 2 ** 30,
      buffers: waiting_bytes_peak / 2 ** 30,
    },
    emails: world.confirmed,
  }
}
