import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { Link } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { useWords } from '../../i18n/words.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { FootBar } from './foot-bar.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { useText } from './texts.ts'

type ReadyProps = { problem: 'no_group' | 'no_message' | undefined; preview: BroadcastPreview | undefined }

/** The bar at the foot of the form before anything is sent. */
export function ReadyToSend({ problem, preview }: ReadyProps) {
  const t = useText()
  return (
    <FootBar
      status={
        problem ? (
          <p className="text-ink-2">{t(`errors.${problem}`)}</p>
        ) : (
          preview && (
            <p className="tabular-nums">
              <b>{t('to', { count: preview.recipients.length })}</b>{' '}
              <span className="text-ink-2">· {t('messages', { count: preview.total_count })}</span>
            </p>
          )
        )
      }
    >
      <Cancel />
      <Button type="submit" disabled={problem !== undefined}>
        {t('send')}
      </Button>
    </FootBar>
  )
}

export function Sending() {
  const t = useText()
  return (
    <FootBar
      status={
        <>
          <output className="block">
            <b>{t('progress.starting')}</b>
          </output>
          <ProgressBar label={t('progress.label')} value={0} total={1} kind="running" />
        </>
      }
    >
      <Button disabled>{t('sending')}</Button>
    </FootBar>
  )
}

/** Nothing was sent: the request was refused, or never answered. */
export function RefusedToSend({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText()
  return (
    <FootBar
      status={
        <>
          <p role="alert" className="flex gap-2 text-miss">
            <Icon name="alert" className="mt-0.5" />
            <span>{useRefusalText(error)}</span>
          </p>
          <ProgressBar label={t('progress.label')} value={1} total={1} kind="error" />
        </>
      }
    >
      <Cancel />
      <Button onClick={onRetry}>{t('retry')}</Button>
    </FootBar>
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
    <Link to={paths.events} className={buttonClass({ kind: 'quiet' })}>
      {words('cancel')}
    </Link>
  )
}
