import { clockOf, minutesOf, readTypedTime } from '@muster/contract/rules/typed-time'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { TimeField, useTimeFault } from '../../ui/controls/clock/time-field.tsx'
import { Stepper } from '../../ui/controls/stepper.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { EventDay, FittedShift } from './fit-template.ts'
import { useText } from './texts.ts'

const DAY_MINUTES = 24 * 60
const MAX_NEEDED = 10_000

type ShiftDialogProps = {
  title: string
  day: EventDay
  shift: FittedShift
  onSave: (shift: FittedShift) => void
  onRemove: (() => void) | undefined
  onClose: () => void
}

export function ShiftDialog({ title, day, shift, onSave, onRemove, onClose }: ShiftDialogProps) {
  const t = useText()
  const id = useId()
  const fault = useTimeFault()
  const [from, setFrom] = useState(clockOf(shift.from))
  const [to, setTo] = useState(clockOf(shift.to))
  const [needed, setNeeded] = useState(String(shift.required_qty))
  const [isChecked, setIsChecked] = useState(false)

  const times = timesOf(from, to, day)
  const isOutside = times && (times.to > day.to || times.from < day.from)
  const errors = {
    from: fault(from, t('start_required')),
    to:
      fault(to, t('end_required'), true) ??
      (isOutside ? t('outside', { from: clockOf(day.from), to: clockOf(day.to) }) : undefined),
    needed: isNumber(needed) ? undefined : t('needed_required'),
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (times && !Object.values(errors).some(Boolean)) onSave({ ...times, required_qty: Number(needed) })
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {onRemove && (
            <Button kind="quiet" className="mr-auto text-miss!" onClick={onRemove}>
              {t('remove')}
            </Button>
          )}
          <Button type="submit" form={id}>
            {t('done')}
          </Button>
        </>
      }
    >
      <form id={id} className="grid gap-4" noValidate onSubmit={save}>
        <div className="pairs">
          <TimeField
            label={t('from')}
            value={from}
            error={isChecked ? errors.from : undefined}
            onChange={setFrom}
          />
          <TimeField
            label={t('to')}
            value={to}
            isEnd
            after={readTypedTime(from)}
            error={isChecked ? errors.to : undefined}
            onChange={setTo}
          />
        </div>
        <Stepper
          label={t('needed')}
          value={needed}
          min={1}
          max={MAX_NEEDED}
          error={isChecked ? errors.needed : undefined}
          onChange={setNeeded}
        />
      </form>
    </Dialog>
  )
}

/** Of a day that goes on past midnight, a time before its start is one of the night. */
function timesOf(
  typed_from: string,
  typed_to: string,
  day: EventDay,
): { from: number; to: number } | undefined {
  const [from_clock, to_clock] = [readTypedTime(typed_from), readTypedTime(typed_to, { isEnd: true })]
  if (from_clock === undefined || to_clock === undefined) return undefined
  const minutes = minutesOf(from_clock)
  const from = minutes < day.from && minutes + DAY_MINUTES < day.to ? minutes + DAY_MINUTES : minutes
  let to = minutesOf(to_clock)
  while (to <= from) to += DAY_MINUTES
  return { from, to }
}

const isNumber = (typed: string) => /^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_NEEDED
