import { type EventJoined, type JoinRefusal, reconnectDelay, topics } from '@muster/contract/live'
import { applyFrame, applyJoin, type LiveState } from '@muster/contract/rules/live-state'
import { linkKey } from '../ui/hooks/navigation.ts'
import { openChannel } from './connection.ts'
import { type LiveStatus, statusOfRefusal } from './live-status.ts'

const GONE = 'not_found'

type Follower = {
  event_id: string
  read: () => LiveState
  show: (state: LiveState) => void
  setStatus: (status: LiveStatus) => void
}

/** Joins the event's topic. Returns a function that leaves it. */
export function followEvent(follower: Follower): () => void {
  const { event_id, read, show, setStatus } = follower
  const channel = openChannel(topics.event(event_id), () => ({ k: linkKey() }))
  let isOpen = true
  let restart: ReturnType<typeof setTimeout> | undefined
  let stop = () => {
    isOpen = false
    clearTimeout(restart)
    channel.leave()
  }
  const startAgain = () => {
    stop()
    stop = followEvent(follower)
  }
  /** Shows the full state, from the join reply or the server's event `state`. */
  const take = (joined: EventJoined) => {
    if (!isOpen) return
    show(applyJoin(read(), joined))
    setStatus('connected')
  }
  const broken = () => {
    if (!isOpen) return
    show(forgetPresence(read()))
    setStatus('error')
  }
  const refused = ({ reason }: JoinRefusal) => {
    if (!isOpen) return
    if (reason === GONE) end()
    else setStatus(statusOfRefusal(reason))
  }
  const end = () => {
    stop()
    setStatus('gone')
  }

  channel.on('shifts', (frame) => {
    if (!isOpen) return
    const next = applyFrame(read(), frame)
    if (next === 'gap') startAgain()
    else show(next)
  })
  channel.on('state', take)
  channel.onError(broken)
  channel.onClose(({ reason } = {}) => {
    if (!isOpen) return
    if (reason === GONE) return end()
    broken()
    // The client joins again by itself after an error, but not after a close.
    restart = setTimeout(startAgain, reconnectDelay())
  })
  channel.join().receive('ok', take).receive('error', refused).receive('timeout', broken)

  return () => stop()
}

/** Who is signing up is unknown until the channel is joined again. */
function forgetPresence(state: LiveState): LiveState {
  const shifts = state.shifts.map((shift) => (shift.signing_up ? { ...shift, signing_up: 0 } : shift))
  return { ...state, shifts }
}
