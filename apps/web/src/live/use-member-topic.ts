import { useEffect, useEffectEvent } from 'react'
import { $token, liveToken } from '../api/credentials.ts'
import type { openChannel } from './connection.ts'
import { openLater } from './open-later.ts'

/** `onChange` gets each hint, and undefined after a reconnect, when hints may have been lost. */
export function useMemberTopic(topic: string, onChange: (hint: object | undefined) => void): void {
  const tell = useEffectEvent(onChange)

  useEffect(
    () =>
      openLater(
        () => import('./connection.ts'),
        ({ openChannel }) => joinTopic(openChannel, topic, (hint) => tell(hint)),
      ),
    [topic],
  )
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
    // A failure is retried by the next join; after a sign-out the route guards react.
    if (isOpen) liveToken().catch(() => undefined)
  }
  channel.on('changed', (hint) => {
    if (isOpen) onHint(hint)
  })
  channel.onError(renew)
  channel
    .join()
    .receive('ok', () => {
      if (isOpen && hasJoined) onHint(undefined)
      hasJoined = true
    })
    .receive('error', ({ reason }) => {
      if (reason === 'session_invalid' || reason === 'session_required') renew()
    })
  const unlisten = $token.listen((token) => {
    if (token !== null) channel.push('access_token', { access_token: token })
  })
  return () => {
    isOpen = false
    unlisten()
    channel.leave()
  }
}
