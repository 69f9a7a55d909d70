import { setTimeout as sleep } from 'node:timers/promises'
import { openViewer, type Viewer } from '../../chaos/viewer.ts'
import { localAddressOf } from '../../run/ports.ts'
import { serveCommands } from '../harness/child-process.ts'

/* Opens pages that lose their server and connect to another one, as the real page does. */

type Job = {
  viewers: number
  /** Ports of the server that all begin with, and of the other. */
  ports: [number, number]
  event_ids: readonly string[]
}

export type Returned = {
  /** Milliseconds from the loss until this share of the viewers had joined again. */
  p50: number
  p95: number
  last: number
  /** Number of joins and attempts beyond the one that each viewer needs. */
  repeated: number
}

const OPENING_AT_ONCE = 100

let viewers: Viewer[] = []
let port = 0
let lost_at = 0

const commands = {
  async open({ viewers: count, ports: [first], event_ids }: Job) {
    port = first
    viewers = []
    for (let i = 0; i < count; i++) {
      const event_id = event_ids[i % event_ids.length] ?? ''
      const chooseAddress = () => `ws://127.0.0.1:${port}`
      viewers.push(openViewer({ chooseAddress, event_id, localAddress: localAddressOf(i) }))
      if (i % OPENING_AT_ONCE === 0) await untilJoined(1)
    }
    await untilJoined(1)
  },
  /** Must be called before the first server is killed. */
  async expectLoss({ ports: [, second] }: Job) {
    port = second
    lost_at = performance.now()
  },
  async measure(): Promise<Returned> {
    await untilJoined(2)
    const waits = viewers.map(({ joined_at }) => joined_at() - lost_at).toSorted((a, b) => a - b)
    const at = (share: number) => waits[Math.ceil(share * (waits.length - 1))] ?? Number.NaN
    const repeated = viewers.reduce((sum, { joins, failures }) => sum + joins() - 2 + failures(), 0)
    return { p50: at(0.5), p95: at(0.95), last: at(1), repeated }
  },
  async close() {
    for (const viewer of viewers) viewer.close()
    viewers = []
  },
}

export type LostViewers = typeof commands

serveCommands(commands)

async function untilJoined(times: number): Promise<void> {
  const end = performance.now() + 120_000
  while (!viewers.every(({ joins }) => joins() >= times)) {
    if (performance.now() > end) {
      throw new Error(`${viewers.filter(({ joins }) => joins() < times).length} viewers stay away`)
    }
    await sleep(20)
  }
}
