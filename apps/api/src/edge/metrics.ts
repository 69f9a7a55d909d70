import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { bearerToken } from '../access/bearer-token.ts'
import type { Deps } from '../deps.ts'
import { sha256 } from '../signing/sha256.ts'
import { isFromThisMachine, isProxied } from './from-this-machine.ts'
import { withReadTimeout } from './health.ts'
import { ofLive } from './live-metrics.ts'
import { unauthorized } from './refusal.ts'

const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

const sends = new Counter({
  name: 'muster_sends_total',
  help: 'Messages handed to a provider by the worker in this process',
  labelNames: ['provider', 'outcome'],
  registers: [ofProcess],
})

export function countSend(provider: string, outcome: string): void {
  sends.inc({ provider, outcome })
}

type DatabaseFigures = {
  outbox: readonly { status: string; count: number; age: number }[]
  /** Seconds since the unfinished nightly job became due. */
  nightly_overdue: number
  /** Seconds for which reminders have not been enqueued. */
  reminders_overdue: number
  /** Seconds since the last heartbeat of a worker. Null: there is none. */
  worker_age: number | null
  /** Seconds since PostgreSQL archived a part of its log. Null: it archives none. */
  archive_age: number | null
}
type ReadFigures = () => Promise<DatabaseFigures>

/** Answers requests with the token or from this machine (not in production), but none through a proxy (public). */
export function installMetrics(app: FastifyInstance, deps: Deps, readFigures: ReadFigures): void {
  const registry = new Registry()
  measureAnswers(app, registry)
  countRepeats(app, registry)
  gaugeConnections(app, registry, deps)
  const gaugeDatabase = createDatabaseGauges(registry, deps, readFigures)

  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request, deps)) throw unauthorized('session_required')
    await gaugeDatabase()
    const text = await Registry.merge([ofProcess, ofLive, registry]).metrics()
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text)
  })
}

function measureAnswers(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'muster_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // Leaves out live sockets, which are open as long as their page, and health checks, whose 503 would count as a failure.
    if (!request.ws && !request.routeOptions.config.is_probe) {
      const route = request.routeOptions.url ?? 'none'
      duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    }
    done()
  })
}

function countRepeats(app: FastifyInstance, registry: Registry): void {
  const repeats = new Counter({
    name: 'muster_http_repeats_total',
    help: 'Answers that were sent again without being made again; not among those that are measured',
    registers: [registry],
    collect() {
      repeats.reset()
      // A worker has no micro-cache.
      repeats.inc(app.hasDecorator('micro_cache') ? app.micro_cache.countRepeats() : 0)
    },
  })
}

function gaugeConnections(app: FastifyInstance, registry: Registry, { db: { pool }, bus }: Deps): void {
  const connections = new Gauge({
    name: 'muster_db_connections',
    help: 'Connections to the database in use and idle, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      connections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const sockets = new Gauge({
    name: 'muster_live_sockets',
    help: 'Live sockets open in this process',
    registers: [registry],
    collect() {
      sockets.set(app.hasDecorator('websocketServer') ? app.websocketServer.clients.size : 0)
    },
  })
  const isConnected = new Gauge({
    name: 'muster_live_bus_up',
    help: '1 while announcements reach other processes',
    registers: [registry],
    collect() {
      isConnected.set(bus.isConnected() ? 1 : 0)
    },
  })
}

/** Reads the database for each answer. When it does not answer, the other metrics are still served. */
function createDatabaseGauges(
  registry: Registry,
  { db, log }: Deps,
  readFigures: ReadFigures,
): () => Promise<void> {
  const isUp = new Gauge({
    name: 'muster_database_up',
    help: '1 when the database answered in time',
    registers: [registry],
  })
  const isFull = new Gauge({
    name: 'muster_database_full',
    help: '1 when it had no disk space for a write within the last minute',
    registers: [registry],
  })
  const rows = new Gauge({
    name: 'muster_outbox_messages',
    help: 'Messages that are not settled, of all processes together',
    labelNames: ['status'],
    registers: [registry],
  })
  const age = new Gauge({
    name: 'muster_outbox_oldest_seconds',
    help: 'For how long the oldest of them has been due',
    labelNames: ['status'],
    registers: [registry],
  })
  const nightly = new Gauge({
    name: 'muster_nightly_overdue_seconds',
    help: 'For how long the nightly job has been due without having finished',
    registers: [registry],
  })
  const reminders = new Gauge({
    name: 'muster_reminders_overdue_seconds',
    help: 'For how long the reminders of shifts have not been enqueued',
    registers: [registry],
  })
  const worker = new Gauge({
    name: 'muster_worker_age_seconds',
    help: 'Since the last heartbeat of any worker; +Inf when there is none',
    registers: [registry],
  })
  const archive = new Gauge({
    name: 'muster_archive_age_seconds',
    help: 'Since the database archived a part of its log, where it archives',
    registers: [registry],
  })
  return async () => {
    const read = await withReadTimeout(readFigures()).catch((error: unknown) => {
      log.warn({ err: error }, 'the figures of the database cannot be read')
      return undefined
    })
    isUp.set(read ? 1 : 0)
    isFull.set(db.isFull() ? 1 : 0)
    setOrRemove(nightly, read?.nightly_overdue)
    setOrRemove(reminders, read?.reminders_overdue)
    setOrRemove(worker, read && (read.worker_age ?? Number.POSITIVE_INFINITY))
    setOrRemove(archive, read?.archive_age)
    for (const status of ['QUEUED', 'SENDING', 'UNKNOWN']) {
      const found = read?.outbox.find((each) => each.status === status)
      if (!read) {
        rows.remove(status)
        age.remove(status)
        continue
      }
      rows.set({ status }, found?.count ?? 0)
      age.set({ status }, found?.age ?? 0)
    }
  }
}

/** Without a value there is no metric: an old one would look like today's. */
function setOrRemove(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove()
  else gauge.set(value)
}

function isAllowed(request: FastifyRequest, { config }: Deps): boolean {
  if (isProxied(request)) return false
  if (request.headers.authorization === undefined) {
    return !config.production && isFromThisMachine(request, config)
  }
  const token = bearerToken(request)
  if (token === undefined || config.metrics_token === undefined) return false
  // Hashes have the same length, which timingSafeEqual requires.
  return timingSafeEqual(Buffer.from(sha256(token)), Buffer.from(sha256(config.metrics_token)))
}
