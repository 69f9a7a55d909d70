import type { Invitation } from '@muster/contract/invitations'
import { isOver } from '@muster/contract/rules/shift-phase'
import { useNow } from '../../live/use-now.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { CalendarLink, InvitationTicket } from './invitation-ticket.tsx'
import { OtherShifts } from './other-shifts.tsx'
import { useText } from './texts.ts'

export function InvitationStatus({
  invitation,
  token,
  refusal,
}: {
  invitation: Invitation
  token: string
  /** Set when the invitation was answered elsewhere meanwhile. */
  refusal: string | undefined
}) {
  const t = useText()
  const { status, person, organization, shift } = invitation
  const over = isOver(shift, useNow())
  return (
    <div className={answerClass()}>
      {refusal !== undefined && (
        <div className="mb-6">
          <ErrorPanel text={refusal} />
        </div>
      )}
      <p className="text-meta font-semibold text-ink-2">{t('from', { organization: organization.name })}</p>
      <PageTitle title={t('title')} className="mt-1">
        {t('hello', { name: person.first_name })}
      </PageTitle>
      <InvitationTicket invitation={invitation}>
        {status === 'CONFIRMED' && !over && <CalendarLink token={token} role={shift.role} />}
      </InvitationTicket>
      {status === 'ABSENT' && <p className="mt-4 text-ink-2">{t('absent')}</p>}
      <OtherShifts invitation={invitation} />
    </div>
  )
}
