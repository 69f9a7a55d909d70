import { ApiError, errorText } from '../../api/api-error.ts'
import { useWords } from '../../i18n/words.ts'
import { publicPaths } from '../../public-paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { EndPage } from '../../ui/page/end-page.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { usePublicText } from './texts.ts'

type EventFailureProps = {
  title: string
  error: unknown
  onTryAgain: () => void
  children?: React.ReactNode
}

export function EventFailure({ title, error, onTryAgain, children }: EventFailureProps) {
  const words = useWords()
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) return <NoEvent />
  return (
    <EndPage
      title={title}
      text={errorText(error, words(status === 0 ? 'errors.network' : 'errors.unexpected'))}
    >
      <Button onClick={onTryAgain}>{words('try_again')}</Button>
      {children}
    </EndPage>
  )
}

/** D40 */
function NoEvent() {
  const t = usePublicText()
  return (
    <EndPage title={t('errors.gone')} text={t('errors.check_link')}>
      <PageLink className={buttonClass({ kind: 'line' })} href={publicPaths.links}>
        {t('get_links')}
      </PageLink>
    </EndPage>
  )
}

export const EventRemoved = lazyPart(() => import('./removed/event-removed.tsx'))
