import type { Event } from '@muster/contract/events'
import { type Language, languages } from '@muster/contract/language'
import { defaultReminder, isDefaultReminder } from '@muster/contract/rules/default-reminder'
import { LIMITS } from '@muster/contract/rules/text'
import { useState } from 'react'
import type { BroadcastForm } from './api.ts'

export type Draft = Required<Omit<BroadcastForm, 'customText' | 'texts' | 'language'>> & {
  /** Null: each person's own (D32). */
  language: Language | null
  texts: Record<Language, string>
}

export function useBroadcastDraft(event: Event) {
  const [draft, setDraft] = useState<Draft>(() => ({
    messageType: 'reminder',
    texts: textsOf((language) => defaultReminder(event.name, language)),
    communicationChannel: 'both',
    includePastShifts: false,
    includeCurrentShifts: true,
    includeUpcomingShifts: true,
    includeLink: true,
    includeStopLink: false,
    leaveExpired: false,
    language: null,
  }))
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))

  return {
    draft,
    change,
    /** What was typed stays when the type changes. */
    chooseType: (messageType: Draft['messageType']) => {
      const texts = textsOf((language) => {
        const text = draft.texts[language]
        if (messageType === 'custom') return isDefaultReminder(text, event.name) ? '' : text
        return text.trim() === '' ? defaultReminder(event.name, language) : text
      })
      change({ messageType, texts })
    },
    write: (language: Language, text: string) => change({ texts: { ...draft.texts, [language]: text } }),
  }
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
