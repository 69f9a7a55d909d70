import type { Invitation } from '@muster/contract/invitations'
import { canAnswer } from '@muster/contract/rules/assignment-status'
import { ApiError } from '../../api/api-error.ts'
import type { Read } from '../../api/use-read.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { useInvitation } from './api.ts'
import { InvitationAnswered } from './invitation-answered.tsx'
import { InvitationQuestion } from './invitation-question.tsx'
import { InvitationStatus } from './invitation-status.tsx'
import { StopMessages } from './stop-messages.tsx'
import { useText } from './texts.ts'
import { useAnswer } from './use-answer.ts'
import { useErrorText } from './use-error-text.ts'

/** /c/:token: the shift of one person, opened by their personal link, and their answer to it. */
export default function ConfirmationPage({ token }: { token: string }) {
  const t = useText()
  return (
    <PublicPage>
      {token === '' ? (
        <LinkError text={t('error', { text: t('errors.invalid_link') })} />
      ) : (
        <LoadedInvitation token={token} key={token} />
      )}
    </PublicPage>
  )
}

function LoadedInvitation({ token }: { token: string }) {
  const invitation = useInvitation(token)
  const { data, error } = invitation
  return (
    <>
      <AnsweredOrNot token={token} {...invitation} />
      {(data || isExpired(error)) && (
        <StopMessages
          token={token}
          organization={data?.organization.name}
          wasStopped={data?.messages_stopped ?? false}
        />
      )}
    </>
  )
}

function AnsweredOrNot({ token, data, error, readAgain }: { token: string } & Read<Invitation>) {
  const words = useWords()
  const errorText = useErrorText()
  const { state, answer } = useAnswer(token, readAgain)

  if (state.status === 'answered') return <InvitationAnswered invitation={state.invitation} token={token} />
  if (state.status === 'refused' && isClosed(state.error)) {
    return <LinkError text={errorText(state.error, 'process')} />
  }
  const refusal = state.status === 'refused' ? errorText(state.error, 'process') : undefined
  if (data && !canAnswer(data.status)) {
    return <InvitationStatus invitation={data} token={token} refusal={refusal} />
  }
  if (data) return <InvitationQuestion invitation={data} state={state} refusal={refusal} onAnswer={answer} />
  if (error === undefined) return <InvitationSkeleton />
  return (
    <LinkError text={errorText(error, 'load')}>
      {!isClosed(error) && <Button onClick={readAgain}>{words('try_again')}</Button>}
    </LinkError>
  )
}

function LinkError({ text, children }: { text: string; children?: React.ReactNode }) {
  const t = useText()
  return (
    <>
      <PageTitle title={t('title')} className="sr-only" />
      <ErrorPanel text={text}>{children}</ErrorPanel>
    </>
  )
}

/** The link no longer opens, or never did: asking again would not change the answer. */
function isClosed(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}

/** D18: closed for answering, but still this person's. */
function isExpired(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403
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
