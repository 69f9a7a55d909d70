/** Types of the used part of the phoenix client, with our events. The package has none. */
declare module 'phoenix' {
  import type { EventJoined, JoinRefusal, ShiftsFrame, SignupPresence } from '@muster/contract/live'
  import type { KeptStorage } from '../storage.ts'

  export type SocketOptions = {
    timeout?: number
    heartbeatIntervalMs?: number
    reconnectAfterMs?: (tries: number) => number
    rejoinAfterMs?: (tries: number) => number
    sessionStorage?: KeptStorage
  }

  export class Push {
    receive(status: 'ok', callback: (reply: never) => void): this
    receive(status: 'error', callback: (refusal: JoinRefusal) => void): this
    receive(status: 'timeout', callback: () => void): this
  }

  export class Channel {
    join(): Push
    leave(): void
    push(event: string, payload: object): void
    on(event: 'shifts', callback: (frame: ShiftsFrame) => void): number
    on(event: 'state', callback: (state: EventJoined) => void): number
    on(event: 'count', callback: (presence: SignupPresence) => void): number
    on(event: 'changed', callback: (hint: object) => void): number
    onError(callback: () => void): number
    onClose(callback: (payload?: { reason?: string }) => void): number
  }

  export class Socket {
    constructor(endPoint: string, options?: SocketOptions)
    connect(): void
    disconnect(callback: () => void): void
    channel(topic: string, params: () => object): Channel
  }
}
