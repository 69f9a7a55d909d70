import { randomUUID } from 'node:crypto'
import type { Logger } from '../deps.ts'
import type { Announcement, SentAnnouncement } from './announcement.ts'
import type { Bus } from './bus.ts'
import { merge, pack, parseBatch } from './bus-batch.ts'
import { throttle } from './throttle.ts'

/** Name of the channel on which all processes send and receive. */
export const CHANNEL = 'muster_live'
/** ms between two batches of a process. In PostgreSQL each batch takes a database-wide lock. */
export const GAP = 10

export type BusConnection = {
  isConnected(): boolean
  /** Throws when the payloads may be lost. */
  send(payloads: readonly string[]): Promise<void>
  close(): Promise<void>
}

export type ConnectionEvents = {
  onPayload(payload: string): void
  /** Called when a lost connection is back. */
  onReconnect(): void
}

type RemoteBusOptions = { log: Logger; openConnection: (events: ConnectionEvents) => Promise<BusConnection> }

/** Own announcements are delivered at once and their echo is ignored. After a reconnect listeners get `resync`. Throws
 * when the first connection fails. */
export async function createRemoteBus({ log, openConnection }: RemoteBusOptions): Promise<Bus> {
  const node_id = randomUUID()
  const listeners = new Set<(announcement: Announcement) => void>()
  const pending = new Map<string, SentAnnouncement>()
  const connection = await openConnection({
    onPayload(payload) {
      const batch = parseBatch(payload)
      if (!batch) return log.warn('the live bus ignored an unknown message')
      if (batch.from === node_id) return
      for (const announcement of batch.announcements) deliver(announcement)
    },
    onReconnect() {
      if (pending.size > 0) sending.request()
      deliver({ kind: 'resync' })
    },
  })
  const sending = throttle(send, () => GAP)

  function deliver(announcement: Announcement): void {
    for (const listener of listeners) listener(announcement)
  }

  /** Keeps announcements while there is no connection. Those that fail are lost, and read again within 30 s. */
  async function send(): Promise<void> {
    if (!connection.isConnected() || pending.size === 0) return
    const payloads = pack(node_id, [...pending.values()])
    pending.clear()
    try {
      await connection.send(payloads)
    } catch (error) {
      log.warn({ err: error }, 'announcements were lost')
    }
  }

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
    isConnected: () => connection.isConnected(),
    async close() {
      sending.stop()
      listeners.clear()
      await send()
      await connection.close()
    },
  }
}
