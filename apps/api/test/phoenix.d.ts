/** Part of the phoenix client that the tests use. The package has no types. */
declare module 'phoenix' {
  import type { WebSocket } from 'ws'

  export class Push<Reply = unknown> {
    receive(status: 'ok', callback: (reply: Reply) => void): this
    receive(status: 'error' | 'timeout', callback: (reply: { reason?: string }) => void): this
  }

  export class Channel {
    join<Reply>(): Push<Reply>
    leave(): Push
    push(event: string, payload: object): Push
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the payload depends on the topic
    on<Payload>(event: string, callback: (payload: Payload) => void): number
    onError(callback: (reason: unknown) => void): number
    onClose(callback: (reason: unknown) => void): void
  }

  export class Socket {
    constructor(
      endPoint: string,
      options: {
        transport: typeof WebSocket
        vsn?: string
        encode?: (message: object, callback: (text: string) => void) => void
        decode?: (text: string, callback: (message: unknown) => void) => void
        params?: Record<string, string>
        reconnectAfterMs?: () => number
        timeout?: number
        rejoinAfterMs?: () => number
      },
    )
    connect(): void
    disconnect(callback?: () => void): void
    channel(topic: string, params?: object | (() => object)): Channel
    onError(callback: (error: unknown) => void): string
  }
}
