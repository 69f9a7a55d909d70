import type { Step } from '@muster/contract/rules/move-by'
import { useState } from 'react'
import { NO_BREAK } from '../../../format/dates.ts'
import { Chip } from '../../../ui/controls/chip.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { Stepper } from '../../../ui/controls/stepper.tsx'
import { useText } from './texts.ts'

const MINUTES = [-60, -30, -15, 15, 30, 60]
const UNITS = ['minutes', 'hours', 'days'] as const
type Unit = (typeof UNITS)[number]
/** More are not meant: a year, in days. */
const MOST = { minutes: 1_440, hours: 168, days: 366 } as const

/** By how much shifts move: the usual steps, or any number of minutes, hours or days. */
export function StepFields({
  step,
  onStep,
}: {
  step: Step | undefined
  /** Undefined while what is typed is no number. */
  onStep: (step: Step | undefined) => void
}) {
  const t = useText()
  const [other, setOther] = useState<{ count: string; unit: Unit; sign: 1 | -1 }>()
  const change = (changed: { count: string; unit: Unit; sign: 1 | -1 }) => {
    setOther(changed)
    const count = Number(changed.count)
    const isCount = /^\d+$/.test(changed.count) && count >= 1 && count <= MOST[changed.unit]
    onStep(isCount ? stepOf(count * changed.sign, changed.unit) : undefined)
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <fieldset aria-label={t('move.by')} className="chips">
        {MINUTES.map((minutes) => (
          <Chip
            key={minutes}
            isOn={!other && step?.days === 0 && step.minutes === minutes}
            onClick={() => {
              setOther(undefined)
              onStep({ days: 0, minutes })
            }}
          >
            {nameOf(minutes)}
          </Chip>
        ))}
        <Chip
          isOn={other !== undefined}
          onClick={() => change(other ?? { count: '1', unit: 'days', sign: 1 })}
        >
          {t('move.other')}
        </Chip>
      </fieldset>
      {other && (
        <div className="flex flex-wrap items-end gap-3">
          <Stepper
            label={t('move.count')}
            min={1}
            max={MOST[other.unit]}
            value={other.count}
            onChange={(count) => change({ ...other, count })}
          />
          <NativeSelect
            label={t('move.unit')}
            value={other.unit}
            onChange={({ currentTarget: { value } }) => {
              const unit = UNITS.find((each) => each === value)
              if (unit) change({ ...other, unit })
            }}
          >
            {UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {t(`move.${unit}`)}
              </option>
            ))}
          </NativeSelect>
          <NativeSelect
            label={t('move.direction')}
            value={String(other.sign)}
            onChange={({ currentTarget: { value } }) => change({ ...other, sign: value === '1' ? 1 : -1 })}
          >
            <option value="1">{t('move.later')}</option>
            <option value="-1">{t('move.earlier')}</option>
          </NativeSelect>
        </div>
      )}
    </div>
  )
}

function stepOf(count: number, unit: Unit): Step {
  if (unit === 'days') return { days: count, minutes: 0 }
  return { days: 0, minutes: unit === 'hours' ? count * 60 : count }
}

/** "−30 min", "+1 h" */
function nameOf(minutes: number): string {
  const sign = minutes < 0 ? '−' : '+'
  const size = Math.abs(minutes)
  return size % 60 === 0 ? `${sign}${size / 60}${NO_BREAK}h` : `${sign}${size}${NO_BREAK}min`
}
