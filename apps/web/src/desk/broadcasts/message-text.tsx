import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { type Language, languages } from '@muster/contract/language'
import { languageNames } from '../../i18n/language.ts'
import { Segmented } from '../../ui/controls/radio-cards.tsx'
import { TextArea } from '../../ui/controls/text-field.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { MOST_SEGMENTS } from './broadcast-foot.tsx'
import { sampleIn } from './broadcast-preview.tsx'
import { useText } from './texts.ts'
import { type Draft, problemOf } from './use-broadcast-draft.ts'

type TextProps = {
  draft: Draft
  language: Language
  preview: BroadcastPreview | undefined
  isWaiting: boolean
  onTab: (language: Language) => void
  onWrite: (language: Language, text: string) => void
}

export function MessageText({ draft, language, preview, isWaiting, onTab, onWrite }: TextProps) {
  const t = useText()
  const length = useLength(draft, { language, preview })
  const tooLong = useTooLong(draft, { preview, language })
  if (isWaiting) {
    return (
      <Loading className="mt-5">
        <Skeleton className="h-34" />
      </Loading>
    )
  }
  const isReminder = draft.messageType === 'reminder'
  const isSplit = draft.language === null && languages.every((each) => (preview?.languages[each] ?? 0) > 0)
  return (
    <>
      {isSplit && (
        <Segmented
          className="mt-5"
          legend={t('language.text')}
          value={language}
          onChange={onTab}
          choices={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      )}
      <TextArea
        className="mt-5"
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
    </>
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
