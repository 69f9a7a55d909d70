import { cva } from 'class-variance-authority'
import { useContext, useId } from 'react'
import { labelClass } from './field.tsx'
import { ReadOnly } from './read-only.ts'

export type Choice<Value extends string> = { value: Value; label: string; help?: string }

type ChoiceProps<Value extends string> = {
  legend: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  hideLegend?: boolean
  className?: string
}

const choiceClass = cva(
  [
    'cursor-pointer border border-line-strong has-focus-visible:focus-ring',
    'has-checked:border-primary has-checked:bg-primary-soft has-checked:inner-border-primary',
    'forced-colors:has-checked:border-[Highlight]',
  ],
  {
    variants: {
      look: {
        card: 'flex gap-3 rounded-control p-4 leading-snug',
        segment: [
          'relative inline-flex min-h-11 items-center justify-center bg-surface px-5 font-semibold text-ink-2',
          '-ml-px whitespace-nowrap first:ml-0 first:rounded-l-control last:rounded-r-control',
          // On phones the options share the line. They are placed below each other when their words need more room.
          '@max-sm:flex-auto @max-sm:px-2 @max-narrow:-mt-px @max-narrow:ml-0 @max-narrow:whitespace-normal',
          '@max-narrow:first:rounded-t-control @max-narrow:first:rounded-bl-none',
          '@max-narrow:last:rounded-b-control @max-narrow:last:rounded-tr-none',
          // The framed option covers the borders of its neighbours.
          'has-checked:z-1 has-checked:text-primary has-checked:forced-highlight has-focus-visible:z-2',
        ],
      },
    },
  },
)

const radioClass = [
  'size-5.5 flex-none appearance-none rounded-full border-[1.5px] border-line-strong bg-surface',
  // The card shows the focus.
  'checked:border-[7px] checked:border-primary focus-visible:outline-none forced-colors:appearance-auto',
].join(' ')

export function RadioCards<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  hideLegend = false,
  className = '',
}: ChoiceProps<Value>) {
  const name = useId()
  const isReadOnly = useContext(ReadOnly)
  return (
    <fieldset className={className}>
      <legend className={hideLegend ? 'sr-only' : labelClass}>{legend}</legend>
      <div className="grid grid-cols-fit-55 gap-3">
        {choices.map((choice) => (
          <label className={choiceClass({ look: 'card' })} key={choice.value}>
            <input
              type="radio"
              className={radioClass}
              name={name}
              checked={choice.value === value}
              onChange={() => isReadOnly || onChange(choice.value)}
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

/** `isFull`: the options share the width. */
export function Segmented<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  hideLegend = false,
  isFull = false,
  className = '',
}: ChoiceProps<Value> & { isFull?: boolean }) {
  const name = useId()
  return (
    <fieldset className={className}>
      <legend className={hideLegend ? 'sr-only' : labelClass}>{legend}</legend>
      <div
        className={
          isFull ? 'segments-full flex @max-narrow:flex-col' : 'inline-flex @max-sm:flex @max-narrow:flex-col'
        }
      >
        {choices.map((choice) => (
          <label className={choiceClass({ look: 'segment' })} key={choice.value}>
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
