import { useEffect, useEffectEvent } from 'react'
import { $token, liveToken } from '../api/credentials.ts'
import { openChannel } from './connection.ts'

/**
 * Joins a topic that only members of the organisation may join, and stays with it over a renewed session. `onChange`
 * is told each hint, and nothing after the line was down and hints may have been lost.
 */
export function useMemberTopic(topic: string, onChange: (hint: object | undefined) => void): void {
  const tell = useEffectEvent(onChange)

  useEffect(() => {
    let isOpen = true
    let hasJoined = false
    const channel = openChannel(topic, () => ({ token: $token.get() ?? '' }))
    const renew = () => {
      // Offline, the next join asks again; signed out, the guard of the screens sees it.
      if (isOpen) liveToken().catch(() => undefined)
    }
    channel.on('changed', (hint) => {
      if (isOpen) tell(hint)
    })
    channel.onError(renew)
    channel
      .join()
      .receive('ok', () => {
        if (isOpen && hasJoined) tell(undefined)
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
  }, [topic])
}
