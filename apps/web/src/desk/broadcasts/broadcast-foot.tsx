import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { Link } from 'react-router'
import { isUnanswered } from '../../api/api-error.ts'
import { useWords } from '../../i18n/words.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { countUndeliverable } from './count-deliverable.ts'
import { FootBar } from './foot-bar.tsx'
import { nobodyText } from './nobody-text.ts'
import { ProgressBar } from './progress-bar.tsx'
import { useText } from './texts.ts'
import type { DraftProblem } from './use-broadcast-draft.ts'

export const SEND_ID = 'send-broadcast'

/** D4 */
export const MOST_SEGMENTS = 10

type ReadyProps = {
  problem: DraftProblem | undefined
  preview: BroadcastPreview | undefined
  hasFailed: boolean
  isUndone: boolean
}

/** Shows the count and the send button. Without a count nothing can be sent. */
export function ReadyToSend({ problem, preview, hasFailed, isUndone }: ReadyProps) {
  const t = useText()
  const isCounted = !problem && !hasFailed && preview !== undefined
  const canSend = isCounted && preview.sendable_count > 0 && preview.most_segments <= MOST_SEGMENTS
  return (
    <FootBar
      status={
        <>
          <output className="block font-semibold text-ok">{isUndone && t('undo.done')}</output>
          {problem ? (
            <p className="text-ink-2">{t(`errors.${problem}`)}</p>
          ) : hasFailed ? (
            <p className="text-ink-2">{t('preview.failed')}</p>
          ) : (
            preview && <Counted preview={preview} />
          )}
        </>
      }
    >
      <Cancel />
      <Button type="submit" id={SEND_ID} disabled={!canSend}>
        {t('send')}
      </Button>
    </FootBar>
  )
}

function Counted({ preview }: { preview: BroadcastPreview }) {
  const t = useText()
  const { sendable_count, people_count, recipients, most_segments } = preview
  const undeliverable = countUndeliverable(preview)
  if (recipients.length === 0) return <p className="text-ink-2">{nobodyText(preview, t)}</p>
  if (most_segments > MOST_SEGMENTS) return <p className="text-miss">{t('too_long')}</p>
  return (
    <p className="tabular-nums">
      {sendable_count > 0 && (
        <b className="block">
          {t('to', {
            messages: t('messages', { count: sendable_count }),
            people: t('people', { count: people_count }),
          })}
        </b>
      )}
      {undeliverable > 0 && (
        <span className="text-miss">
          {sendable_count === 0
            ? t('recipients.nobody')
            : t('recipients.undeliverable', { count: undeliverable })}
        </span>
      )}
    </p>
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

/** D16: Retry uses the same key, so that nothing is sent twice. */
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

function useRefusalText(error: Error): string {
  const t = useText()
  if (isUnanswered(error)) return t('errors.connection')
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
