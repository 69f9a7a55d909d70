import { type OrganizationHint, topics } from '@muster/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { liveToken, onTokenChange, readToken } from '../api/credentials.ts'
import { openChannel } from './connection.ts'

/**
 * Tells an administrator's screen what to read again: the shifts of one event (all of them when none is named),
 * or `'everything'` after the line was down and hints may have been lost.
 */
export function useOrganizationHints(
  organization_id: string,
  onHint: (hint: OrganizationHint | 'everything') => void,
): void {
  const tell = useEffectEvent(onHint)

  useEffect(() => {
    let isOpen = true
    let hasJoined = false
    const channel = openChannel(topics.organization(organization_id), () => ({ token: readToken() ?? '' }))
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
        if (isOpen && hasJoined) tell('everything')
        hasJoined = true
      })
      .receive('error', renew)
    const forget = onTokenChange(() => {
      const token = readToken()
      if (token !== null) channel.push('access_token', { access_token: token })
    })
    return () => {
      isOpen = false
      forget()
      channel.leave()
    }
  }, [organization_id])
}
