import { minutesOf } from '@muster/contract/rules/typed-time'
import { useContext, useId } from 'react'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { countTemplate } from './fit-template.ts'
import { type TemplateName, templateNames, templates } from './templates.ts'
import { useText } from './texts.ts'
import '../../styles/templates.css'

export type StartChoice<Value extends string> = {
  value: Value
  name: string
  words: string
  /** Rows of bars, in percent. */
  glyph: readonly (readonly { left: number; width: number }[])[]
}

/** The four templates, to be offered beside other beginnings. */
export function useTemplateChoices(): StartChoice<TemplateName>[] {
  const t = useText()
  return templateNames.map((value) => {
    const { roles, shifts } = countTemplate(templates[value])
    const words = `${t('roles', { count: roles })}, ${t('shifts', { count: shifts })}`
    return { value, name: t(`name.${value}`), words, glyph: glyphOf(value) }
  })
}

/** What a new event begins with. `look`: tiles beside each other, or a list with a mark. */
export function TemplateChoice<Value extends string>({
  legend,
  choices,
  value,
  look,
  onChoose,
}: {
  legend: string
  choices: readonly StartChoice<Value>[]
  value: Value | undefined
  look: 'tiles' | 'list'
  onChoose: (value: Value) => void
}) {
  const name = useId()
  const isReadOnly = useContext(ReadOnly)
  return (
    <fieldset className="templates" data-look={look}>
      <legend>{legend}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => isReadOnly || onChoose(choice.value)}
            />
            <Glyph rows={choice.glyph} />
            <span>
              <b>{choice.name}</b>
              <small>{choice.words}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Glyph({ rows }: { rows: StartChoice<string>['glyph'] }) {
  return (
    <span className="template-glyph" aria-hidden="true">
      {rows.map((bars, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <span key={row}>
          {bars.map(({ left, width }) => (
            <i key={left} style={{ left: `${left}%`, width: `${width}%` }} />
          ))}
        </span>
      ))}
    </span>
  )
}

const GLYPH_ROWS = 3

function glyphOf(name: TemplateName): StartChoice<TemplateName>['glyph'] {
  const { from, to, roles } = templates[name]
  const share = (minutes: number) => (minutes / (minutesOf(to) - minutesOf(from))) * 100
  return Object.entries(roles)
    .filter(([role]) => role !== 'build')
    .slice(0, GLYPH_ROWS)
    .map(([, shifts]) =>
      shifts.map(([begins, ends]) => ({
        left: share(minutesOf(begins) - minutesOf(from)),
        width: share(minutesOf(ends) - minutesOf(begins)),
      })),
    )
}
