import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { type Language, languages } from '@muster/contract/language'
import { useId } from 'react'
import { languageNames } from '../../i18n/language.ts'
import { Segmented } from '../../ui/controls/radio-cards.tsx'
import { TextArea } from '../../ui/controls/text-field.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SavedTexts } from '../saved-texts/saved-texts.tsx'
import { MOST_SEGMENTS } from './broadcast-foot.tsx'
import { sampleIn } from './broadcast-preview.tsx'
import { useText } from './texts.ts'
import { type Draft, problemOf } from './use-broadcast-draft.ts'

type TextProps = {
  draft: Draft
  language: Language
  preview: BroadcastPreview | undefined
  isWaiting: boolean
  isLocked: boolean
  onChange: (changes: Partial<Draft>) => void
  onTab: (language: Language) => void
  onWrite: (language: Language, text: string) => void
}

export function MessageText({
  draft,
  language,
  preview,
  isWaiting,
  isLocked,
  onChange,
  onTab,
  onWrite,
}: TextProps) {
  const t = useText()
  const length = useLength(draft, { language, preview })
  const tooLong = useTooLong(draft, { preview, language })
  const isReminder = draft.messageType === 'reminder'
  const isSplit = draft.language === null && languages.every((each) => (preview?.languages[each] ?? 0) > 0)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="mr-auto text-lead/heading">{t('message')}</h2>
        {isSplit && <LanguageTabs {...{ preview, language, onTab }} />}
        <Segmented
          className="small-segments"
          legend={t('type.legend')}
          hideLegend
          value={draft.messageType}
          onChange={(messageType) => onChange({ messageType })}
          choices={[
            { value: 'reminder', label: t('type.reminder') },
            { value: 'custom', label: t('type.custom') },
          ]}
        />
      </div>
      {isWaiting ? (
        <Loading className="mt-1.5">
          <Skeleton className="h-34" />
        </Loading>
      ) : (
        <TextArea
          className="label-hidden mt-1.5"
          label={t('message')}
          optional={isReminder}
          required={!isReminder}
          rows={4}
          lang={language}
          value={draft.texts[language]}
          onChange={(change) => onWrite(language, change.currentTarget.value)}
          hint={
            <span className="tabular-nums">
              {isSplit && isBorrowed(draft.texts, language) ? t('language.borrowed') : length}
            </span>
          }
          error={tooLong}
        />
      )}
      <div className="flex justify-end tablet:-mt-5.5">
        <SavedTexts
          text={draft.texts[language]}
          disabled={isLocked}
          onUse={(text) => onWrite(language, text)}
        />
      </div>
    </>
  )
}

function LanguageTabs({ preview, language, onTab }: Pick<TextProps, 'preview' | 'language' | 'onTab'>) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className="language-tabs flex gap-4">
      <legend className="sr-only">{t('language.text')}</legend>
      {languages.map((each) => (
        <label key={each}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={each === language}
            onChange={() => onTab(each)}
          />
          {languageNames[each]} {preview?.languages[each]}
        </label>
      ))}
    </fieldset>
  )
}

type Shown = { language: Language; preview: BroadcastPreview | undefined }

/** Returns true if people with this language get the other language's text. */
function isBorrowed(texts: Draft['texts'], language: Language): boolean {
  return texts[language].trim() === '' && Object.values(texts).some((text) => text.trim() !== '')
}

function useTooLong(draft: Draft, { preview, language }: Shown): string | undefined {
  const t = useText()
  if (problemOf(draft) === 'text_too_long') return t('errors.text_too_long')
  if (!preview || preview.most_segments <= MOST_SEGMENTS) return undefined
  const isSample = (sampleIn(language, preview)?.sms?.segments ?? 0) > MOST_SEGMENTS
  return t(isSample ? 'too_long' : 'too_long_for_some')
}

/** Counts the whole message, once the server has written it. */
function useLength({ texts, messageType }: Draft, { language, preview }: Shown): string {
  const t = useText()
  const count = Array.from(texts[language].trim()).length
  const sms = preview && sampleIn(language, preview)?.sms
  if (!sms) return t('length', { count })
  const { characters: total, segments } = sms
  return messageType === 'reminder'
    ? t('length_sms', { count, total, segments })
    : t('length_custom', { count: total, segments: Math.max(1, segments) })
}
