import { useEffect, useEffectEvent } from 'react'
import { $token, liveToken } from '../api/credentials.ts'
import type { openChannel } from './connection.ts'
import { $topicStatuses, type LiveStatus, statusOfRefusal } from './live-status.ts'
import { openLater } from './open-later.ts'

/** Passes each hint of the topic, if there is one, to `onChange`, and undefined after a reconnect, when hints may have been lost. */
export function useMemberTopic(
  topic: string | undefined,
  onChange: (hint: object | undefined) => void,
): void {
  const tell = useEffectEvent(onChange)

  useEffect(() => {
    if (topic === undefined) return undefined
    const close = openLater(
      () => import('./connection.ts'),
      ({ openChannel }) => joinTopic(openChannel, topic, (hint) => tell(hint)),
      () => $topicStatuses.setKey(topic, 'error'),
    )
    return () => {
      close()
      $topicStatuses.setKey(topic, undefined)
    }
  }, [topic])
}

function joinTopic(
  open: typeof openChannel,
  topic: string,
  onHint: (hint: object | undefined) => void,
): () => void {
  let isOpen = true
  let hasJoined = false
  const channel = open(topic, () => ({ token: $token.get() ?? '' }))
  const renew = () => {
    // The next join retries after a failure. After a sign-out the route guards react.
    if (isOpen) liveToken().catch(() => undefined)
  }
  channel.on('changed', (hint) => {
    if (isOpen) onHint(hint)
  })
  const setStatus = (status: LiveStatus) => {
    if (isOpen) $topicStatuses.setKey(topic, status)
  }
  channel.onError(() => {
    setStatus('error')
    renew()
  })
  channel
    .join()
    .receive('ok', () => {
      if (isOpen && hasJoined) onHint(undefined)
      hasJoined = true
      setStatus('connected')
    })
    .receive('error', ({ reason }) => {
      if (reason === 'session_invalid' || reason === 'session_required') renew()
      else setStatus(statusOfRefusal(reason))
    })
    .receive('timeout', () => setStatus('error'))
  const unlisten = $token.listen((token) => {
    if (token !== null) channel.push('access_token', { access_token: token })
  })
  return () => {
    isOpen = false
    unlisten()
    channel.leave()
  }
}
