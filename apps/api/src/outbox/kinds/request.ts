import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { button, type EmailDraft, heading, linkLine, paragraph, paragraphs } from '../../mail/email.ts'
import { contactInBrackets, organizerPayload } from '../../mail/organizer.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { describeShift } from '../../mail/shift-summary.ts'
import { toGreetingName, toPersonName } from '../../mail/text.ts'
import { endedWhere } from './ended-where.ts'
import { emailTemplate, type Kind } from './kind.ts'
import { namedShift } from './named-shift.ts'

export const requestEnds = ['denied', 'lapsed', 'removed'] as const
export type RequestEnd = (typeof requestEnds)[number]

const requestPayload = organizerPayload.extend({
  form_id: z.string(),
  request_ids: z.array(z.string()),
  shifts: z.array(namedShift).min(1),
  /** Everybody of the form, the contact first (D54). */
  first_names: z.array(z.object({ place: z.int(), first_name: z.string() })).min(1),
})
type RequestPayload = z.infer<typeof requestPayload>

const isOneLeft = sql`exists (
  select from request q where q.id in (select value::uuid from jsonb_array_elements_text(m.payload->'request_ids'))
)`

/** D52: sent to who asks for a place. It may belong to no person of the organisation. */
export const requestReceived = {
  email: emailTemplate({
    payload: requestPayload,
    write(payload, { language, links }): EmailDraft {
      const t = texts[language]
      const { shifts, organization_name } = payload
      const count = shifts.length
      const request = links.request(payload)
      return {
        subject: `${t('received.subject')}: ${subjectOf(payload, language)}`,
        preheader: t('received.what', { organization: organization_name, count }),
        blocks: [
          heading(t('received.title')),
          ...who(payload, language),
          paragraph(t('received.what', { organization: organization_name, count })),
          ...shifts.map((shift) => shiftCard(shift, language)),
          paragraph(t('received.not_held', { count })),
          button(t('received.open'), request),
          linkLine(t('not_you'), { label: t('take_back'), href: request }),
        ],
        organizer: payload,
      }
    },
  }),
  is_sent_to_deleted: true,
  above_limit: 'waits',
  refresh: endedWhere('message', () => sql`not ${isOneLeft}`),
} satisfies Kind

/** D52: sent to who asked, when the organizer says no, the shift begins without an answer, or it is removed. */
export const requestEnded = {
  email: emailTemplate({
    payload: requestPayload.extend({ because: z.enum(requestEnds), reason: z.string().nullish() }),
    write({ because, reason, ...payload }, { language }): EmailDraft {
      const t = texts[language]
      const { shifts, organization_name } = payload
      const count = shifts.length
      const what = t(`ended.${because}`, { organization: organization_name, count })
      return {
        subject: `${t(`ended.${because}_subject`)}: ${subjectOf(payload, language)}`,
        preheader: what,
        blocks: [
          heading(t(`ended.${because}_subject`)),
          ...who(payload, language),
          paragraph(what),
          reason && paragraphs(reason),
          ...shifts.map((shift) => shiftCard(shift, language)),
          paragraph(t('ended.ask', { contact: contactInBrackets(payload) })),
        ],
        organizer: payload,
      }
    },
  }),
  is_sent_to_deleted: true,
  above_limit: 'leaves',
  // D46: an undo has brought them back.
  refresh: endedWhere('message', () => isOneLeft),
} satisfies Kind

function subjectOf({ shifts, shifts: [first] }: RequestPayload, language: 'en' | 'sv'): string {
  if (!first) return ''
  const { short, event } = describeShift(first, language)
  return shifts.length === 1 ? short : texts[language]('shifts_of', { count: shifts.length, event })
}

/** Whom it is about, of several people (D54). */
function who({ first_names }: RequestPayload, language: 'en' | 'sv') {
  const sorted = first_names.toSorted((one, other) => one.place - other.place)
  // The contact alone knows whom it is about.
  if (sorted.every(({ place }) => place === 0)) return []
  const t = texts[language]
  const list = sorted.map(({ place, first_name }) =>
    place === 0 ? (toGreetingName(first_name) ?? t('you')) : toPersonName(first_name),
  )
  return [paragraph(t('who', { names: new Intl.ListFormat(language).format(new Set(list)) }))]
}

const texts = addNamespace('email_request', {
  en: {
    you: 'You',
    who: 'It is about {{names}}.',
    shifts_of_one: '{{count}} shift, {{event}}',
    shifts_of_other: '{{count}} shifts, {{event}}',
    not_you: 'Wasn’t it you?',
    take_back: 'Take the request back',
    received: {
      subject: 'Your request',
      title: 'Your request is with the organizer',
      what_one:
        '{{organization}} reads sign-ups for this shift before they count. You get an e-mail with the answer.',
      what_other:
        '{{organization}} reads sign-ups for these shifts before they count. You get an e-mail with the answer.',
      not_held_one:
        'The place is not held meanwhile. Without an answer the request ends when the shift begins.',
      not_held_other:
        'The places are not held meanwhile. Without an answer a request ends when its shift begins.',
      open: 'See the request',
    },
    ended: {
      denied_subject: 'No place this time',
      denied_one: '{{organization}} has no place for you on this shift. Thank you for wanting to help!',
      denied_other: '{{organization}} has no places for you on these shifts. Thank you for wanting to help!',
      lapsed_subject: 'Your request has ended',
      lapsed_one: 'The shift has begun, and {{organization}} had not answered. You have no place on it.',
      lapsed_other:
        'The shifts have begun, and {{organization}} had not answered. You have no places on them.',
      removed_subject: 'The shift was cancelled',
      removed_one: '{{organization}} has removed this shift, so your request has ended.',
      removed_other: '{{organization}} has removed these shifts, so your request has ended.',
      ask: 'Questions? Contact the organizer{{contact}}.',
    },
  },
  sv: {
    you: 'Du',
    who: 'Det gäller {{names}}.',
    shifts_of_one: '{{count}} pass, {{event}}',
    shifts_of_other: '{{count}} pass, {{event}}',
    not_you: 'Var det inte du?',
    take_back: 'Ta tillbaka förfrågan',
    received: {
      subject: 'Din förfrågan',
      title: 'Din förfrågan är hos arrangören',
      what_one:
        '{{organization}} läser anmälningar till det här passet innan de gäller. Du får svaret med e-post.',
      what_other:
        '{{organization}} läser anmälningar till de här passen innan de gäller. Du får svaret med e-post.',
      not_held_one: 'Platsen hålls inte under tiden. Utan svar upphör förfrågan när passet börjar.',
      not_held_other: 'Platserna hålls inte under tiden. Utan svar upphör en förfrågan när passet börjar.',
      open: 'Visa förfrågan',
    },
    ended: {
      denied_subject: 'Ingen plats den här gången',
      denied_one:
        '{{organization}} har ingen plats till dig på det här passet. Tack för att du ville hjälpa till!',
      denied_other:
        '{{organization}} har inga platser till dig på de här passen. Tack för att du ville hjälpa till!',
      lapsed_subject: 'Din förfrågan har upphört',
      lapsed_one: 'Passet har börjat, och {{organization}} hade inte svarat. Du har ingen plats på det.',
      lapsed_other: 'Passen har börjat, och {{organization}} hade inte svarat. Du har inga platser på dem.',
      removed_subject: 'Passet är inställt',
      removed_one: '{{organization}} har tagit bort det här passet, så din förfrågan har upphört.',
      removed_other: '{{organization}} har tagit bort de här passen, så din förfrågan har upphört.',
      ask: 'Frågor? Kontakta arrangören{{contact}}.',
    },
  },
})
