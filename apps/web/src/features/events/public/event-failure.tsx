import { ApiError, errorText } from '../../../api/api-error.ts'
import { useWords } from '../../../i18n/words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EndPage } from '../../../ui/page/end-page.tsx'
import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { usePublicText } from './texts.ts'

type EventFailureProps = {
  title: string
  error: unknown
  onTryAgain: () => void
  children?: React.ReactNode
}

export function EventFailure({ title, error, onTryAgain, children }: EventFailureProps) {
  const t = usePublicText()
  const words = useWords()
  const status = error instanceof ApiError ? error.status : undefined
  const fallback =
    status === 404 ? t('errors.gone') : words(status === 0 ? 'errors.network' : 'errors.unexpected')
  return (
    <EndPage
      title={title}
      text={
        status === 404
          ? `${errorText(error, fallback)} ${t('errors.check_link')}`
          : errorText(error, fallback)
      }
    >
      <Button onClick={onTryAgain}>{words('try_again')}</Button>
      {status !== 404 && children}
    </EndPage>
  )
}

export const EventRemoved = lazyPart(() => import('./removed/event-removed.tsx'))
