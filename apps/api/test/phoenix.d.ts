/** The part of the phoenix client that the tests use; the package brings no types. */
declare module 'phoenix' {
  import type { WebSocket } from 'ws'

  export class Push {
    receive(status: 'ok' | 'error' | 'timeout', callback: (reply: unknown) => void): this
  }

  export class Channel {
    join(): Push
    leave(): Push
    push(event: string, payload: object): Push
    on(event: string, callback: (payload: unknown) => void): number
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
        reconnectAfterMs?: () => number
        rejoinAfterMs?: () => number
      },
    )
    connect(): void
    disconnect(callback?: () => void): void
    channel(topic: string, params?: object | (() => object)): Channel
    onError(callback: (error: unknown) => void): string
  }
}
