import { useId } from 'react'

export type Choice<Value extends string> = { value: Value; label: string; help?: string }

type ChoiceProps<Value extends string> = {
  legend: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** One of a few, each a card with a line of help. */
export function RadioCards<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  className = '',
}: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={className}>
      <legend className="label">{legend}</legend>
      <div className="choices">
        {choices.map((choice) => (
          <label className="choice" key={choice.value}>
            <input
              type="radio"
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

/** One of two to four short words, side by side. */
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
      <legend className="label">{legend}</legend>
      <div className="segments">
        {choices.map((choice) => (
          <label key={choice.value}>
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
