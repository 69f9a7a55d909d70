import { cva } from 'class-variance-authority'
import { useId } from 'react'
import { labelClass } from './field.tsx'

export type Choice<Value extends string> = { value: Value; label: string; help?: string }

type ChoiceProps<Value extends string> = {
  legend: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** The heading above says it. */
  hideLegend?: boolean
  className?: string
}

const choiceClass = cva(
  [
    'cursor-pointer border border-line-strong has-checked:border-primary has-checked:bg-primary-soft',
    'has-checked:inset-ring has-checked:inset-ring-primary has-focus-visible:z-2 has-focus-visible:focus-ring',
  ],
  {
    variants: {
      kind: {
        card: 'flex gap-3 rounded-control p-4 leading-snug forced-colors:has-checked:border-[Highlight]',
        segment: [
          'relative -ml-px inline-flex min-h-11 items-center justify-center bg-surface px-5 font-semibold text-ink-2',
          'whitespace-nowrap has-checked:z-1 has-checked:text-primary first-of-type:ml-0',
          'first-of-type:rounded-tl-control first-of-type:rounded-bl-control',
          'last-of-type:rounded-tr-control last-of-type:rounded-br-control',
          // On phones they share the line; below each other where their words need more than that.
          '@max-sm:flex-auto @max-sm:px-2 @max-narrow:-mt-px @max-narrow:ml-0 @max-narrow:whitespace-normal',
          '@max-narrow:first-of-type:rounded-tr-control @max-narrow:first-of-type:rounded-bl-none',
          '@max-narrow:last-of-type:rounded-tr-none @max-narrow:last-of-type:rounded-bl-control',
          'forced-colors:has-checked:border-[Highlight] forced-colors:has-checked:bg-[Highlight]',
          'forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none',
        ],
      },
    },
  },
)

const radioClass =
  'size-5.5 flex-none appearance-none rounded-full border-[1.5px] border-line-strong bg-surface checked:border-7 checked:border-primary focus-visible:outline-none forced-colors:appearance-auto'

/** One of a few, each a card with a line of help. */
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
          <label className={choiceClass({ kind: 'card' })} key={choice.value}>
            <input
              type="radio"
              className={radioClass}
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
      <legend className={labelClass}>{legend}</legend>
      <div className="inline-flex @max-sm:flex @max-narrow:flex-col">
        {choices.map((choice) => (
          <label className={choiceClass({ kind: 'segment' })} key={choice.value}>
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
