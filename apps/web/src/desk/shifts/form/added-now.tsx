import type { Event } from '@muster/contract/events'
import { useId } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { useText as useUndoText } from '../../../ui/consequences/texts.ts'
import { UNDOABLE_MS, useUndoBatch } from '../../../ui/consequences/undo-batch.tsx'
import { useSecondsLeft } from '../../../ui/hooks/use-seconds-left.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import type { SavedBatch } from '../api.ts'
import { useText } from './texts.ts'

/** `at`: ms of the server's clock, as `now()`. */
export type Added = SavedBatch & { at: number }

/** What was added since the form was opened, the newest first, each with its undo while the server takes it (D46). */
export function AddedNow({
  event,
  added,
  onUndone,
}: {
  event: Event
  added: readonly Added[]
  onUndone: (batch_id: string) => void
}) {
  const t = useText()
  const id = useId()
  const count = added.reduce((sum, { shifts }) => sum + shifts.length, 0)
  if (count === 0) return null
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="border-b border-line pb-1 text-meta font-semibold tracking-normal">
        {t('added_now')} <span className="font-normal text-ink-3">{count}</span>
      </h4>
      <ul>
        {added.map((batch) => (
          <AddedRow key={batch.batch_id} event={event} batch={batch} onUndone={onUndone} />
        ))}
      </ul>
    </section>
  )
}

function AddedRow({
  event,
  batch: { batch_id, shifts, at },
  onUndone,
}: {
  event: Event
  batch: Added
  onUndone: (batch_id: string) => void
}) {
  const t = useText()
  const undoWords = useUndoText()
  const format = useDateFormat(event.time_zone)
  const isUndoable = useSecondsLeft(UNDOABLE_MS, at) > 0
  const undo = useUndoBatch(onUndone)
  const [first] = shifts
  if (!first) return null
  const times = `${format.shortDay(format.isoDate(first.start_dt))}, ${format.timeRange(first.start_dt, first.end_dt)}`
  const words = [
    first.role.name,
    t('people', { count: first.required_qty }),
    ...(shifts.length > 1 ? [t('shifts', { count: shifts.length })] : []),
  ].join(', ')
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 text-compact">
      <Icon name="check" size="small" className="text-ok" />
      <b className="font-semibold">{times}</b>
      <span className="min-w-0 flex-1 text-ink-2">{words}</span>
      {isUndoable && (
        <button
          type="button"
          className="link-button"
          aria-label={undoWords('undo_named', { shift: times })}
          aria-disabled={undo.isPending}
          onClick={() => undo.isPending || undo.mutate(batch_id)}
        >
          {undoWords(undo.isPending ? 'undoing' : 'undo')}
        </button>
      )}
    </li>
  )
}
