import type { Event } from '@muster/contract/events'
import { moveBy, type Step } from '@muster/contract/rules/move-by'
import type { Shift } from '@muster/contract/shifts'
import { useMemo, useState } from 'react'
import type { SavedBatch } from '../api.ts'
import { MovePopup } from './move-popup.tsx'
import { StepFields } from './step-fields.tsx'
import { useText } from './texts.ts'
import type { Moved } from './was-and-is.tsx'

type MoveProps = {
  event: Event
  shifts: readonly Shift[]
  onSaved: (saved: SavedBatch) => void
  onClose: () => void
}

/** Moves shifts by the same step (D46), after saying who is asked or told. */
export function MoveShifts({ event, shifts, ...popup }: MoveProps) {
  const t = useText()
  const [step, setStep] = useState<Step>()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const moved = useMemo(
    () =>
      step
        ? shifts
            .filter(({ id }) => !leftOut.includes(id))
            .map((shift) => ({ shift, to: moveBy(shift, step, event.time_zone) }))
        : [],
    [shifts, step, leftOut, event.time_zone],
  )
  return (
    <MovePopup
      event={event}
      title={t('move.title', { count: shifts.length })}
      moved={moved}
      onLeaveOut={shifts.length > 1 ? (id) => setLeftOut((before) => [...before, id]) : undefined}
      {...popup}
    >
      <StepFields step={step} onStep={setStep} />
      {leftOut.length > 0 && (
        <p className="text-compact text-ink-2">{t('left_out', { count: leftOut.length })}</p>
      )}
    </MovePopup>
  )
}

/** Asks about the times and the role that a shift was dragged to, because somebody is on it. */
export function RetimeShift({ shifts, to, ...popup }: MoveProps & Pick<Moved, 'to'>) {
  const t = useText()
  const moved = useMemo(() => shifts.map((shift) => ({ shift, to })), [shifts, to])
  return <MovePopup title={t('move.title_to')} moved={moved} {...popup} />
}
