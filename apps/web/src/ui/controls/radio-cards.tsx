import { useId } from 'react'
import '../../styles/radio-cards.css'
import { labelClass } from './field.tsx'

export type Choice<Value extends string> = { value: Value; label: string; help?: string }

type ChoiceProps<Value extends string> = {
  legend: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  hideLegend?: boolean
  className?: string
}

export function RadioCards<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  hideLegend = false,
  className = '',
}: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={className}>
      <legend className={hideLegend ? 'sr-only' : labelClass}>{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,220px),1fr))] gap-3">
        {choices.map((choice) => (
          <label className="choice choice-card" key={choice.value}>
            <input
              type="radio"
              className="choice-radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>
              <b>{choice.label}</b>
              {choice.help && <span className="block text-meta text-ink-2">{choice.help}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function Segmented<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  className = '',
}: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={className}>
      <legend className={labelClass}>{legend}</legend>
      <div className="choice-segments">
        {choices.map((choice) => (
          <label className="choice choice-segment" key={choice.value}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
