import type { Writable } from 'node:stream'
import type { JoinRefusal } from '@muster/contract/live'
import type { WebSocket } from 'ws'
import { TokenBucket } from '../access/token-bucket.ts'
import type { Logger } from '../deps.ts'
import {
  answersWritten,
  floodingSocketsClosed,
  joinsRefused,
  pushesSkipped,
  pushesWritten,
  silentSocketsClosed,
  stuckSocketsClosed,
  topicsJoined,
} from '../edge/live-metrics.ts'
import { Refusal } from '../edge/refusal.ts'
import { Channel } from './channel.ts'
import { type JoinBudget, JoinRefused } from './join-budget.ts'
import { reasonFor } from './join-refusal.ts'
import type { Topics } from './topics.ts'
import { type ClientFrame, encodeFrame, type Push, parseFrame, type Ref, type Version } from './wire.ts'

export const socketLimits = {
  frame_bytes: 64 * 1024,
  /** Frames per socket; the excess counts for its address. A heartbeat (every 30 s) may renew 30 topics' tokens. */
  frames: { capacity: 50, per_second: 2 },
  topics: 30,
  /** Buffered bytes above which pushes are refused; the viewer gets the newest state later. */
  slow_bytes: 256 * 1024,
  /** Buffered bytes above which the socket is closed. */
  stuck_bytes: 1024 * 1024,
} as const

/** Frame without its payload of up to 64 kB, because channels keep it while they are joined. */
type FrameHead = Omit<ClientFrame, 'payload'>

type ConnectionOptions = {
  socket: WebSocket
  /** Stream that the socket writes to. */
  stream: Writable
  version: Version
  topics: Pick<Topics, 'find'>
  address: string
  /** Tokens for frames in excess of the socket's own. */
  address_frames: TokenBucket
  joins: JoinBudget
  log: Logger
}

export class Connection {
  readonly #socket: WebSocket
  readonly #stream: Writable
  readonly #version: Version
  readonly #topics: Pick<Topics, 'find'>
  readonly #address: string
  readonly #log: Logger
  readonly #channels = new Map<string, Channel>()
  readonly #address_frames: TokenBucket
  readonly #frames = new TokenBucket(socketLimits.frames, performance.now())
  readonly #joins: JoinBudget
  /** Number of refusals by reason. */
  readonly #refusals = new Map<string, number>()
  #last_sign_at = performance.now()

  constructor({ socket, stream, version, topics, address, address_frames, joins, log }: ConnectionOptions) {
    this.#socket = socket
    this.#stream = stream
    this.#version = version
    this.#topics = topics
    this.#address = address
    this.#address_frames = address_frames
    this.#joins = joins
    this.#log = log
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => this.#recordSign())
    socket.on('close', () => {
      for (const channel of this.#channels.values()) channel.leave()
      this.#channels.clear()
      this.#logRefusals()
    })
  }

  /** Uses WebSocket pings: browsers answer them even where they slow down the timers of a hidden page. */
  ping(silent_ms: number): void {
    if (performance.now() - this.#last_sign_at > silent_ms) {
      silentSocketsClosed.inc()
      this.#socket.terminate()
    } else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #recordSign(): void {
    this.#last_sign_at = performance.now()
  }

  #receive(data: WebSocket.RawData, isBinary: boolean): void {
    this.#recordSign()
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (isBinary || !Buffer.isBuffer(data)) return this.close(1003, 'text frames only')
    if (this.#isFlood(performance.now())) {
      floodingSocketsClosed.inc()
      return this.close(1008, 'too many frames')
    }
    const frame = this.#parse(data.toString())
    if (frame) this.#handle(frame)
  }

