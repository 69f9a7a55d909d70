import type { Invitation } from '@muster/contract/invitations'
import { canAnswer } from '@muster/contract/rules/assignment-status'
import { ApiError } from '../../api/api-error.ts'
import type { Read } from '../../api/use-read.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { EndPage } from '../../ui/page/end-page.tsx'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { useInvitation, useOrganizer } from './api.ts'
import { ClosedLink } from './closed-link.tsx'
import { InvitationAnswered } from './invitation-answered.tsx'
import { InvitationQuestion } from './invitation-question.tsx'
import { InvitationStatus } from './invitation-status.tsx'
import { StopMessages } from './stop-messages.tsx'
import { useText } from './texts.ts'
import { type AnswerState, useAnswer } from './use-answer.ts'
import { useErrorText } from './use-error-text.ts'

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
  const read = useInvitation(token)
  const { data, error } = read
  const { state, answer } = useAnswer(token, read.readAgain)
  const closed = [state.status === 'refused' ? state.error : undefined, data ? undefined : error].find(
    isClosed,
  )
  const organizer = useOrganizer(token, closed !== undefined)
  const known = organizer ?? data
  return (
    <PublicPage organization={known?.organization.name}>
      {closed ? (
        <ClosedLink status={closed.status} organizer={organizer} onTryAgain={read.readAgain} />
      ) : (
        <OpenLink token={token} read={read} state={state} onAnswer={answer} />
      )}
      {!closed && data && (
        <div className="mt-6">
          <OrganizerContact organization={data.organization.name} contact={data.contact} />
        </div>
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

type OpenLinkProps = {
  token: string
  read: Read<Invitation>
  state: AnswerState
  onAnswer: (confirm: boolean) => void
}

function OpenLink({ token, read: { data, error, readAgain }, state, onAnswer }: OpenLinkProps) {
  const t = useText()
  const words = useWords()
  const errorText = useErrorText()

  if (state.status === 'answered') return <InvitationAnswered invitation={state.invitation} token={token} />
  const refusal = state.status === 'refused' ? errorText(state.error, 'process') : undefined
  if (data && !canAnswer(data.status)) {
    return <InvitationStatus invitation={data} token={token} refusal={refusal} />
  }
  if (data)
    return <InvitationQuestion invitation={data} state={state} refusal={refusal} onAnswer={onAnswer} />
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
