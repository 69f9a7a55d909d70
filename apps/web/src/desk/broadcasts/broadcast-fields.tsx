import type { BroadcastPreview } from '@muster/contract/broadcasts'
import type { Event } from '@muster/contract/events'
import { type Language, languages } from '@muster/contract/language'
import { languageNames } from '../../i18n/language.ts'
import { SelectBox } from '../../ui/controls/native-select.tsx'
import { Segmented } from '../../ui/controls/radio-cards.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { MessageLinks } from './message-links.tsx'
import { MessageText } from './message-text.tsx'
import { useText } from './texts.ts'
import type { Draft } from './use-broadcast-draft.ts'

type FieldsProps = {
  event: Event
  draft: Draft
  language: Language
  preview: BroadcastPreview | undefined
  /** True until the first preview, which decides which text is shown. */
  isWaiting: boolean
  isLocked: boolean
  onChange: (changes: Partial<Draft>) => void
  onTab: (language: Language) => void
  onWrite: (language: Language, text: string) => void
}

export function BroadcastFields(props: FieldsProps) {
  const { event, draft, language, preview, isLocked, onChange } = props
  const part = 'mt-3 border-t border-line pt-2.5'
  return (
    <>
      <AudienceFields {...{ event, draft, preview, isLocked, onChange }} />
      <section className={part}>
        <MessageText {...props} />
        <MessageLinks draft={draft} preview={preview} language={language} onChange={onChange} />
      </section>
      <section className={part}>
        <How draft={draft} onChange={onChange} />
      </section>
    </>
  )
}

function How({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 className="mr-auto text-lead/heading">{t('how')}</h2>
      <SelectBox
        narrow
        className="narrow-select"
        aria-label={t('language.label')}
        value={draft.language ?? 'own'}
        onChange={({ target: { value } }) =>
          onChange({ language: languages.find((each) => each === value) ?? null })
        }
      >
        <option value="own">{t('language.own')}</option>
        {languages.map((value) => (
          <option key={value} value={value} lang={value}>
            {languageNames[value]}
          </option>
        ))}
      </SelectBox>
      <Segmented
        className="small-segments"
        legend={t('channel.legend')}
        hideLegend
        value={draft.communicationChannel}
        onChange={(communicationChannel) => onChange({ communicationChannel })}
        choices={[
          { value: 'both', label: t('channel.both') },
          { value: 'sms', label: t('channel.sms') },
          { value: 'email', label: t('channel.email') },
        ]}
      />
    </div>
  )
}
