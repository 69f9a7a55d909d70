import type { JoinRefusal } from '@muster/contract/live'
import type { WebSocket } from 'ws'
import type { Logger } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { TokenBucket } from '../token-bucket.ts'
import type { AddressLimits } from './address-limits.ts'
import { type ClientFrame, encodeFrame, type Push, parseFrame, type Ref, type Version } from './wire.ts'

/** One open screen on one topic, as the topic sees it. */
export type Viewer = {
  /** Where it comes from, as limits count it. */
  readonly address: string
  /** Answers the join with this body (JSON text). Whatever is sent afterwards arrives after it. */
  accept(response_json: string): void
  /** False if the line is too slow for now: then nothing was sent. */
  send(push: Push): boolean
  /** Whether everything that was sent has left. */
  isDrained(): boolean
  /** Ends the membership from our side. `phx_error` makes the client join again by itself, `phx_close` does not. */
  end(event: 'phx_close' | 'phx_error', reason: string): void
}

export type Membership = {
  leave(): void
  /** A message on the topic. False: this topic knows no such event. */
  receive?(event: string, payload: unknown): boolean
}

/** Something that can be joined. `join` calls `viewer.accept` once, or throws. */
export type Topic = { join(id: string, payload: unknown, viewer: Viewer): Promise<Membership> }

/** A join that is answered with "no". The reason is for programs. */
export class JoinRefused extends Error {}

export type Topics = { find(name: string): { topic: Topic; id: string } | undefined }

export const socketLimits = {
  /** Bytes of one frame from a client. */
  frame_bytes: 64 * 1024,
  frames: { capacity: 50, per_second: 50 },
  joins: { capacity: 60, per_second: 1 },
  /** Joins that a refused one counts for besides itself: it may have asked the database for what does not exist. */
  refused_join: 4,
  topics: 30,
  /** Bytes waiting to leave: above, only the newest state is sent. */
  slow_bytes: 256 * 1024,
  /** Bytes waiting to leave: above, the socket is closed. */
  stuck_bytes: 1024 * 1024,
} as const

type Opened = {
  socket: WebSocket
  version: Version
  topics: Topics
  address: string
  limits: AddressLimits
  log: Logger
}

/** One socket with the topics joined on it. */
export class Connection {
  readonly #socket: WebSocket
  readonly #version: Version
  readonly #topics: Topics
  readonly #address: string
  readonly #limits: AddressLimits
  readonly #log: Logger
  readonly #channels = new Map<string, Channel>()
  readonly #frames = new TokenBucket(socketLimits.frames, performance.now())
  readonly #joins = new TokenBucket(socketLimits.joins, performance.now())
  #heard_at = performance.now()

