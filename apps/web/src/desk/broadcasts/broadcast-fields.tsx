import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { type Language, languages } from '@muster/contract/language'
import { useId } from 'react'
import { languageNames } from '../../i18n/language.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { RadioCards, Segmented } from '../../ui/controls/radio-cards.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { useLanguageShares } from './language-shares.ts'
import { MessageLinks } from './message-links.tsx'
import { MessageText } from './message-text.tsx'
import { useText } from './texts.ts'
import { type Draft, problemOf } from './use-broadcast-draft.ts'

type FieldsProps = {
  draft: Draft
  language: Language
  preview: BroadcastPreview | undefined
  /** True until the first preview, which decides which text is shown. */
  isWaiting: boolean
  onChange: (changes: Partial<Draft>) => void
  onTab: (language: Language) => void
  onWrite: (language: Language, text: string) => void
}

export const FIELDS_ID = 'broadcast-fields'

export function BroadcastFields(props: FieldsProps) {
  const { draft, preview, onChange } = props
  const t = useText()
  return (
    <>
      <section>
        <h2 id={FIELDS_ID} className="text-lead/heading" tabIndex={-1}>
          {t('what')}
        </h2>
        <RadioCards
          legend={t('type.legend')}
          hideLegend
          className="mt-3"
          value={draft.messageType}
          onChange={(messageType) => onChange({ messageType })}
          choices={[
            { value: 'reminder', label: t('type.reminder'), help: t('type.reminder_help') },
            { value: 'custom', label: t('type.custom'), help: t('type.custom_help') },
          ]}
        />
      </section>
      <Groups draft={draft} preview={preview} onChange={onChange} />
      <section className="@container mt-8">
        <h2 className="text-lead/heading">{t('how')}</h2>
        <div className="mt-3 flex flex-wrap gap-x-8 gap-y-4">
          <Segmented
            legend={t('channel.legend')}
            value={draft.communicationChannel}
            onChange={(communicationChannel) => onChange({ communicationChannel })}
            choices={[
              { value: 'both', label: t('channel.both') },
              { value: 'sms', label: t('channel.sms') },
              { value: 'email', label: t('channel.email') },
            ]}
          />
          <Segmented
            legend={t('language.label')}
            value={draft.language ?? 'own'}
            onChange={(chosen) => onChange({ language: chosen === 'own' ? null : chosen })}
            choices={[
              { value: 'own', label: t('language.own') },
              ...languages.map((value) => ({ value, label: languageNames[value] })),
            ]}
          />
        </div>
        {draft.language === null && preview && <Languages preview={preview} />}
        <MessageText {...props} />
        <MessageLinks draft={draft} preview={preview} language={props.language} onChange={onChange} />
      </section>
    </>
  )
}

function Languages({ preview }: { preview: BroadcastPreview }) {
  return <p className="mt-1.5 text-hint text-ink-3 tabular-nums">{useLanguageShares(preview)}</p>
}

function Groups({ draft, preview, onChange }: Pick<FieldsProps, 'draft' | 'preview' | 'onChange'>) {
  const t = useText()
  const id = useId()
  const hint = (group: 'past' | 'current' | 'upcoming') => {
    const count = preview?.groups[group]
    if (count === undefined) return ' '
    return count === 0 ? t(`groups.none_${group}`) : t('people', { count })
  }
  return (
    <section className="mt-8">
      <h2 className="text-lead/heading">{t('whom')}</h2>
      <p id={`${id}-help`} className="mt-0.5 text-meta text-ink-2">
        {t('whom_help')}
      </p>
      <fieldset
        className="mt-3 grid grid-cols-fit-40 gap-x-3 gap-y-1"
        aria-label={t('whom')}
        aria-describedby={`${id}-help ${id}-error`}
      >
        <Checkbox
          label={t('groups.past')}
          hint={hint('past')}
          checked={draft.includePastShifts}
          onChange={(change) => onChange({ includePastShifts: change.currentTarget.checked })}
        />
        <Checkbox
          label={t('groups.current')}
          hint={hint('current')}
          checked={draft.includeCurrentShifts}
          onChange={(change) => onChange({ includeCurrentShifts: change.currentTarget.checked })}
        />
        <Checkbox
          label={t('groups.upcoming')}
          hint={hint('upcoming')}
          checked={draft.includeUpcomingShifts}
          onChange={(change) => onChange({ includeUpcomingShifts: change.currentTarget.checked })}
        />
      </fieldset>
      <ErrorText
        id={`${id}-error`}
        text={problemOf(draft) === 'no_group' ? t('errors.no_group') : undefined}
      />
    </section>
  )
}
