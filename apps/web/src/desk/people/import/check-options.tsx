import { LIMITS } from '@muster/contract/rules/text'
import { useId, useState } from 'react'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { controlClass } from '../../../ui/controls/field.tsx'
import { SelectBox } from '../../../ui/controls/native-select.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import type { OnExisting } from './api.ts'
import { useText } from './texts.ts'

type OptionsProps = {
  on_existing: OnExisting
  tag: string
  onExisting: (on_existing: OnExisting) => void
  onTag: (tag: string) => void
}

export function CheckOptions({ on_existing, tag, onExisting, onTag }: OptionsProps) {
  const t = useText()
  const id = useId()
  const [isTagging, setTagging] = useState(tag !== '')
  return (
    <section
      className={cardClass({
        padding: 'none',
        className: 'mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-2.5',
      })}
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <Checkbox
          label={t('check.tag')}
          checked={isTagging}
          onChange={({ target }) => {
            setTagging(target.checked)
            if (!target.checked) onTag('')
          }}
        />
        <input
          aria-label={t('check.tag_name')}
          className={controlClass({ className: `import-tag ${isTagging ? '' : 'invisible'}` })}
          maxLength={LIMITS.tag}
          value={tag}
          onChange={({ target }) => onTag(target.value)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3">
        <label htmlFor={id}>{t('check.on_existing')}</label>
        <SelectBox
          id={id}
          value={on_existing}
          onChange={({ target }) => {
            const chosen = choices.find((choice) => choice === target.value)
            if (chosen) onExisting(chosen)
          }}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {t(`existing.${choice}`)}
            </option>
          ))}
        </SelectBox>
      </div>
    </section>
  )
}

const choices = ['replace', 'fill', 'keep'] as const
