import type { BroadcastProgress } from '@muster/contract/broadcasts'
import type { Event } from '@muster/contract/events'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { toServerTime } from '../../clock.ts'
import { useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { AnswersSince } from './answers-since.tsx'
import { type BroadcastForm, isSettled } from './api.ts'
import { BroadcastFoot, UndoLabel, useUndoKeys, Waiting } from './broadcast-foot.tsx'
import { Delivered } from './delivered.tsx'
import { useText } from './texts.ts'
import { ToMend } from './to-mend.tsx'
import { useBroadcastProgress } from './use-broadcast-progress.ts'
import { useUndo, useUndoSeconds } from './use-undo.ts'
import { WhatWasSent } from './what-was-sent.tsx'

const BACK_AFTER_MS = 2_000

type ResultProps = {
  event: Event
  headingId: string
  id: string
  isSentHere: boolean
  /** True if undo was pressed after all messages were claimed. */
  wasTooLate: boolean
  /** Called with the form of a broadcast of which nothing was sent. */
  onUndone: (form: BroadcastForm | null) => void
  onAskAgain: (form: BroadcastForm) => void
  onNew: () => void
}

export function BroadcastResult({ id, event, headingId, onNew, ...rest }: ResultProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const { data, error, refetch, dataUpdatedAt } = useBroadcastProgress(id)
  const title =
    data &&
    `${t(`type.${data.message_type}`)}, ${format.day(data.created_at)} ${format.time(data.created_at)}`
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} tabIndex={-1} className="text-h3/heading">
          {title ?? t(error ? 'title' : 'progress.loading')}
        </h2>
        <Button kind="line" onClick={onNew}>
          {t('new')}
        </Button>
      </div>
      {data && <Known progress={data} readAt={toServerTime(dataUpdatedAt)} event={event} {...rest} />}
      {error && !data && (
        <div className={cardClass({ className: 'mt-3 grid justify-items-start gap-3' })}>
          <FormError text={errorText(error, t('progress.failed_to_load'))} className="mt-0" />
          <RetryButton onRetry={() => void refetch()} />
        </div>
      )}
    </>
  )
}

type KnownProps = Omit<ResultProps, 'id' | 'headingId' | 'onNew'> & {
  progress: BroadcastProgress
  readAt: number
}

function Known({ event, progress, readAt, isSentHere, wasTooLate, onUndone, onAskAgain }: KnownProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const seconds = useUndoSeconds(progress, readAt)
  const { undo, now } = useUndo(() => {
    // Without its form nothing can be sent again.
    if (isSentHere || progress.form) onUndone(isSentHere ? null : progress.form)
  })
  const problem = undo.error ?? now.error
  const isWaiting = progress.state === 'sent' && seconds > 0 && !undo.data
  const takeBack = () => {
    if (!undo.isPending) undo.mutate(progress.id)
  }
  useUndoKeys(isWaiting, useEffectEvent(takeBack))
  const { send_at, state } = progress
  return (
    <>
      <div className="mt-3 grid items-start gap-5 *:min-w-0 desktop:grid-cols-[minmax(0,1fr)_376px]">
        <div className="grid gap-4">
          {state === 'planned' && send_at !== null ? (
            <section className={cardClass()}>
              <p>
                <b>{t('planned.for', { time: `${format.day(send_at)} ${format.time(send_at)}` })}</b>
              </p>
              <p className="text-ink-2">{t('planned.help')}</p>
              <div className="mt-3 flex flex-wrap gap-2">
                <Button kind="line" busy={undo.isPending && t('undo.busy')} onClick={takeBack}>
                  {t('planned.cancel')}
                </Button>
                <Button
                  kind="quiet"
                  busy={now.isPending && t('sending')}
                  onClick={() => !now.isPending && now.mutate(progress.id)}
                >
                  {t('send_now')}
                </Button>
              </div>
            </section>
          ) : state === 'cancelled' || state === 'refused' ? (
            <section className={cardClass()}>
              <p>
                <b className={state === 'refused' ? 'text-miss' : undefined}>
                  {state === 'refused'
                    ? t('planned.refused', { why: progress.refusal ?? '' })
                    : t('planned.cancelled')}
                </b>
              </p>
              {progress.form && (
                <Button
                  kind="line"
                  className="mt-3"
                  onClick={() => progress.form && onAskAgain(progress.form)}
                >
                  {t('planned.again')}
                </Button>
              )}
            </section>
          ) : (
            <Delivered progress={progress} wasTooLate={wasTooLate || undo.data?.undone_count === 0} />
          )}
          <FormError text={problem ? errorText(problem, t('undo.failed')) : undefined} />
          {state === 'sent' && !isWaiting && <ToMend event={event} progress={progress} />}
          {state === 'sent' && !isWaiting && (
            <AnswersSince event={event} progress={progress} onAskAgain={onAskAgain} />
          )}
        </div>
        <div className="grid gap-4">
          <WhatWasSent progress={progress} />
          {!isWaiting && (
            <Return
              progress={progress}
              isSentHere={isSentHere}
              wasUndone={wasTooLate || undo.data !== undefined}
            />
          )}
        </div>
      </div>
      {isWaiting && (
        <BroadcastFoot
          status={<Waiting progress={progress} seconds={seconds} />}
          label={<UndoLabel seconds={seconds} />}
          isLine
          busy={undo.isPending && t('undo.busy')}
          onPress={takeBack}
        >
          <Button kind="quiet" aria-disabled={now.isPending} onClick={() => now.mutate(progress.id)}>
            {t('send_now')}
          </Button>
        </BroadcastFoot>
      )}
    </>
  )
}

/** D67: back to the events when nothing failed, unless the reader stays. */
function Return({
  progress,
  isSentHere,
  wasUndone,
}: {
  progress: BroadcastProgress
  isSentHere: boolean
  wasUndone: boolean
}) {
  const t = useText()
  const navigate = useNavigate()
  const [isStaying, setIsStaying] = useState(false)
  const isDone = isSettled(progress)
  // A finished broadcast that is opened again stays on the screen.
  const [isFollowed] = useState(isSentHere || !isDone)
  const { state, sendable, undone_count, problem_count } = progress
  const isPlain = state === 'sent' && sendable > 0 && undone_count === 0 && !wasUndone && problem_count === 0
  const returns = isDone && isPlain && isFollowed && !isStaying
  useEffect(() => {
    if (!returns) return undefined
    const timer = setTimeout(() => void navigate(paths.events), BACK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [returns, navigate])
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {returns && <output>{t('progress.back')}</output>}
      {returns && (
        <Button kind="quiet" onClick={() => setIsStaying(true)}>
          {t('progress.stay')}
        </Button>
      )}
      <Link to={paths.events} className={buttonClass({ kind: isDone ? 'line' : 'quiet' })}>
        {t('progress.back_now')}
      </Link>
    </p>
  )
}
