import { ApiError, errorText } from '../../api/api-error.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { PublicPage } from '../../ui/public-page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useInvitation } from './api.ts'
import { InvitationTicket } from './invitation-ticket.tsx'
import { useText } from './texts.ts'

/** /c/:token: the shift of one person, opened by their personal link. */
export default function ConfirmationPage({ token }: { token: string }) {
  const t = useText()
  return (
    <PublicPage>
      {token === '' ? (
        <LinkError text={t('errors.invalid_link')} />
      ) : (
        <LoadedInvitation token={token} key={token} />
      )}
    </PublicPage>
  )
}

function LoadedInvitation({ token }: { token: string }) {
  const words = useWords()
  const textOf = useInvitationErrorText()
  const { data, error, readAgain } = useInvitation(token)
  if (data) return <InvitationTicket invitation={data} token={token} />
  if (error === undefined) return <InvitationSkeleton />
  return (
    <LinkError text={textOf(error)}>
      {!isRefused(error) && <Button onClick={readAgain}>{words('try_again')}</Button>}
    </LinkError>
  )
}

function LinkError({ text, children }: { text: string; children?: React.ReactNode }) {
  const t = useText()
  return (
    <>
      <PageTitle title={t('title')} className="sr-only" />
      <ErrorPanel text={t('error', { text })}>{children}</ErrorPanel>
    </>
  )
}

function useInvitationErrorText(): (error: unknown) => string {
  const t = useText()
  const words = useWords()
  return (error) => {
    if (!(error instanceof ApiError)) return t('errors.load')
    if (error.status === 403) return t('errors.expired')
    if (error.status === 404) return t('errors.invalid')
    return errorText(
      error,
      error.status === 0 ? `${t('errors.load')}. ${words('errors.network')}` : t('errors.load'),
    )
  }
}

/** Asking again would not change the answer. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}

function InvitationSkeleton() {
  return (
    <Loading className="answer grid gap-3">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-8 w-40" />
      <Skeleton className="mt-3 h-80" />
    </Loading>
  )
}
