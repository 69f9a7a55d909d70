import type { EventJoined, LiveShift, ShiftsFrame } from '@muster/contract/live'
import { topics } from '@muster/contract/live'
import { applyFrame, type LiveState } from '@muster/contract/rules/live-diff'
import { useEffect, useState } from 'react'
import { openChannel } from './connection.ts'

/** `error` after the feed broke off; it comes back by itself (spec §4). */
export type LiveStatus = 'connecting' | 'connected' | 'error'

export type LiveEvent = {
  shifts: readonly LiveShift[]
  status: LiveStatus
}

/** What the page has read itself, from the same database time scale as the frames. */
export type Snapshot = { as_of: string; shifts: readonly Omit<LiveShift, 'signing_up'>[] }

/** The shifts of an event as they are now: `snapshot` first, then whatever the live channel brings. */
export function useEventTopic(event_id: string, snapshot: Snapshot): LiveEvent {
  const [state, setState] = useState(() => toState(snapshot))
  const [status, setStatus] = useState<LiveStatus>('connecting')

  useEffect(() => {
    setState((before) => take(before, { ...toState(snapshot), complete: true }))
  }, [snapshot])

  useEffect(() => {
    let newest: LiveState<LiveShift> | undefined
    const channel = openChannel(topics.event(event_id))
    const broken = () => setStatus('error')

    const show = (frame: Parameters<typeof applyFrame<LiveShift>>[1], removed: readonly string[] = []) => {
      setState((before) => {
        const after = applyFrame(before, frame)
        return after
      })
    }
    channel.on('shifts', (payload) => show(payload as ShiftsFrame))
    return () => {
      channel.leave()
    }
  }, [event_id])

  return { shifts: state.shifts, status }
}
