/** The part of the phoenix client that is used here; the package brings no types. */
declare module 'phoenix' {
  export type SocketOptions = {
    timeout?: number
    heartbeatIntervalMs?: number
    reconnectAfterMs?: (tries: number) => number
    rejoinAfterMs?: (tries: number) => number
  }

  export class Push<Reply> {
    receive(status: 'ok', callback: (reply: Reply) => void): this
    receive(status: 'error' | 'timeout', callback: () => void): this
  }

  export class Channel {
    join<Reply>(): Push<Reply>
    leave(): void
    push(event: string, payload: object): void
    on<Payload>(event: string, callback: (payload: Payload) => void): number
    onError(callback: () => void): number
    onClose(callback: () => void): number
  }

  export class Socket {
    constructor(endPoint: string, options?: SocketOptions)
    connect(): void
    channel(topic: string, params?: object | (() => object)): Channel
  }
}
