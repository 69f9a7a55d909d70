import type { WaitingPlace } from '@muster/contract/waiting-list'
import { call } from '../../api/call.ts'

export type WaitingChange = 'TAKEN' | 'LEFT' | 'WAITING'

export function readWaitingPlace(token: string, signal: AbortSignal): Promise<WaitingPlace> {
  return call('waitingList', 'getWaitingPlace', { params: { token }, signal })
}

export function sendWaitingChange(token: string, status: WaitingChange): Promise<WaitingPlace> {
  return call('waitingList', 'changeWaitingPlace', {
    params: { token },
    body: { status },
  })
}
