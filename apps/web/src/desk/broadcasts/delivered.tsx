import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { cardClass } from '../../ui/page/card.ts'
import { isSettled } from './api.ts'
import { ProgressBar } from './progress-bar.tsx'
import { useText } from './texts.ts'

/** How many messages have left, and once all have, how many arrived. */
export function Delivered({ progress, wasTooLate }: { progress: BroadcastProgress; wasTooLate: boolean }) {
  const t = useText()
  const { sendable, settled, counts, channels, people_count, undone_count } = progress
  const isDone = isSettled(progress)
  const isRefused = isDone && isNothingSent(progress)
  const sent = counts.SENT + counts.DELIVERED
  const bad = counts.FAILED + counts.UNKNOWN
  return (
    <section className={cardClass()}>
      <output className="block tabular-nums">
        <Sentence progress={progress} isRefused={isRefused} />
        <span className="text-ink-2">
          {wasTooLate && ` · ${t('undo.too_late')}`}
          {!isDone && ` · ${t('progress.leave')}`}
        </span>
      </output>
      {isDone && sendable > 0 ? (
        // The sentence and the figures say the same.
        <span className="delivered-bar" aria-hidden="true">
          {sent > 0 && <i className="bg-ok-fill" style={{ flexGrow: sent }} />}
          {bad > 0 && <i className="border border-miss-fill bg-miss-soft" style={{ flexGrow: bad }} />}
        </span>
      ) : (
        <ProgressBar
          label={t('progress.label')}
          value={settled}
          total={Math.max(1, sendable)}
          kind={isRefused ? 'error' : 'running'}
        />
      )}
      <dl className="figures-of-result">
        <Figure name={t('figure.people', { count: people_count })} value={people_count} />
        <Figure name={t('figure.emails', { count: channels.EMAIL })} value={channels.EMAIL} />
        <Figure name={t('figure.sms')} value={channels.SMS} />
        {counts.FAILED > 0 && <Figure isBad name={t('figure.failed')} value={counts.FAILED} />}
        {undone_count > 0 && <Figure name={t('figure.undone')} value={undone_count} />}
      </dl>
    </section>
  )
}

export function Figure({ name, value, isBad = false }: { name: string; value: number; isBad?: boolean }) {
  return (
    <div data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
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
  const rest = [
    undone_count > 0 && t('undo.part', { count: undone_count }),
    counts.FAILED > 0 && t('progress.failed', { count: counts.FAILED }),
    counts.UNKNOWN > 0 && t('progress.unknown', { count: counts.UNKNOWN }),
    retrying > 0 && settled < sendable && t('progress.retrying', { count: retrying }),
  ]
  return (
    <>
      <b>{t('progress.sent', { sent, total: sendable })}</b>
      <span className="text-ink-2">{rest.map((part) => (part ? ` · ${part}` : '')).join('')}</span>
    </>
  )
}
