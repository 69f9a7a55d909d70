import { type EventJoined, topics } from '@muster/contract/live'
import { applyFrame, applyJoin, type LiveState } from '@muster/contract/rules/live-diff'
import { openChannel } from './connection.ts'

/** `error` after the feed broke off. It comes back by itself; the page says so (spec §4). */
export type LiveStatus = 'connecting' | 'connected' | 'error'

type Follower = {
  event_id: string
  /** What the page has now. */
  read: () => LiveState
  show: (state: LiveState) => void
  setStatus: (status: LiveStatus) => void
}

/** Joins the event's topic and keeps the page's state up to date. Returns the way to stop. */
export function followEvent(follower: Follower): () => void {
  const { event_id, read, show, setStatus } = follower
  let isOpen = true
  let leave = () => {
    isOpen = false
    channel.leave()
  }
  const broken = () => {
    if (isOpen) setStatus('error')
  }
  const channel = openChannel(topics.event(event_id))
  channel.on('shifts', (frame) => {
    if (!isOpen) return
    const next = applyFrame(read(), frame)
    if (next !== 'gap') return show(next)
    // A frame was lost: the answer to a new join brings all.
    leave()
    leave = followEvent(follower)
  })
  channel.onError(broken)
  channel.onClose(broken)
  channel
    .join()
    .receive('ok', (joined: EventJoined) => {
      if (!isOpen) return
      show(applyJoin(read(), joined))
      setStatus('connected')
    })
    .receive('error', broken)
    .receive('timeout', broken)
  return () => leave()
}
