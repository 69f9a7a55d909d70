import type { UseFormReturn } from 'react-hook-form'
import { TemplateChoice, useTemplateChoices } from '../../templates/template-choice.tsx'
import { type TemplateName, templates } from '../../templates/templates.ts'
import { LocationField, NameField } from '../basic-fields.tsx'
import type { EventDraft } from '../event-draft.ts'
import { TimeFields } from '../time-fields.tsx'
import { useFollowTimes } from '../use-follow-times.ts'
import { useText } from './texts.ts'

type BasicFieldsProps = {
  form: UseFormReturn<EventDraft>
  template: TemplateName | undefined
  onTemplate: (template: TemplateName | undefined) => void
}

export function BasicFields({ form, template, onTemplate }: BasicFieldsProps) {
  const t = useText()
  const choices = useTemplateChoices()
  const takeTimes = useFollowTimes(form)
  return (
    <div className="grid grid-cols-1 gap-3">
      <TemplateChoice
        legend={t('planning')}
        look="tiles"
        choices={choices}
        value={template}
        onChoose={(name) => {
          onTemplate(name)
          takeTimes(templates[name])
        }}
      />
      <p className="text-hint text-ink-3">
        {t('something_else')}{' '}
        <button
          type="button"
          className="link-button"
          aria-pressed={template === undefined}
          onClick={() => onTemplate(undefined)}
        >
          {t('from_nothing')}
        </button>
      </p>
      <NameField form={form} />
      <TimeFields form={form} />
      <LocationField form={form} />
    </div>
  )
}
