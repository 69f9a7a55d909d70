import { useEffect } from 'react'
import { offerPasskeys, type UsedPasskey } from './passkeys.ts'

/** ms until a new challenge is requested. The server accepts one for five minutes. */
const RENEW_MS = 4 * 60_000

/** Renders nothing: the browser offers passkeys in the field of the e-mail. It answers one request at a time. */
export function PasskeyOffer({ onUsed }: { onUsed: (used: UsedPasskey) => void }) {
  useEffect(() => {
    const start = () => {
      const controller = new AbortController()
      offerPasskeys(controller.signal).then(
        (used) => used && onUsed(used),
        // A failure is not shown: the user has not asked for this, and can use the button or the password.
        () => undefined,
      )
      return controller
    }
    let offer = start()
    const renewal = setInterval(() => {
      offer.abort()
      offer = start()
    }, RENEW_MS)
    return () => {
      clearInterval(renewal)
      offer.abort()
    }
  }, [onUsed])
  return null
}
