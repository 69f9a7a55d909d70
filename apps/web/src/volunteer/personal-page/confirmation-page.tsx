import type { Invitation } from '@muster/contract/personal-shift'
import { occupiesTime } from '@muster/contract/rules/assignment-status'
import { hasStarted, isOver } from '@muster/contract/rules/shift-phase'
import { Suspense } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { now } from '../../clock.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { EndPage } from '../../ui/page/end-page.tsx'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { useOrganizer } from './api.ts'
import { CalendarFeed } from './calendar-feed.tsx'
import { OwnDetails } from './own-details.tsx'
import { PersonalPage } from './personal-page.tsx'
import { ReminderSwitch } from './reminder-switch.tsx'
import { StopMessages } from './stop-messages.tsx'
import { useText } from './texts.ts'
import { useAnswer } from './use-answer.ts'
import { useErrorText } from './use-error-text.ts'
import { isClosed, isInvalid, isReplaced, type PersonalRead, usePersonalPage } from './use-personal-page.ts'

const NoToken = lazyPart(() => import('./closed/no-token.tsx'))
const ClosedLink = lazyPart(() => import('./closed/closed-link.tsx'))
const BlockedNotice = lazyPart(() => import('./blocked/blocked-notice.tsx'))
const OwnQuestions = lazyPart(() => import('../answers/own-questions.tsx'))
const KeepSwitch = lazyPart(() => import('./keep/keep-switch.tsx'))
const CopyNotice = lazyPart(() => import('./keep/copy-notice.tsx'))
/** Parts that a kept page needs. */
const KEPT_WITH = [KeepSwitch, CopyNotice]

export default function ConfirmationPage({ token }: { token: string }) {
  return token === '' ? <NoToken /> : <LoadedInvitation token={token} key={token} />
}

function kindOfClosed(closed: ApiError): 'expired' | 'replaced' | 'invalid' {
  if (isReplaced(closed)) return 'replaced'
  return closed.status === 403 ? 'expired' : 'invalid'
}

function LoadedInvitation({ token }: { token: string }) {
  const page = usePersonalPage(token)
  const { data, error, readAgain, as_of, holdCopy } = page
  const answering = useAnswer(token, page)
  const { state } = answering
  // Data read before the link was closed is no longer true.
  const isOutdated = isInvalid(error)
  const closed = [
    state.status === 'refused' ? state.error : undefined,
    data && !isOutdated ? undefined : error,
  ].find(isClosed)
  const organizer = useOrganizer(token, closed !== undefined)
  const known = organizer || data
  /** The server's latest answer. If the page is a copy, only the shifts are shown. */
  const current = closed === undefined && as_of === undefined ? data : undefined
  const store = (change: Partial<Invitation>) => page.store((shown) => ({ ...shown, ...change }))
  useLoadAhead(KEPT_WITH)
  return (
    <PublicPage
      organization={known?.organization}
      width={closed === undefined && data !== undefined && data.other_shifts.length > 0 ? 'wide' : 'narrow'}
    >
      {as_of !== undefined && (
        <Suspense fallback={null}>
          <CopyNotice as_of={as_of} onTryAgain={readAgain} />
        </Suspense>
      )}
      {closed ? (
        <Suspense fallback={null}>
          <ClosedLink
            kind={kindOfClosed(closed)}
            organizer={organizer}
            wasOpen={data !== undefined}
            onTryAgain={readAgain}
          />
        </Suspense>
      ) : (
        <OpenLink token={token} page={page} answering={answering} key={as_of} />
      )}
      {current?.has_questions && (
        <Suspense fallback={<Skeleton className="mt-8 h-40" />}>
          <OwnQuestions token={token} key={token} />
        </Suspense>
      )}
      {current && (current.email_blocked || !current.has_email) && (
        <Suspense fallback={null}>
          <BlockedNotice hasEmail={current.has_email} />
        </Suspense>
      )}
      {!closed && data && (
        <div className="mt-6">
          <OrganizerContact organization={data.organization.name} contact={data.contact} />
        </div>
      )}
      {current && current.reminder_hours !== null && !current.messages_stopped && hasShiftAhead(current) && (
        <ReminderSwitch
          token={token}
          hours={current.reminder_hours}
          isOn={current.gets_reminders}
          onChanged={store}
        />
      )}
      {!closed && data && (
        <Suspense fallback={null}>
          <KeepSwitch token={token} invitation={data} as_of={as_of} onDrop={holdCopy} />
        </Suspense>
      )}
      {current && hasComing(current) && <CalendarFeed token={token} key={token} invitation={current} />}
      {current && <OwnDetails token={token} invitation={current} />}
      {(closed?.status === 403 || current) && (
        <StopMessages
          token={token}
          organization={known?.organization.name}
          contact={known?.contact}
          isBlocked={current?.email_blocked ?? false}
          wasStopped={current?.messages_stopped ?? false}
          onChanged={store}
        />
      )}
    </PublicPage>
  )
}

/** Returns true if there is a shift that a calendar would show. */
function hasComing(invitation: Invitation): boolean {
  return listAll(invitation).some((own) => own.status === 'CONFIRMED' && !isOver(own, now().toISOString()))
}

/** Returns true if a shift is ahead, for which a reminder may be wanted. */
function hasShiftAhead(invitation: Invitation): boolean {
  return listAll(invitation).some((own) => occupiesTime(own.status) && !hasStarted(own, now().toISOString()))
}

const listAll = ({ status, shift: { start_dt, end_dt }, other_shifts }: Invitation) => [
  { status, start_dt, end_dt },
  ...other_shifts,
]

type OpenLinkProps = { token: string; page: PersonalRead; answering: ReturnType<typeof useAnswer> }

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

function InvitationSkeleton() {
  return (
    <Loading className={answerClass({ className: 'grid gap-3' })}>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-8 w-40" />
      <Skeleton className="mt-3 h-80" />
    </Loading>
  )
}
