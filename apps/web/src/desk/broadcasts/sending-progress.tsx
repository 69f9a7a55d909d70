import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { isSettled } from './api.ts'
import { BroadcastProblems } from './broadcast-problems.tsx'
import { FootBar } from './foot-bar.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { useText } from './texts.ts'

const BACK_AFTER_MS = 2_000

type SendingProps = {
  progress: BroadcastProgress
  isSentHere: boolean
  /** True if undo was pressed after all messages were claimed. */
  wasTooLate: boolean
  problem: string | undefined
  children: ReactNode
}

export function SendingProgress({ progress, isSentHere, wasTooLate, problem, children }: SendingProps) {
  const t = useText()
  const { settled, sendable, undone_count, problem_count } = progress
  const [isStaying, setIsStaying] = useState(false)
  const isDone = isSettled(progress)
  const isRefused = isDone && isNothingSent(progress)
  // A finished broadcast that is opened again stays on the screen.
  const [isFollowed] = useState(isSentHere || !isDone)
  const isPlain = undone_count === 0 && !wasTooLate && problem === undefined
  const returns = isDone && !isRefused && isPlain && isFollowed && !isStaying
  useReturn(returns)

  return (
    <>
      <FootBar
        status={
          <>
            <output className="block tabular-nums">
              <Sentence progress={progress} isRefused={isRefused} />
              <span className="text-ink-2">
                {wasTooLate && ` · ${t('undo.too_late')}`}
                {!isDone && ` · ${t('progress.leave')}`}
                {returns && `. ${t('progress.back')}`}
              </span>
            </output>
            <ProgressBar
              label={t('progress.label')}
              value={settled}
              total={Math.max(1, sendable)}
              kind={isRefused ? 'error' : isDone && sendable > 0 ? 'complete' : 'running'}
            />
            <FormError text={problem} />
            {returns && problem_count > 0 && (
              <Button kind="quiet" className="-ml-3" onClick={() => setIsStaying(true)}>
                {t('progress.stay')}
              </Button>
            )}
          </>
        }
      >
        {isDone && !returns && children}
        <Link to={paths.events} className={buttonClass({ kind: isDone ? 'line' : 'quiet' })}>
          {t('progress.back_now')}
        </Link>
      </FootBar>
      {isDone && !returns && problem_count > 0 && <BroadcastProblems progress={progress} />}
    </>
  )
}

function isNothingSent({ sendable, undone_count, counts }: BroadcastProgress): boolean {
  if (sendable === 0) return undone_count === 0
  return counts.FAILED === sendable
}

function Sentence({ progress, isRefused }: { progress: BroadcastProgress; isRefused: boolean }) {
  const t = useText()
  const { sendable, settled, counts, retrying, undone_count } = progress
  if (isRefused) {
    return (
      <b className="text-miss">
        {sendable === 0 ? t('progress.nothing') : t('progress.all_failed', { count: sendable })}
      </b>
    )
  }
  if (sendable === 0) return <b>{t('undo.all', { count: undone_count })}</b>
  const sent = counts.SENT + counts.DELIVERED
  const isComplete = sent === sendable
  const rest = [
    undone_count > 0 && t('undo.part', { count: undone_count }),
    counts.FAILED > 0 && t('progress.failed', { count: counts.FAILED }),
    counts.UNKNOWN > 0 && t('progress.unknown', { count: counts.UNKNOWN }),
    retrying > 0 && settled < sendable && t('progress.retrying', { count: retrying }),
  ]
  return (
    <>
      <b className={isComplete ? 'text-ok' : undefined}>
        {isComplete && <Icon name="check" size="small" className="mr-1.5 inline! align-bottom" />}
        {t('progress.sent', { sent, total: sendable })}
      </b>
      <span className="text-ink-2">{rest.map((part) => (part ? ` · ${part}` : '')).join('')}</span>
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
