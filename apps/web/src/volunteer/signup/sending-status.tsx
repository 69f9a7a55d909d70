import { cva } from 'class-variance-authority'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import type { Progress, Unanswered } from '../../api/keep-trying.ts'
import { now } from '../../clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { LiveText } from '../../ui/feedback/live-text.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { retryProgress, type SignupState, unansweredOf } from './signup-state.ts'
import { useText } from './texts.ts'

const box = 'mt-4 flex min-h-[8.125rem] flex-col gap-0.5 rounded-control px-3.5 py-3'

const statusClass = cva('scroll-mb-4 text-meta outline-none', {
  variants: {
    tone: { none: '', info: `${box} bg-info-soft`, alert: `${box} bg-wait-soft` },
    // On phones it grows upward: the button stays in place.
    place: { form: '', foot: 'max-desktop:-order-1 desktop:mt-4 desktop:min-h-[6.875rem]' },
  },
  compoundVariants: [{ place: 'foot', tone: ['info', 'alert'], class: 'max-desktop:mt-0! max-desktop:mb-2' }],
})

/** All states have one height, so that nothing moves. */
export function SendingStatus({
  state,
  onStop,
  place = 'form',
}: {
  state: SignupState
  onStop: () => void
  place?: 'form' | 'foot'
}) {
  const t = useText()
  const element = useRef<HTMLDivElement>(null)
  const progress = retryProgress(state)
  const unanswered = unansweredOf(state)
  const isShown = progress !== undefined || state.status === 'failed'

  useEffect(() => {
    const { bottom = 0 } = element.current?.getBoundingClientRect() ?? {}
    if (isShown && bottom > innerHeight) element.current?.scrollIntoView({ block: 'end' })
  }, [isShown])

  return (
    <div
      ref={element}
      tabIndex={-1}
      data-sending={progress || unanswered ? '' : undefined}
      className={statusClass({
        place,
        tone: unanswered?.reason === 'gave_up' ? 'alert' : progress || unanswered ? 'info' : 'none',
      })}
    >
      {/* Omits the countdown, which would be read out every second. */}
      <output>
        {progress && <RetryReason progress={progress} />}
        {unanswered?.reason === 'stopped' && <UnansweredText error={unanswered} />}
      </output>
      {progress && (
        <RetryProgress
          progress={progress}
          onStop={() => {
            onStop()
            // The focused button disappears.
            element.current?.focus({ preventScroll: true })
          }}
        />
      )}
      {unanswered?.reason === 'gave_up' && (
        <div role="alert">
          <UnansweredText error={unanswered} />
        </div>
      )}
      {state.status === 'failed' && !unanswered && (
        <FormError text={errorText(state.error, t('errors.failed'))} />
      )}
    </div>
  )
}

function RetryReason({ progress }: { progress: Progress }) {
  const t = useText()
  const reason = progress.phase === 'offline' ? 'offline' : (progress.problem ?? 'no_answer')
  return <p className="flex gap-1.5 font-semibold">{t(`retry.${reason}`)}</p>
}

function RetryProgress({ progress, onStop }: { progress: Progress; onStop: () => void }) {
  const t = useText()
  return (
    <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <LiveText pulsing>
        {progress.phase === 'waiting' ? (
          <Countdown key={progress.until_ms} {...progress} />
        ) : progress.phase === 'sending' ? (
          t('retry.sending', { attempt: progress.attempt })
        ) : (
          t('retry.not_connected')
        )}
      </LiveText>
      <Button kind="line" onClick={onStop}>
        {t('retry.stop')}
      </Button>
    </div>
  )
}

function Countdown({ attempt, until_ms }: { attempt: number; until_ms: number }) {
  const t = useText()
  const [seconds, setSeconds] = useState(() => secondsUntil(until_ms))
  useEffect(() => {
    const tick = setInterval(() => setSeconds(secondsUntil(until_ms)), 1_000)
    return () => clearInterval(tick)
  }, [until_ms])
  return <span>{t('retry.waiting', { attempt, seconds })}</span>
}

function UnansweredText({ error: { reason, mayBeDone } }: { error: Unanswered }) {
  const t = useText()
  return (
    <>
      <p className="flex gap-1.5 font-semibold">
        <Icon name="alert" />
        <span>
          {t(`retry.${reason}`)} {t(mayBeDone ? 'retry.unknown' : 'retry.unconfirmed')}
        </span>
      </p>
      <p>
        {t('retry.safe')} {t('refusal.kept')}
      </p>
    </>
  )
}

function secondsUntil(ms: number): number {
  return Math.max(1, Math.ceil((ms - now().getTime()) / 1_000))
}
