import { live } from '@muster/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { $token, liveToken } from '../api/credentials.ts'
import type { openChannel } from './connection.ts'

type OpenChannel = typeof openChannel

/**
 * Joins a topic of the organisation's members, and stays in it when the session is renewed. `onChange` gets each
 * hint, and undefined after a reconnect, when hints may have been lost.
 */
export function useMemberTopic(topic: string, onChange: (hint: object | undefined) => void): void {
  const tell = useEffectEvent(onChange)

  useEffect(() => {
    let isOpen = true
    let close: (() => void) | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      loadConnection().then(
        (connection) => {
          if (isOpen) close = joinTopic(connection.openChannel, topic, (hint) => tell(hint))
        },
        () => {
          if (isOpen) retry = setTimeout(open, live.reconnect_ms)
        },
      )
    }
    open()
    return () => {
      isOpen = false
      clearTimeout(retry)
      close?.()
    }
  }, [topic])
}

let loading: Promise<{ openChannel: OpenChannel }> | undefined

/** The socket's client comes after the page, which shows its content without it. After a failure it is loaded anew. */
function loadConnection() {
  loading ??= import('./connection.ts').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Returns a function that leaves the topic. */
function joinTopic(open: OpenChannel, topic: string, onHint: (hint: object | undefined) => void): () => void {
  let isOpen = true
  let hasJoined = false
  const channel = open(topic, () => ({ token: $token.get() ?? '' }))
  const renew = () => {
    // A failure is retried by the next join; signed out, the route guards react.
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
