import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { useState } from 'react'
import { Stepper } from '../../../ui/controls/stepper.tsx'
import type { SavedBatch } from '../api.ts'
import { BatchPopup } from './batch-popup.tsx'
import { useText } from './texts.ts'
import { useSaveBatch } from './use-batch.ts'

const MAX_NEEDED = 10_000

/** Sets how many people each of the shifts needs. Nobody is told. */
export function ChangeNumber({
  event,
  shifts,
  onSaved,
  onClose,
}: {
  event: Event
  shifts: readonly Shift[]
  onSaved: (saved: SavedBatch) => void
  onClose: () => void
}) {
  const t = useText()
  const [typed, setTyped] = useState(() => commonNumber(shifts))
  const { save, isSaving, problem } = useSaveBatch(event.id, { onSaved })
  const number = Number(typed)
  const isNumber = /^\d+$/.test(typed) && number >= 1 && number <= MAX_NEEDED
  const changed = isNumber ? shifts.filter(({ required_qty }) => required_qty !== number) : []
  // D12: lowering the number keeps all assignments.
  const over = changed.filter(
    ({ assignment }) => assignment.filter(({ status }) => status === 'CONFIRMED').length > number,
  )
  const count = changed.length
  return (
    <BatchPopup
      title={t('number.title', { count: shifts.length })}
      confirm={t('number.confirm', { count })}
      busy={isSaving && t('saving')}
      isDisabled={count === 0}
      problem={problem}
      onConfirm={() =>
        save(
          { update: changed.map(({ id, version }) => ({ id, version, required_qty: number })) },
          t('number.done', { count }),
        )
      }
      onClose={onClose}
    >
      <Stepper label={t('number.each')} min={1} max={MAX_NEEDED} value={typed} onChange={setTyped} />
      <p className="text-compact text-ink-2" aria-live="polite">
        {!isNumber && typed !== '' ? t('number.invalid') : t('number.nobody')}{' '}
        {over.length > 0 && <span className="text-wait">{t('number.over', { count: over.length })}</span>}
      </p>
    </BatchPopup>
  )
}

/** The number that all of them need, or ''. */
function commonNumber([first, ...others]: readonly Shift[]): string {
  const isCommon = others.every(({ required_qty }) => required_qty === first?.required_qty)
  return first && isCommon ? String(first.required_qty) : ''
}
