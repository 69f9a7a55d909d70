import type { Push, Ref } from './wire.ts'

export type Viewer = {
  readonly address: string
  /** Answers the join with this JSON text. Later pushes arrive after it. */
  accept(response_json: string): void
  /** Sends nothing and returns false while too much is buffered for the client. */
  send(push: Push): boolean
  isDrained(): boolean
  /** A client joins again by itself after `phx_error`, but not after `phx_close`. */
  end(event: 'phx_close' | 'phx_error', reason: string): void
}

export type Membership = {
  leave(): void
  receive?(event: string, payload: unknown): boolean
}

type Transport = Viewer & {
  join_ref: Ref
  /** Counts the joined channels of its kind. */
  joined: { inc(): void; dec(): void }
}

export class Channel implements Viewer {
  readonly #transport: Transport
  #membership: Membership | undefined
  #hasLeft = false

  constructor(transport: Transport) {
    this.#transport = transport
  }

  get join_ref(): Ref {
    return this.#transport.join_ref
  }

  get address(): string {
    return this.#transport.address
  }

  async enter(joining: Promise<Membership>): Promise<void> {
    try {
      this.#membership = await joining
    } catch (error) {
      if (this.#hasLeft) return
      throw error
    }
    if (this.#hasLeft) this.#membership.leave()
    else this.#transport.joined.inc()
  }

  leave(): void {
    if (this.#membership && !this.#hasLeft) this.#transport.joined.dec()
    this.#hasLeft = true
    this.#membership?.leave()
  }

  receive(event: string, payload: unknown): boolean {
    return this.#membership?.receive?.(event, payload) ?? false
  }

  accept(response_json: string): void {
    if (!this.#hasLeft) this.#transport.accept(response_json)
  }

  send(push: Push): boolean {
    return this.#hasLeft || this.#transport.send(push)
  }

  isDrained(): boolean {
    return this.#transport.isDrained()
  }

  end(event: 'phx_close' | 'phx_error', reason: string): void {
    if (this.#hasLeft) return
    this.leave()
    this.#transport.end(event, reason)
  }
}
