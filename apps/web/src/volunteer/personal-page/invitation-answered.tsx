import type { Invitation } from '@muster/contract/personal-shift'
import { type ReactNode, useEffect, useState } from 'react'
import { liveToken, readToken } from '../../api/credentials.ts'
import { publicPaths } from '../../public-paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { DoneSign } from '../../ui/feedback/done-sign.tsx'
import { ResultTitle } from '../../ui/feedback/result-title.tsx'
import { useText } from './texts.ts'

export function InvitationAnswered({
  invitation,
  children,
}: {
  invitation: Invitation
  children: ReactNode
}) {
  const t = useText()
  const isSignedIn = useIsSignedIn()
  const { status, person, shift } = invitation
  const isComing = status === 'CONFIRMED'
  return (
    <>
      {isComing && <DoneSign />}
      <ResultTitle
        title={isComing ? t('confirmed.title', { name: person.first_name }) : t('declined.title')}
      />
      <p className="mt-2 text-ink-2">
        {isComing ? t('confirmed.text') : t('declined.text')}
        {!isComing && shift.spots_left > 0 && ` ${t('declined.free')}`}
      </p>
      {children}
      {isSignedIn && (
        // The organiser's pages are another document.
        <a href={publicPaths.desk} className={buttonClass({ kind: 'line', className: 'mt-4 w-full' })}>
          {t('dashboard')}
        </a>
      )}
    </>
  )
}

/** Returns true for administrators who try a link. */
function useIsSignedIn(): boolean {
  const [isSignedIn, setIsSignedIn] = useState(false)
  useEffect(() => {
    // No stored token means signed out; an expired token is renewed (D7).
    if (readToken() === null) return
    liveToken().then(
      (token) => setIsSignedIn(token !== undefined),
      () => setIsSignedIn(false),
    )
  }, [])
  return isSignedIn
}
