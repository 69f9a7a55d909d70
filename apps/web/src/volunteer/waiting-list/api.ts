import type { WaitingPlace } from '@muster/contract/waiting-list'
import { call } from '../../api/call.ts'

export type WaitingChange = 'TAKEN' | 'LEFT' | 'WAITING'

export function readWaitingPlace(token: string, signal: AbortSignal): Promise<WaitingPlace> {
  return call('waitingList', 'getWaitingPlace', { params: { token }, signal })
}

/** D13: takes the shift as it is shown. */
export function sendWaitingChange(
  token: string,
  status: WaitingChange,
  { start_dt, end_dt }: WaitingPlace['shift'],
): Promise<WaitingPlace> {
  return call('waitingList', 'changeWaitingPlace', {
    params: { token },
    body: { status, seen: { start_dt, end_dt } },
  })
}
