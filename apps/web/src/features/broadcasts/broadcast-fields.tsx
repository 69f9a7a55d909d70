import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { languages } from '@muster/contract/language'
import { useId } from 'react'
import { languageNames } from '../../i18n/language.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { RadioCards, Segmented } from '../../ui/controls/radio-cards.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { useText } from './texts.ts'
import { type Draft, problemOf } from './use-broadcast-draft.ts'

type FieldsProps = {
  draft: Draft
  preview: BroadcastPreview | undefined
  onChange: (changes: Partial<Draft>) => void
  onType: (type: Draft['messageType']) => void
  onLanguage: (language: Draft['language']) => void
}

export function BroadcastFields({ draft, preview, onChange, onType, onLanguage }: FieldsProps) {
  const t = useText()
  const isReminder = draft.messageType === 'reminder'
  return (
    <>
      <section>
        <h2 className="text-lead/heading">{t('what')}</h2>
        <RadioCards
          legend={t('type.legend')}
          hideLegend
          className="mt-3"
          value={draft.messageType}
          onChange={onType}
          choices={[
            { value: 'reminder', label: t('type.reminder'), help: t('type.reminder_help') },
            { value: 'custom', label: t('type.custom'), help: t('type.custom_help') },
          ]}
        />
      </section>
      <Groups draft={draft} preview={preview} onChange={onChange} />
      <section className="mt-8">
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
          {isReminder && (
            <Segmented
              legend={t('language')}
              value={draft.language}
              onChange={onLanguage}
              choices={languages.map((value) => ({ value, label: languageNames[value] }))}
            />
          )}
        </div>
        <MessageText draft={draft} preview={preview} onChange={onChange} />
        <Checkbox
          className="mt-3"
          label={t('link')}
          hint={t(isReminder ? 'link_help' : 'link_custom')}
          checked={isReminder && draft.includeLink}
          disabled={!isReminder}
          onChange={(change) => onChange({ includeLink: change.currentTarget.checked })}
        />
      </section>
    </>
  )
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
        className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,160px),1fr))] gap-x-3 gap-y-1"
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

function MessageText({ draft, preview, onChange }: Pick<FieldsProps, 'draft' | 'preview' | 'onChange'>) {
  const t = useText()
  const isReminder = draft.messageType === 'reminder'
  return (
    <TextArea
      className="mt-5"
      label={t('message')}
      optional={isReminder}
      required={!isReminder}
      rows={4}
      maxLength={5_000}
      value={draft.customText}
      onChange={(change) => onChange({ customText: change.currentTarget.value })}
      hint={<span className="tabular-nums">{useLength(draft, preview)}</span>}
      error={useTooLong(preview)}
    />
  )
}

/** D4 */
const MOST_SEGMENTS = 10

function useTooLong(preview: BroadcastPreview | undefined): string | undefined {
  const t = useText()
  if (!preview || preview.most_segments <= MOST_SEGMENTS) return undefined
  const isSample = (preview.sample?.sms?.segments ?? 0) > MOST_SEGMENTS
  return t(isSample ? 'too_long' : 'too_long_for_some')
}

/** As the networks count the whole of it, once the server has written it. */
function useLength({ customText, messageType }: Draft, preview: BroadcastPreview | undefined): string {
  const t = useText()
  const count = Array.from(customText.trim()).length
  const sms = preview?.sample?.sms
  if (!sms) return t('length', { count })
  const { characters: total, segments } = sms
  return messageType === 'reminder'
    ? t('length_sms', { count, total, segments })
    : t('length_custom', { count: total, segments: Math.max(1, segments) })
}
