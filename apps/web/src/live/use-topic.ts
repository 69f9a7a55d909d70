import { type EventJoined, type ShiftsFrame, topics } from '@muster/contract/live'
import { applyFrame, applyJoin, type LiveState, type SeenShift } from '@muster/contract/rules/live-diff'
import { useEffect, useRef, useState } from 'react'
import { openChannel } from './connection.ts'

/** `error` after the feed broke off. It comes back by itself; the page says so (spec §4). */
export type LiveStatus = 'connecting' | 'connected' | 'error'

/** What the page has read over HTTP: a first state, and a later one wherever it is read again. */
export type Reading = { as_of: string; shifts: readonly SeenShift[] }

/** The shifts of an event as they are now: what was read, then whatever the live channel brings. */
export function useEventTopic(
  event_id: string,
  reading: Reading,
): { shifts: readonly SeenShift[]; status: LiveStatus } {
  const newest = useRef<LiveState>({ n: 0, ...reading })
  const [shifts, setShifts] = useState(reading.shifts)
  const [status, setStatus] = useState<LiveStatus>('connecting')
  const [joins, setJoins] = useState(1)

  useEffect(() => {
    if (Date.parse(reading.as_of) <= Date.parse(newest.current.as_of)) return
    newest.current = { ...newest.current, ...reading }
    setShifts(reading.shifts)
  }, [reading])

  // `joins` is no input: a gap in the numbers raises it, and the topic is joined again.
  useEffect(() => {
    let isOpen = true
    const channel = openChannel(topics.event(event_id))
    const show = (state: LiveState) => {
      newest.current = state
      setShifts(state.shifts)
    }
    const broken = () => {
      if (isOpen) setStatus('error')
    }
    channel.on('shifts', (frame: ShiftsFrame) => {
      if (!isOpen) return
      const next = applyFrame(newest.current, frame)
      if (next === 'gap') setJoins((count) => count + 1)
      else show(next)
    })
    channel.onError(broken)
    channel.onClose(broken)
    channel
      .join<EventJoined>()
      .receive('ok', (joined) => {
        if (!isOpen) return
        show(applyJoin(newest.current, joined))
        setStatus('connected')
      })
      .receive('error', broken)
      .receive('timeout', broken)
    return () => {
      isOpen = false
      channel.leave()
    }
  }, [event_id, joins])

  return { shifts, status }
}