  /** Takes the socket's own tokens first: a flood does not end the other sockets of its address. */
  #isFlood(ms: number): boolean {
    return this.#frames.take(ms) > 0 && this.#address_frames.take(ms) > 0
  }

  #parse(text: string): ClientFrame | undefined {
    try {
      const frame = parseFrame(this.#version, text)
      if (!frame) this.close(1008, `not a channel message of version ${this.#version}`)
      return frame
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      this.close(1007, 'not JSON')
      return undefined
    }
  }

  #handle(frame: ClientFrame): void {
    if (frame.topic === 'phoenix') {
      return frame.event === 'heartbeat' ? this.#reply(frame, 'ok') : this.#refuse(frame, 'unknown_event')
    }
    if (frame.event === 'phx_join') return this.#join(frame)
    const channel = this.#channels.get(frame.topic)
    if (frame.event === 'phx_leave') return this.#leave(frame, channel)
    if (channel?.receive(frame.event, frame.payload)) return this.#reply(frame, 'ok')
    // Older clients send their token with each heartbeat, on every topic.
    if (frame.event === 'access_token') return
    this.#refuse(frame, channel ? 'unknown_event' : 'not_joined')
  }

  /** A second join of a topic replaces the first, which the client has abandoned. */
  #join({ payload, ...frame }: ClientFrame): void {
    this.#channels.get(frame.topic)?.leave()
    this.#channels.delete(frame.topic)
    const wait = this.#joins.reserve()
    if (wait > 0) return this.#refuse(frame, 'rate_limited', wait)
    const found = this.#topics.find(frame.topic)
    if (!found) return this.#refuse(frame, 'unknown_topic')
    if (this.#channels.size >= socketLimits.topics) return this.#refuse(frame, 'too_many_topics')

    const channel: Channel = new Channel({
      join_ref: frame.join_ref ?? frame.ref,
      address: this.#address,
      joined: topicsJoined.labels({ topic: frame.topic.split(':', 1)[0] ?? '' }),
      accept: (response_json) => this.#reply(frame, 'ok', response_json),
      send: (push) => this.#send(push),
      isDrained: () => this.#socket.bufferedAmount === 0,
      end: (event, reason) => {
        if (this.#channels.get(frame.topic) === channel) this.#channels.delete(frame.topic)
        this.#writeFrame(frame.topic, event, { join_ref: channel.join_ref, payload: { reason } })
      },
    })
    this.#channels.set(frame.topic, channel)
    const joining = this.#joins.settle(found.topic.join(found.id, payload, channel))
    channel.enter(joining).catch((error: unknown) => {
      if (this.#channels.get(frame.topic) === channel) this.#channels.delete(frame.topic)
      this.#refuseFailed(frame, error)
    })
  }

  #refuseFailed(frame: FrameHead, error: unknown): void {
    if (error instanceof JoinRefused) return this.#refuse(frame, error.message)
    if (error instanceof Refusal) return this.#refuse(frame, error.code, error.details.retry_after)
    this.#log.error({ err: error }, 'a join failed')
    this.#refuse(frame, 'unavailable')
  }

  #leave(frame: ClientFrame, channel: Channel | undefined): void {
    this.#reply(frame, 'ok')
    // The frame may belong to an earlier join of the topic, from before the client joined again.
    const isOfEarlierJoin = frame.join_ref != null && frame.join_ref !== channel?.join_ref
    if (!channel || isOfEarlierJoin) return
    channel.leave()
    this.#channels.delete(frame.topic)
    this.#writeFrame(frame.topic, 'phx_close', { join_ref: channel.join_ref, payload: {} })
  }

  /** `retry_after` in seconds. */
  #refuse(frame: FrameHead, reason: string, retry_after?: number): void {
    this.#countRefusal(reason)
    const refusal: JoinRefusal = {
      reason: reasonFor(frame.topic, reason),
      ...(retry_after !== undefined && { retry_after }),
    }
    this.#reply(frame, 'error', JSON.stringify(refusal))
  }

  #countRefusal(reason: string): void {
    // The text after the colon names what the client sent.
    const [code = reason] = reason.split(':', 1)
    this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1)
    joinsRefused.inc({ reason: code })
  }

  /** One line per socket: a flood of joins must not become a flood of lines. */
  #logRefusals(): void {
    if (this.#refusals.size === 0) return
    this.#log.info({ refusals: Object.fromEntries(this.#refusals) }, 'a live socket was refused')
  }

  #reply({ join_ref, ref, topic }: FrameHead, status: 'ok' | 'error', response_json = '{}'): void {
    const payload_json = `{"status":"${status}","response":${response_json}}`
    answersWritten.inc()
    this.#write(encodeFrame(this.#version, { join_ref, ref, topic, event: 'phx_reply', payload_json }))
  }

  #writeFrame(topic: string, event: string, { join_ref, payload }: { join_ref: Ref; payload: object }): void {
    const payload_json = JSON.stringify(payload)
    this.#write(encodeFrame(this.#version, { join_ref, ref: join_ref, topic, event, payload_json }))
  }

  #send(push: Push): boolean {
    if (this.#socket.bufferedAmount > socketLimits.slow_bytes) {
      pushesSkipped.inc()
      return false
    }
    pushesWritten.inc()
    this.#write(push(this.#version))
    return true
  }

  /** Bypasses the socket, which would build the head of a push again for each viewer (docs/decisions/0030). */
  #write(frame: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#stream.write(frame)
    // No closing handshake: its frame would wait behind those that the client does not read.
    if (this.#socket.bufferedAmount > socketLimits.stuck_bytes) {
      stuckSocketsClosed.inc()
      this.#socket.terminate()
    }
  }
}
