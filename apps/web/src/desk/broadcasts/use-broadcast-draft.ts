import type { Event } from '@muster/contract/events'
import { type Language, languages } from '@muster/contract/language'
import { defaultReminder } from '@muster/contract/rules/default-reminder'
import { LIMITS } from '@muster/contract/rules/text'
import { useMemo, useState } from 'react'
import type { BroadcastForm } from './api.ts'

export type Draft = Required<Omit<BroadcastForm, 'customText' | 'texts' | 'language'>> & {
  /** Null means each person's own language (D32). */
  language: Language | null
  texts: Record<Language, string>
}

type Choices = Omit<Draft, 'texts'>
/** Texts by language. A language without an entry has the default text. */
type Typed = { [Each in Language]?: string | undefined }

const DEFAULTS: Choices = {
  messageType: 'reminder',
  communicationChannel: 'both',
  includePastShifts: false,
  includeCurrentShifts: true,
  includeUpcomingShifts: true,
  includeLink: true,
  includeStopLink: false,
  leaveExpired: false,
  language: null,
}

export function useBroadcastDraft({ name }: Event) {
  const [choices, setChoices] = useState(DEFAULTS)
  const [typed, setTyped] = useState<Typed>({})
  const [sent, setSent] = useState<Typed>()
  const draft = useMemo<Draft>(() => {
    const texts = textsOf((language) => typed[language] ?? defaultText(choices, name, language))
    return { ...choices, texts }
  }, [choices, typed, name])
  const begin = (from: Choices, texts: Typed) => {
    setChoices(from)
    setTyped(texts)
  }

  return {
    draft,
    isUnsent: typed !== sent && Object.values(typed).some((text = '') => text.trim() !== ''),
    change: (changes: Partial<Choices>) => setChoices((before) => ({ ...before, ...changes })),
    write: (language: Language, text: string) => {
      const isDefault = text === defaultText(choices, name, language)
      setTyped((before) => ({ ...before, [language]: isDefault ? undefined : text }))
    },
    markSent: (isSent: boolean) => setSent(isSent ? typed : undefined),
    reset: () => begin(DEFAULTS, {}),
    /** Starts from an earlier broadcast. Languages that were not sent get the default text. */
    beginFrom: ({ customText, texts, language = null, ...chosen }: BroadcastForm) => {
      const from = { ...DEFAULTS, ...chosen, language }
      const read = (each: Language) => {
        const text = texts?.[each] ?? customText ?? ''
        const isUnknown = language !== null && language !== each
        return isUnknown || text === defaultText(from, name, each) ? undefined : text
      }
      begin(from, { en: read('en'), sv: read('sv') })
    },
  }
}

function defaultText(choices: Choices, event_name: string, language: Language): string {
  const { messageType, includePastShifts, includeCurrentShifts, includeUpcomingShifts } = choices
  const isPastOnly = includePastShifts && !includeCurrentShifts && !includeUpcomingShifts
  return messageType === 'custom' || isPastOnly ? '' : defaultReminder(event_name, language)
}

export function formOf({ texts, language, ...draft }: Draft): BroadcastForm {
  if (language !== null) return { ...draft, language, customText: texts[language] }
  const written = languages.find((each) => texts[each].trim() !== '')
  return { ...draft, language, customText: written ? texts[written] : '', texts }
}

export type DraftProblem = 'no_group' | 'no_message' | 'text_too_long'

export function problemOf(draft: Draft): DraftProblem | undefined {
  const { includePastShifts, includeCurrentShifts, includeUpcomingShifts } = draft
  if (!includePastShifts && !includeCurrentShifts && !includeUpcomingShifts) return 'no_group'
  const sent = draft.language === null ? Object.values(draft.texts) : [draft.texts[draft.language]]
  if (sent.some((text) => text.trim().length > LIMITS.text)) return 'text_too_long'
  const isBlank = sent.every((text) => text.trim() === '')
  return draft.messageType === 'custom' && isBlank ? 'no_message' : undefined
}

function textsOf(write: (language: Language) => string): Record<Language, string> {
  return { en: write('en'), sv: write('sv') }
}
