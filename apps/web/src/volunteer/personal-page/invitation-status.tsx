import type { Invitation } from '@muster/contract/personal-shift'
import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { useText } from './texts.ts'

export function InvitationStatus({
  invitation: { status, person, organization },
  refusal,
  isTaken,
  children,
}: {
  invitation: Invitation
  /** Set when the invitation was answered elsewhere meanwhile. */
  refusal: string | undefined
  /** D61: a yes came too late, which the ticket says. */
  isTaken: boolean
  children: ReactNode
}) {
  const t = useText()
  const panel = useRef<HTMLDivElement>(null)
  const isRefused = refusal !== undefined && !isTaken
  useEffect(() => {
    // The pressed button is no longer rendered.
    if ((isRefused || isTaken) && document.activeElement === document.body)
      (panel.current ?? document.querySelector('h1'))?.focus()
  }, [isRefused, isTaken])
  return (
    <>
      {isRefused && (
        <div ref={panel} tabIndex={-1} className="mb-6">
          <ErrorPanel text={refusal} />
        </div>
      )}
      <PageTitle title={t('title')}>{t('hello', { name: person.first_name })}</PageTitle>
      <p className="mt-1 text-ink-2">{t('from', { organization: organization.name })}</p>
      {children}
      {status === 'ABSENT' && <p className="mt-4 text-ink-2">{t('absent')}</p>}
    </>
  )
}
