/** The part of the phoenix client we use; the package brings no types. */
declare module 'phoenix' {
  export type SocketOptions = {
    timeout?: number
    heartbeatIntervalMs?: number
    reconnectAfterMs?: (tries: number) => number
    rejoinAfterMs?: (tries: number) => number
  }

  export class Push {
    receive(status: 'ok' | 'error' | 'timeout', callback: (response: unknown) => void): this
  }

  export class Channel {
    join(): Push
    leave(): Push
    push(event: string, payload: object): Push
    on(event: string, callback: (payload: unknown) => void): number
    onError(callback: () => void): number
    onClose(callback: () => void): number
  }

  export class Socket {
    constructor(endPoint: string, options?: SocketOptions)
    connect(): void
    disconnect(): void
    channel(topic: string, params?: object | (() => object)): Channel
  }
}
