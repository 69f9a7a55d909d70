import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { z } from 'zod'
import type { Logger } from '../deps.ts'
import { type Announcement, type SentAnnouncement, sentAnnouncement } from './announcement.ts'
import type { Bus } from './bus.ts'
import { throttle } from './throttle.ts'

const CHANNEL = 'muster_live'
/** ms between two NOTIFYs of a process: each takes a database-wide lock. */
const GAP = 10
/** PostgreSQL takes less than 8,000 bytes. */
const PAYLOAD_BYTES = 7_500
/** More ids are sent as an empty list, which means any. */
const MAX_IDS = 150
/** All in ms. */
const KEEPALIVE = 10_000
const QUERY_TIMEOUT = 5_000
const LONGEST_RETRY = 5_000

const notification = z.object({ from: z.string(), announcements: z.array(sentAnnouncement) })

/** Over a connection of its own, which must not go through a transaction pooler. Own announcements are delivered at
 * once and their echo is ignored. After a reconnect listeners get `resync`. Throws when the first connection fails. */
export async function openPostgresBus({ url, log }: { url: string; log: Logger }): Promise<Bus> {
  const node_id = randomUUID()
  const listeners = new Set<(announcement: Announcement) => void>()
  const pending = new Map<string, SentAnnouncement>()
  let client: Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  const sending = throttle(send, () => GAP)

  async function connect(): Promise<void> {
    const opened = new Client({
      connectionString: url,
      connectionTimeoutMillis: QUERY_TIMEOUT,
      query_timeout: QUERY_TIMEOUT,
      keepAlive: true,
      application_name: 'muster live',
    })
    opened.on('error', (error) => lose(opened, error))
    opened.on('end', () => lose(opened))
    opened.on('notification', ({ payload }) => receive(payload ?? ''))
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
    } catch (error) {
      await opened.end().catch(() => undefined)
      throw error
    }
    if (isClosed) return opened.end()
    client = opened
    if (pending.size > 0) sending.request()
  }

  function lose(lost: Client, error?: Error): void {
    if (client !== lost) return
    client = undefined
    lost.end().catch(() => undefined)
    if (isClosed) return
    log.warn({ err: error }, 'the live bus lost its connection')
    reconnect(1)
  }

  function reconnect(tries: number): void {
    const delay = Math.min(LONGEST_RETRY, 100 * 2 ** tries) * (0.5 + Math.random() / 2)
    retry = setTimeout(() => {
      connect().then(
        () => deliver({ kind: 'resync' }),
        () => {
          if (!isClosed) reconnect(tries + 1)
        },
      )
    }, delay)
  }

  function receive(payload: string): void {
    const parsed = parseNotification(payload)
    if (!parsed) return log.warn('the live bus ignored an unknown notification')
    if (parsed.from === node_id) return
    for (const announcement of parsed.announcements) deliver(announcement)
  }

  function deliver(announcement: Announcement): void {
    for (const listener of listeners) listener(announcement)
  }

  /** Without a connection announcements wait for the next; those that fail are lost, and read again within 30 s. */
  async function send(): Promise<void> {
    const current = client
    if (!current || pending.size === 0) return
    const payloads = pack(node_id, [...pending.values()])
    pending.clear()
    try {
      await current.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
        CHANNEL,
        payloads,
      ])
    } catch (error) {
      log.warn({ err: error }, 'announcements were lost')
      lose(current)
    }
  }

  await connect()
  const checks = setInterval(() => {
    const current = client
    current?.query('select 1').catch((error: Error) => lose(current, error))
  }, KEEPALIVE)

  return {
    publish(announcements) {
      for (const announcement of announcements) {
        deliver(announcement)
        if (announcement.kind !== 'resync') merge(pending, announcement)
      }
      sending.request()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearInterval(checks)
      clearTimeout(retry)
      sending.stop()
      listeners.clear()
      await send()
      const last = client
      client = undefined
      // Awaits statements under way: the driver cuts a busy connection when it ends.
      await last?.query('unlisten *').catch(() => undefined)
      await last?.end()
    },
  }
}

function merge(pending: Map<string, SentAnnouncement>, announcement: SentAnnouncement): void {
  switch (announcement.kind) {
    case 'outbox':
      pending.set('outbox', announcement)
      return
    case 'presence':
      pending.set(`presence ${announcement.shift_id}`, announcement)
      return
    case 'broadcast':
      pending.set(`broadcast ${announcement.broadcast_id}`, announcement)
      return
    case 'session_ended':
      pending.set(`session ${announcement.session_id}`, announcement)
      return
    case 'membership':
      pending.set(`member ${announcement.organization_id} ${announcement.user_id}`, announcement)
      return
    case 'shifts': {
      const key = `shifts ${announcement.event_id}`
      const before = pending.get(key)
      const shift_ids =
        before?.kind === 'shifts' ? union(before.shift_ids, announcement.shift_ids) : undefined
      pending.set(key, { ...announcement, ...(shift_ids && { shift_ids }) })
      return
    }
    case 'messages': {
      const key = `messages ${announcement.organization_id}`
      const before = pending.get(key)
      const person_ids =
        before?.kind === 'messages' ? union(before.person_ids, announcement.person_ids) : undefined
      pending.set(key, { ...announcement, ...(person_ids && { person_ids }) })
    }
  }
}

function union(some: readonly string[], others: readonly string[]): string[] {
  const isAny = some.length === 0 || others.length === 0
  return isAny ? [] : [...new Set([...some, ...others])]
}

export function pack(from: string, announcements: readonly SentAnnouncement[]): string[] {
  const payloads: string[] = []
  let batch: SentAnnouncement[] = []
  let bytes = 0
  for (const announcement of announcements.map(shorten)) {
    const size = JSON.stringify(announcement).length + 1
    if (bytes + size > PAYLOAD_BYTES && batch.length > 0) {
      payloads.push(JSON.stringify({ from, announcements: batch }))
      batch = []
      bytes = 0
    }
    batch.push(announcement)
    bytes += size
  }
  if (batch.length > 0) payloads.push(JSON.stringify({ from, announcements: batch }))
  return payloads
}

function shorten(announcement: SentAnnouncement): SentAnnouncement {
  if (announcement.kind === 'shifts' && announcement.shift_ids.length > MAX_IDS)
    return { ...announcement, shift_ids: [] }
  if (announcement.kind === 'messages' && announcement.person_ids.length > MAX_IDS)
    return { ...announcement, person_ids: [] }
  return announcement
}

function parseNotification(payload: string): z.infer<typeof notification> | undefined {
  try {
    return notification.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}
