import { WebSocket } from 'ws'
import {
  type EventJoined,
  live,
  reconnectDelay,
  type ShiftsFrame,
  topics,
} from '../../packages/contract/src/live.ts'
import { applyFrame, applyJoin, type LiveState } from '../../packages/contract/src/rules/live-state.ts'

/** Open event page that follows the rules of docs/live.md. */
export type Viewer = {
  state: () => LiveState
  /** Returns the number of joins answered so far. */
  joins: () => number
  /** Returns the time of the last answered join, in ms as `performance.now()`. */
  joined_at: () => number
  /** Returns the number of failed attempts to connect. */
  failures: () => number
  close: () => void
}

type ViewerOptions = {
  /** Returns `ws://host:port`. Called before each attempt. */
  chooseAddress: () => string
  event_id: string
  /** Returns the milliseconds until the next attempt, as the page waits. */
  delay?: () => number
  localAddress?: string | undefined
  query?: string
}

export function openViewer({
  chooseAddress,
  event_id,
  delay = reconnectDelay,
  localAddress,
  query = '',
}: ViewerOptions): Viewer {
  const topic = topics.event(event_id)
  let state: LiveState = { n: 0, as_of: '1970-01-01T00:00:00.000Z', shifts: [] }
  let joins = 0
  let joined_at = Number.NEGATIVE_INFINITY
  let failures = 0
  let isClosed = false
  let socket: WebSocket
  let retry: NodeJS.Timeout | undefined
  let beats: NodeJS.Timeout | undefined

  const send = (frame: unknown[]) => socket.send(JSON.stringify(frame))
  const join = () => send(['1', '1', topic, 'phx_join', {}])

  function connect(): void {
    socket = new WebSocket(`${chooseAddress()}${live.path}?vsn=2.0.0${query}`, {
      perMessageDeflate: false,
      ...(localAddress && { localAddress }),
    })
    let wasOpen = false
    socket.on('open', () => {
      wasOpen = true
      join()
      beats = setInterval(() => send([null, '2', 'phoenix', 'heartbeat', {}]), live.heartbeat_ms)
    })
    socket.on('message', (data: Buffer) => receive(JSON.parse(data.toString())))
    // `close` follows.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(beats)
      if (isClosed) return
      if (!wasOpen) failures += 1
      retry = setTimeout(connect, delay())
    })
  }

  function receive([, ref, of, event, payload]: [string, string, string, string, never]): void {
    if (of !== topic) return
    if (event === 'phx_reply' && ref === '1') takeReply(payload)
    if (event === 'state') state = applyJoin(state, payload)
    if (event === 'shifts') takeFrame(payload)
  }

  function takeReply({ status, response }: { status: string; response: EventJoined }): void {
    if (status !== 'ok') {
      retry = setTimeout(join, delay())
      return
    }
    joins += 1
    joined_at = performance.now()
    state = applyJoin(state, response)
  }

  function takeFrame(frame: ShiftsFrame): void {
    const next = applyFrame(state, frame)
    if (next === 'gap') join()
    else state = next
  }

  connect()
  return {
    state: () => state,
    joins: () => joins,
    joined_at: () => joined_at,
    failures: () => failures,
    close() {
      isClosed = true
      clearTimeout(retry)
      socket.close()
    },
  }
}
