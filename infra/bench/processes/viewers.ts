import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { live, type ShiftsFrame } from '../../../packages/contract/src/live.ts'
import { localAddressOf } from '../../run/ports.ts'
import { serveCommands } from '../harness/child-process.ts'

/* Simulates open pages by sockets that speak the Phoenix protocol, as the page's own client does. */

type Job = {
  port: number
  viewers: number
  topic?: string
}

/** `at` is in ms since 1970. */
export type Change = { shift_id: string; assigned_count: number; at: number }

export type Shown = {
  /** Frames per second from the first to the last, counted once per viewer. */
  deliveries_per_second: number
  deliveries: number
  /** Median size of a frame in bytes. */
  bytes: number
  /** Milliseconds from the change until a viewer has it. */
  p50: number
  p95: number
  /** Number of changes that viewers did not get, counted once per viewer. */
  missed: number
  /** Processor share of this process. */
  busy: number
}

const commands = { open, measure, close }

export type Viewers = typeof commands

serveCommands(commands)

const OPENING_AT_ONCE = 50
/** Milliseconds without a frame after which all have arrived. */
const QUIET_MS = 1_500

type Frame = { bytes?: Buffer; received_at: Float64Array }

let sockets: WebSocket[] = []
let frames = new Map<number, Frame>()
/** Number of the last frame, for each viewer. */
let last_n: number[] = []
let deliveries = 0
let first_at = 0
let last_at = 0
let began_at = 0
let began_cpu = process.cpuUsage()

async function open({ port, viewers, topic }: Job): Promise<void> {
  sockets = []
  last_n = []
  let next = 0
  const openInTurn = async () => {
    while (next < viewers) {
      const viewer = next++
      sockets[viewer] = await openViewer(viewer, { port, topic, viewers })
    }
  }
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openInTurn))
  frames = new Map()
  deliveries = 0
  began_at = performance.now()
  began_cpu = process.cpuUsage()
}

async function openViewer(
  viewer: number,
  { port, topic, viewers }: Omit<Job, 'topic'> & { topic: string | undefined },
) {
  const localAddress = localAddressOf(viewer)
  const socket = new WebSocket(`ws://127.0.0.1:${port}${live.path}?vsn=2.0.0`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
    ...(localAddress && { localAddress }),
  })
  await once(socket, 'open')
  if (topic !== undefined) await join(socket, { viewer, topic })
  socket.on('message', (data: Buffer) => receive(viewer, viewers, data))
  return socket
}

async function join(socket: WebSocket, { viewer, topic }: { viewer: number; topic: string }): Promise<void> {
  socket.send(JSON.stringify(['1', '1', topic, 'phx_join', {}]))
  const [data]: Buffer[] = await once(socket, 'message')
  const [, , , event, { status, response }] = JSON.parse(String(data))
  if (event !== 'phx_reply' || status !== 'ok') throw new Error(`the join was answered ${status}`)
  last_n[viewer] = response.n
  const beats = setInterval(
    () => socket.send(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}])),
    live.heartbeat_ms,
  )
  socket.once('close', () => clearInterval(beats))
}

/**
 * Reads only the number of each copy, because all viewers get the same bytes. `state`, sent to a viewer that was too
 * slow, counts as all frames up to its number.
 */
function receive(viewer: number, viewers: number, data: Buffer): void {
  const now = Date.now()
  const [, event, number] = HEAD.exec(data.toString('latin1', 0, 120)) ?? []
  if (event === undefined) return
  const n = Number(number)
  const from = event === 'state' ? (last_n[viewer] ?? 0) + 1 : n
  for (let at = from; at <= n; at++) frameOf(at, viewers).received_at[viewer] = now
  last_n[viewer] = n
  const frame = frameOf(n, viewers)
  if (event === 'shifts') frame.bytes ??= data
  deliveries += 1
  if (deliveries === 1) first_at = now
  last_at = now
}

const HEAD = /^\[null,null,"[^"]*","(shifts|state)",\{"n":(\d+)/

function frameOf(n: number, viewers: number): Frame {
  const known = frames.get(n)
  if (known) return known
  const frame = { received_at: new Float64Array(viewers).fill(Number.NaN) }
  frames.set(n, frame)
  return frame
}

async function measure({ changes }: { changes: readonly Change[] }): Promise<Shown> {
  while (Date.now() - last_at < QUIET_MS) await sleep(100)
  const { user, system } = process.cpuUsage(began_cpu)
  const busy = (user + system) / 1_000 / (performance.now() - began_at)
  const ordered = [...frames].toSorted(([one], [other]) => one - other).map(([, frame]) => frame)
  const shown = listShown(ordered)
  const waits: number[] = []
  let missed = 0
  for (const { shift_id, assigned_count, at } of changes) {
    const frame = shown.get(shift_id)?.find((state) => state.assigned_count >= assigned_count)?.frame
    for (let viewer = 0; viewer < sockets.length; viewer++) {
      const received_at = frame?.received_at[viewer] ?? Number.NaN
      if (Number.isNaN(received_at)) missed += 1
      else waits.push(received_at - at)
    }
  }
  const sorted = Float64Array.from(waits).toSorted()
  const sizes = ordered.map(({ bytes }) => bytes?.length ?? 0).toSorted((a, b) => a - b)
  return {
    deliveries_per_second: deliveries / ((last_at - first_at) / 1_000),
    deliveries,
    bytes: sizes[Math.floor(sizes.length / 2)] ?? 0,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    missed,
    busy,
  }
}

function listShown(ordered: readonly Frame[]): Map<string, { assigned_count: number; frame: Frame }[]> {
  const shown = new Map<string, { assigned_count: number; frame: Frame }[]>()
  for (const frame of ordered) {
    if (!frame.bytes) continue
    const payload: ShiftsFrame = JSON.parse(String(frame.bytes))[4]
    for (const { id, assigned_count } of payload.shifts) {
      const states = shown.get(id) ?? []
      states.push({ assigned_count, frame })
      shown.set(id, states)
    }
  }
  return shown
}

async function close(): Promise<void> {
  for (const socket of sockets) socket.terminate()
  await Promise.all(
    sockets.flatMap((socket) => (socket.readyState === WebSocket.CLOSED ? [] : [once(socket, 'close')])),
  )
  sockets = []
}
