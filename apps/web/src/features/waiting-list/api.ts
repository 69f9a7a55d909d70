import type { WaitingPlace } from '@muster/contract/waiting-list'
import { call } from '../../api/call.ts'

const PATIENCE_MS = 30_000

export type WaitingChange = 'TAKEN' | 'LEFT' | 'WAITING'

export function readWaitingPlace(token: string, signal: AbortSignal): Promise<WaitingPlace> {
  return call('waitingList', 'getWaitingPlace', { params: { token }, signal })
}

/** Throws `ApiError`, or a `DOMException` after the timeout. */
export function sendWaitingChange(token: string, status: WaitingChange): Promise<WaitingPlace> {
  return call('waitingList', 'changeWaitingPlace', {
    params: { token },
    body: { status },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}
