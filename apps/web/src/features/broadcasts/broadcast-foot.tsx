import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { Link } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { useWords } from '../../i18n/words.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { useText } from './texts.ts'

type ReadyProps = { problem: 'no_group' | 'no_message' | undefined; preview: BroadcastPreview | undefined }

/** The bar at the foot of the form before anything is sent. */
export function ReadyToSend({ problem, preview }: ReadyProps) {
  const t = useText()
  return (
    <div className="foot">
      <p className="num grow">
        {problem ? (
          <span className="text-ink-2">{t(`errors.${problem}`)}</span>
        ) : (
          preview && (
            <>
              <b>{t('to', { count: preview.recipients.length })}</b>{' '}
              <span className="text-ink-2">· {t('messages', { count: preview.total_count })}</span>
            </>
          )
        )}
      </p>
      <Cancel />
      <Button type="submit" disabled={problem !== undefined}>
        {t('send')}
      </Button>
    </div>
  )
}

export function Sending() {
  const t = useText()
  return (
    <div className="foot">
      <div className="grow">
        <output className="block">
          <b>{t('progress.starting')}</b>
        </output>
        <ProgressBar label={t('progress.label')} value={0} total={1} kind="running" />
      </div>
      <Button disabled>{t('sending')}</Button>
    </div>
  )
}

/** Nothing was sent: the request was refused, or never answered. */
export function RefusedToSend({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText()
  return (
    <div className="foot">
      <div className="grow">
        <p role="alert" className="flex gap-2 text-miss">
          <Icon name="alert" className="mt-0.5" />
          <span>{useRefusalText(error)}</span>
        </p>
        <ProgressBar label={t('progress.label')} value={1} total={1} kind="error" />
      </div>
      <Cancel />
      <Button onClick={onRetry}>{t('retry')}</Button>
    </div>
  )
}

/** The server's sentence, else the exception's, else our own. */
function useRefusalText(error: Error): string {
  const t = useText()
  if (error instanceof ApiError && error.code === 'network') return t('errors.connection')
  return error.message || t('errors.general')
}

function Cancel() {
  const words = useWords()
  return (
    <Link to={paths.events} className={buttonClass('quiet')}>
      {words('cancel')}
    </Link>
  )
}
