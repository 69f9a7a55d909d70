import type { Event } from '@muster/contract/events'
import { type Language, languages } from '@muster/contract/language'
import { type AudienceStatus, audienceStatuses } from '@muster/contract/rules/broadcast-audience'
import { defaultReminder } from '@muster/contract/rules/default-reminder'
import { invitationStates } from '@muster/contract/rules/invitation-state'
import { LIMITS } from '@muster/contract/rules/text'
import { useMemo, useState } from 'react'
import type { BroadcastForm } from './api.ts'

type Sent = Required<
  Omit<BroadcastForm, 'customText' | 'texts' | 'language' | keyof Aim | 'send_at' | 'resend_of'>
>

/** D68: whom a broadcast is aimed at, beside its groups. Null: all. */
type Aim = {
  role_ids: readonly string[] | null
  days: readonly string[] | null
  shift_ids: readonly string[] | null
  statuses: readonly AudienceStatus[]
  tag_ids: readonly string[] | null
  person_ids: readonly string[] | null
  except_ids: readonly string[]
}

export type Draft = Sent &
  Aim & {
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
  role_ids: null,
  days: null,
  shift_ids: null,
  statuses: ['CONFIRMED', 'asked', 'expired', 'not_asked'],
  tag_ids: null,
  person_ids: null,
  except_ids: [],
}

/** Whom it begins with, if not with all who have a place: those of a status, of a shift, which may be over, or people. */
export type BroadcastStart = {
  status: AudienceStatus | undefined
  shift_id: string | null
  isOver: boolean
  person_ids: readonly string[] | null
}

export function useBroadcastDraft({ name }: Event, { status, shift_id, isOver, person_ids }: BroadcastStart) {
  const [start] = useState<Choices>(() => ({
    ...DEFAULTS,
    includePastShifts: isOver,
    includeCurrentShifts: !isOver,
    includeUpcomingShifts: !isOver,
    shift_ids: shift_id === null ? null : [shift_id],
    ...(status && { statuses: [status] }),
    // Chosen people are not left out by what they answered.
    ...(person_ids && {
      person_ids,
      includePastShifts: true,
      // INVITED is all who have not answered, each of whom is named.
      statuses: audienceStatuses.filter((each) => each !== 'INVITED'),
    }),
  }))
  const [choices, setChoices] = useState(start)
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
    reset: () => begin(start, {}),
    /** Starts from an earlier broadcast. Languages that were not sent get the default text. */
    beginFrom: ({ customText, texts, language = null, ...rest }: BroadcastForm) => {
      const { send_at: _, resend_of: __, ...chosen } = rest
      const from = { ...DEFAULTS, ...chosen, ...aimOf(rest), language }
      const read = (each: Language) => {
        const text = texts?.[each] ?? customText ?? ''
        const isUnknown = language !== null && language !== each
        return isUnknown || text === defaultText(from, name, each) ? undefined : text
      }
      begin(from, { en: read('en'), sv: read('sv') })
    },
  }
}

/** Of a form, in which INVITED is all who have not answered. */
function aimOf({ role_ids, days, shift_ids, statuses, tag_ids, person_ids, except_ids }: BroadcastForm): Aim {
  const given = statuses ?? ['CONFIRMED', 'INVITED']
  return {
    role_ids: role_ids ?? null,
    days: days ?? null,
    shift_ids: shift_ids ?? null,
    statuses: given.flatMap((each) => (each === 'INVITED' ? invitationStates : [each])),
    tag_ids: tag_ids ?? null,
    person_ids: person_ids ?? null,
    except_ids: except_ids ?? [],
  }
}

function defaultText(choices: Choices, event_name: string, language: Language): string {
  const { messageType, includePastShifts, includeCurrentShifts, includeUpcomingShifts } = choices
  const isPastOnly = includePastShifts && !includeCurrentShifts && !includeUpcomingShifts
  return messageType === 'custom' || isPastOnly ? '' : defaultReminder(event_name, language)
}

const copyOf = (list: readonly string[] | null) => list && [...list]

export function formOf({ texts, language, ...choices }: Draft): BroadcastForm {
  const { role_ids, days, shift_ids, statuses, tag_ids, person_ids, except_ids } = choices
  const draft = {
    ...choices,
    role_ids: copyOf(role_ids),
    days: copyOf(days),
    shift_ids: copyOf(shift_ids),
    statuses: [...statuses],
    tag_ids: copyOf(tag_ids),
    person_ids: copyOf(person_ids),
    except_ids: [...except_ids],
  }
  if (language !== null) return { ...draft, language, customText: texts[language] }
  const written = languages.find((each) => texts[each].trim() !== '')
  return { ...draft, language, customText: written ? texts[written] : '', texts }
}

export type DraftProblem = 'no_group' | 'no_message' | 'text_too_long'

export function problemOf(draft: Draft): DraftProblem | undefined {
  const { includePastShifts, includeCurrentShifts, includeUpcomingShifts } = draft
  if (!includePastShifts && !includeCurrentShifts && !includeUpcomingShifts) return 'no_group'
  if (draft.statuses.length === 0) return 'no_group'
  const sent = draft.language === null ? Object.values(draft.texts) : [draft.texts[draft.language]]
  if (sent.some((text) => text.trim().length > LIMITS.text)) return 'text_too_long'
  const isBlank = sent.every((text) => text.trim() === '')
  return draft.messageType === 'custom' && isBlank ? 'no_message' : undefined
}

function textsOf(write: (language: Language) => string): Record<Language, string> {
  return { en: write('en'), sv: write('sv') }
}
