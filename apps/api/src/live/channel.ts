import type { Push, Ref } from './wire.ts'

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

type Line = Viewer & { join_ref: Ref }

/** One join of one topic. It may be left while the answer is still on its way. */
export class Channel implements Viewer {
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
