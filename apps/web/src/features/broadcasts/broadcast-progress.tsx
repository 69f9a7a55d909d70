import type { BroadcastProgress as Progress } from '@muster/contract/broadcasts'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { isSettled } from './api.ts'
import { BroadcastProblems } from './broadcast-problems.tsx'
import { FootBar } from './foot-bar.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { useText } from './texts.ts'
import { useBroadcastProgress } from './use-broadcast-progress.ts'

/** How long success stands before the page leaves, ms. */
const BACK_AFTER_MS = 2_000

/** How far it has come; complete, back to the events after two seconds (D29). */
export function BroadcastProgress({ id, isSentHere = false }: { id: string; isSentHere?: boolean }) {
  const t = useText()
  const { data, error, refetch } = useBroadcastProgress(id)

  if (data) return <Known progress={data} isSentHere={isSentHere} />
  return (
    <FootBar
      status={
        <>
          {error ? (
            <FormError text={errorText(error, t('progress.failed_to_load'))} className="mt-0" />
          ) : (
            <output className="block">
              <b>{t('progress.starting')}</b>
            </output>
          )}
          <ProgressBar label={t('progress.label')} value={0} total={1} kind="running" />
        </>
      }
    >
      {error ? <RetryButton onRetry={() => void refetch()} /> : <Button disabled>{t('sending')}</Button>}
    </FootBar>
  )
}

function Known({ progress, isSentHere }: { progress: Progress; isSentHere: boolean }) {
  const t = useText()
  const { settled, sendable, counts, problem_count } = progress
  const [isStaying, setIsStaying] = useState(false)
  const isDone = isSettled(progress)
  const isNothing = sendable === 0
  // A finished broadcast that is opened again stays on the screen.
  const [isFollowed] = useState(isSentHere || !isDone)
  const returns = isDone && !isNothing && isFollowed && !isStaying
  useReturn(returns)

  return (
    <>
      <FootBar
        status={
          <>
            <output className="block tabular-nums">
              {isNothing ? (
                <span className="text-miss">{t('progress.nothing')}</span>
              ) : (
                <>
                  <b className={isDone ? 'text-ok' : undefined}>
                    {isDone && <Icon name="check" size="small" className="mr-1.5 inline! align-[-2px]" />}
                    {t('progress.sent', {
                      sent: settled - counts.FAILED - counts.UNKNOWN,
                      total: sendable,
                    })}
                  </b>
                  <span className="text-ink-2">
                    {counts.FAILED > 0 && ` · ${t('progress.failed', { count: counts.FAILED })}`}
                    {counts.UNKNOWN > 0 && ` · ${t('progress.unknown', { count: counts.UNKNOWN })}`}
                    {!isDone && ` · ${t('progress.leave')}`}
                    {returns && `. ${t('progress.back')}`}
                  </span>
                </>
              )}
            </output>
            <ProgressBar
              label={t('progress.label')}
              value={settled}
              total={sendable}
              kind={isNothing ? 'error' : isDone ? 'complete' : 'running'}
            />
            {returns && problem_count > 0 && (
              <Button kind="quiet" className="-ml-3" onClick={() => setIsStaying(true)}>
                {t('progress.stay')}
              </Button>
            )}
          </>
        }
      >
        {isDone ? (
          <Link to={paths.events} className={buttonClass({ kind: 'line' })}>
            {t('progress.back_now')}
          </Link>
        ) : (
          <Button disabled>{t('sending')}</Button>
        )}
      </FootBar>
      {isDone && !returns && problem_count > 0 && <BroadcastProblems progress={progress} />}
    </>
  )
}

function useReturn(returns: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!returns) return undefined
    const timer = setTimeout(() => void navigate(paths.events), BACK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [returns, navigate])
}
