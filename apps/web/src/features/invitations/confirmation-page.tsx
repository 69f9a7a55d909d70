import type { Invitation } from '@muster/contract/invitations'
import { ApiError } from '../../api/api-error.ts'
import type { Read } from '../../api/use-read.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { EndPage } from '../../ui/page/end-page.tsx'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { useOrganizer } from './api.ts'
import { ClosedLink } from './closed-link.tsx'
import { PersonalPage } from './personal-page.tsx'
import { ReminderSwitch } from './reminder-switch.tsx'
import { StopMessages } from './stop-messages.tsx'
import { useText } from './texts.ts'
import { useAnswer } from './use-answer.ts'
import { useErrorText } from './use-error-text.ts'
import { usePersonalPage } from './use-personal-page.ts'

export default function ConfirmationPage({ token }: { token: string }) {
  return token === '' ? <NoToken /> : <LoadedInvitation token={token} key={token} />
}

function NoToken() {
  const t = useText()
  return (
    <PublicPage>
      <EndPage title={t('closed.unknown')} text={t('error', { text: t('errors.invalid_link') })}>
        <p>{t('latest_link')}</p>
      </EndPage>
    </PublicPage>
  )
}

function LoadedInvitation({ token }: { token: string }) {
  const page = usePersonalPage(token)
  const { data, error, readAgain } = page
  const answering = useAnswer(token, page)
  const { state } = answering
  const closed = [state.status === 'refused' ? state.error : undefined, data ? undefined : error].find(
    isClosed,
  )
  const organizer = useOrganizer(token, closed !== undefined)
  const known = organizer ?? data
  return (
    <PublicPage
      organization={known?.organization.name}
      width={closed === undefined && data !== undefined && data.other_shifts.length > 0 ? 'wide' : 'narrow'}
    >
      {closed ? (
        <ClosedLink status={closed.status} organizer={organizer} onTryAgain={readAgain} />
      ) : (
        <OpenLink token={token} page={page} answering={answering} />
      )}
      {!closed && data && (
        <div className="mt-6">
          <OrganizerContact organization={data.organization.name} contact={data.contact} />
        </div>
      )}
      {!closed && data && data.reminder_hours !== null && !data.messages_stopped && (
        <ReminderSwitch token={token} hours={data.reminder_hours} wasOn={data.gets_reminders} />
      )}
      {(closed ? closed.status === 403 : data) && (
        <StopMessages
          token={token}
          organization={known?.organization.name}
          contact={known?.contact}
          wasStopped={data?.messages_stopped ?? false}
        />
      )}
    </PublicPage>
  )
}

type OpenLinkProps = { token: string; page: Read<Invitation>; answering: ReturnType<typeof useAnswer> }

function OpenLink({ token, page, answering }: OpenLinkProps) {
  const t = useText()
  const words = useWords()
  const errorText = useErrorText()
  const { data, error, readAgain } = page

  if (data) return <PersonalPage token={token} page={page} invitation={data} answering={answering} />
  if (error === undefined) return <InvitationSkeleton />
  return (
    <EndPage title={t('title')} text={errorText(error, 'load')}>
      <Button onClick={readAgain}>{words('try_again')}</Button>
    </EndPage>
  )
}

/** D18: 403: the time to answer is over; 404: closed, or never valid. */
function isClosed(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}

function InvitationSkeleton() {
  return (
    <Loading className={answerClass({ className: 'grid gap-3' })}>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-8 w-40" />
      <Skeleton className="mt-3 h-80" />
    </Loading>
  )
}
