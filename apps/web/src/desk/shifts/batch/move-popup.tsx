import type { Event } from '@muster/contract/events'
import { type ReactNode, useMemo } from 'react'
import { Consequences, TellTick } from '../../../ui/consequences/consequences.tsx'
import type { SavedBatch, ShiftBatch } from '../api.ts'
import { BatchPopup } from './batch-popup.tsx'
import { ClashLines, DespiteTick } from './clashes.tsx'
import { useText } from './texts.ts'
import { useBatchFoot, useSaveBatch } from './use-batch.ts'
import { hasNewTimes, type Moved, WasAndIs } from './was-and-is.tsx'

/** Says what becomes of shifts that move and who hears of it, and saves it. `moved` must be stable between renders. */
export function MovePopup({
  event,
  title,
  moved,
  onLeaveOut,
  onSaved,
  onClose,
  children,
}: {
  event: Event
  title: string
  moved: readonly Moved[]
  /** Takes a shift with a clash out of the batch. */
  onLeaveOut?: ((shift_id: string) => void) | undefined
  onSaved: (saved: SavedBatch) => void
  onClose: () => void
  /** By how much they move. */
  children?: ReactNode
}) {
  const t = useText()
  const count = moved.length
  const batch = useMemo<ShiftBatch | undefined>(
    () =>
      moved.length === 0
        ? undefined
        : { update: moved.map(({ shift: { id, version }, to }) => ({ id, version, ...to })) },
    [moved],
  )
  const { save, isSaving, problem } = useSaveBatch(event.id, { onSaved })
  const foot = useBatchFoot(batch, { isSaving })
  return (
    <BatchPopup
      title={title}
      confirm={t('move.confirm', { count })}
      busy={isSaving && t('saving')}
      isDisabled={foot.isBlocked}
      problem={problem ?? foot.problem}
      tick={batch && <TellTick of={foot.preview} tells={foot.tells} onTells={foot.setTells} />}
      onConfirm={() => batch && save(foot.answered(batch), t('move.done', { count }))}
      onClose={onClose}
    >
      {children}
      <WasAndIs event={event} moved={moved} />
      <Consequences of={foot.preview} tells={foot.tells} isMove={moved.some(hasNewTimes)}>
        <ClashLines event={event} foot={foot} onLeaveOut={onLeaveOut} />
      </Consequences>
      <DespiteTick foot={foot} />
    </BatchPopup>
  )
}
