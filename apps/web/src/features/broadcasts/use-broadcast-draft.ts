import type { Event } from '@muster/contract/events'
import type { Language } from '@muster/contract/language'
import { defaultReminder, isDefaultReminder } from '@muster/contract/rules/default-reminder'
import { useState } from 'react'
import type { BroadcastForm } from './api.ts'

export type Draft = BroadcastForm & { customText: string }

/** The form's values; subject and text follow type and language until they are edited. */
export function useBroadcastDraft(event: Event, language: Language) {
  const [draft, setDraft] = useState<Draft>(() => ({
    messageType: 'reminder',
    customText: defaultReminder(event.name, language),
    communicationChannel: 'both',
    includePastShifts: false,
    includeCurrentShifts: true,
    includeUpcomingShifts: true,
    includeLink: true,
    language,
  }))
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const isUntouched = isDefaultReminder(draft.customText, event.name)

  return {
    draft,
    change,
    /** What was typed stays when the type changes. */
    chooseType: (messageType: Draft['messageType']) => {
      const isEmpty = draft.customText.trim() === ''
      if (messageType === 'custom') change({ messageType, ...(isUntouched && { customText: '' }) })
      else
        change({ messageType, ...(isEmpty && { customText: defaultReminder(event.name, draft.language) }) })
    },
    chooseLanguage: (chosen: Language) => {
      change({ language: chosen, ...(isUntouched && { customText: defaultReminder(event.name, chosen) }) })
    },
  }
}

export function problemOf(draft: Draft): 'no_group' | 'no_message' | undefined {
  const { includePastShifts, includeCurrentShifts, includeUpcomingShifts } = draft
  if (!includePastShifts && !includeCurrentShifts && !includeUpcomingShifts) return 'no_group'
  return draft.messageType === 'custom' && draft.customText.trim() === '' ? 'no_message' : undefined
}