  constructor({ socket, version, topics, address, limits, log }: Opened) {
    this.#socket = socket
    this.#version = version
    this.#topics = topics
    this.#address = address
    this.#limits = limits
    this.#log = log
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => this.#hear())
    socket.on('close', () => {
      for (const channel of this.#channels.values()) channel.leave()
      this.#channels.clear()
    })
  }

  /** Asks for a sign of life: a browser answers by itself, even where it slows down a hidden page's timers. */
  ping(silent_ms: number): void {
    if (performance.now() - this.#heard_at > silent_ms) this.#socket.terminate()
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #hear(): void {
    this.#heard_at = performance.now()
  }

  #receive(data: WebSocket.RawData, isBinary: boolean): void {
    this.#hear()
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (isBinary || !Buffer.isBuffer(data)) return this.close(1003, 'text frames only')
    if (this.#frames.take(performance.now()) > 0) return this.close(1008, 'too many frames')
    const frame = this.#parse(data.toString())
    if (frame) this.#handle(frame)
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

  /** A second join of a topic replaces the first: the client gave that one up. */
  #join(frame: ClientFrame): void {
    this.#channels.get(frame.topic)?.leave()
    this.#channels.delete(frame.topic)
    const wait = this.#joins.take(performance.now()) || this.#limits.takeJoin(this.#address)
    if (wait > 0) return this.#refuse(frame, 'rate_limited', wait)
    const found = this.#topics.find(frame.topic)
    if (!found) return this.#refuse(frame, 'unknown_topic')
    if (this.#channels.size >= socketLimits.topics) return this.#refuse(frame, 'too_many_topics')

    const channel: Channel = new Channel({
      join_ref: frame.join_ref ?? frame.ref,
      address: this.#address,
      accept: (response_json) => this.#reply(frame, 'ok', response_json),
      send: (push) => this.#send(push),
      isDrained: () => this.#socket.bufferedAmount === 0,
      end: (event, reason) => {
        if (this.#channels.get(frame.topic) === channel) this.#channels.delete(frame.topic)
        this.#writeFrame(frame.topic, event, { join_ref: channel.join_ref, payload: { reason } })
      },
    })
    this.#channels.set(frame.topic, channel)
    channel.enter(found.topic.join(found.id, frame.payload, channel)).catch((error: unknown) => {
      if (this.#channels.get(frame.topic) === channel) this.#channels.delete(frame.topic)
      this.#refuseFailed(frame, error)
    })
  }

  #refuseFailed(frame: ClientFrame, error: unknown): void {
    if (error instanceof JoinRefused) {
      this.#joins.charge(performance.now(), socketLimits.refused_join)
      this.#limits.chargeJoins(this.#address, socketLimits.refused_join)
      return this.#refuse(frame, error.message)
    }
    if (error instanceof Refusal) return this.#refuse(frame, error.code, error.details.retry_after)
    this.#log.error({ err: error }, 'a join failed')
    this.#refuse(frame, 'unavailable')
  }

  /** A leave that names an earlier join of the topic was on its way when the later one came. */
  #leave(frame: ClientFrame, channel: Channel | undefined): void {
    this.#reply(frame, 'ok')
    const isOfAnother = frame.join_ref != null && frame.join_ref !== channel?.join_ref
    if (!channel || isOfAnother) return
    channel.leave()
    this.#channels.delete(frame.topic)
    this.#writeFrame(frame.topic, 'phx_close', { join_ref: channel.join_ref, payload: {} })
  }

  /** `retry_after` in seconds. */
  #refuse(frame: ClientFrame, reason: string, retry_after?: number): void {
    const refusal: JoinRefusal = { reason, ...(retry_after !== undefined && { retry_after }) }
    this.#reply(frame, 'error', JSON.stringify(refusal))
  }

  #reply({ join_ref, ref, topic }: ClientFrame, status: 'ok' | 'error', response_json = '{}'): void {
    const payload_json = `{"status":"${status}","response":${response_json}}`
    this.#write(encodeFrame(this.#version, { join_ref, ref, topic, event: 'phx_reply', payload_json }))
  }

  #writeFrame(topic: string, event: string, { join_ref, payload }: { join_ref: Ref; payload: object }): void {
    const payload_json = JSON.stringify(payload)
    this.#write(encodeFrame(this.#version, { join_ref, ref: join_ref, topic, event, payload_json }))
  }

  #send(push: Push): boolean {
    if (this.#socket.bufferedAmount > socketLimits.slow_bytes) return false
    this.#write(push(this.#version))
    return true
  }

  #write(frame: string | Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#socket.send(frame, { binary: false })
    // No farewell: it would only queue up behind what the reader does not take.
    if (this.#socket.bufferedAmount > socketLimits.stuck_bytes) this.#socket.terminate()
  }
}

type Line = Viewer & { join_ref: Ref }

/** One join of one topic. It may be left while the answer is still on its way. */
class Channel implements Viewer {
  readonly #line: Line
  #membership: Membership | undefined
  #hasLeft = false

  constructor(line: Line) {
    this.#line = line
  }

  get join_ref(): Ref {
    return this.#line.join_ref
  }

  get address(): string {
    return this.#line.address
  }

  async enter(joining: Promise<Membership>): Promise<void> {
    try {
      this.#membership = await joining
    } catch (error) {
      if (this.#hasLeft) return
      throw error
    }
    if (this.#hasLeft) this.#membership.leave()
  }

  leave(): void {
    this.#hasLeft = true
    this.#membership?.leave()
  }

  receive(event: string, payload: unknown): boolean {
    return this.#membership?.receive?.(event, payload) ?? false
  }

  accept(response_json: string): void {
    if (!this.#hasLeft) this.#line.accept(response_json)
  }

  send(push: Push): boolean {
    return this.#hasLeft || this.#line.send(push)
  }

  isDrained(): boolean {
    return this.#line.isDrained()
  }

  end(event: 'phx_close' | 'phx_error', reason: string): void {
    if (this.#hasLeft) return
    this.leave()
    this.#line.end(event, reason)
  }
}
