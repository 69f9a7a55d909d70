import { disownedTimes } from '@muster/contract/rules/answer-change'
import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { button, heading, linkLine, paragraph, withoutGaps } from '../../mail/email.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { describeShift } from '../../mail/shift-summary.ts'
import { toPersonName, toShownName } from '../../mail/text.ts'
import { endedWhere } from './ended-where.ts'
import { emailTemplate, type Kind } from './kind.ts'
import { namedShift } from './named-shift.ts'

const cancellation = z.object({
  first_name: z.string(),
  last_name: z.string(),
  reason: z.string().nullable(),
  /** V1: the place was released without an answer. Rows queued by older versions do not have it. */
  is_unanswered: z.boolean().default(false),
  /** D28: given up by "Wasn't it you?" Rows queued by older versions do not have it. */
  disowned: z.enum(disownedTimes).nullable().default(null),
  /** D58. Rows queued by older versions do not have these two. */
  is_handed_over: z.boolean().default(false),
  /** Who has the place now. */
  taker: z.object({ first_name: z.string(), last_name: z.string() }).nullable().default(null),
  missing: z.int(),
  /** The place can no longer be filled. Rows queued by older versions do not have it. */
  has_begun: z.boolean().default(false),
  shift: namedShift,
})

/** D39: sent to an administrator. */
export const placeGivenUp = {
  email: emailTemplate({
    payload: z.object({
      organization_id: z.string(),
      organization_name: z.string(),
      cancellations: z.tuple([cancellation], cancellation),
      /** Number above the maximum of one e-mail. Rows queued by older versions do not have it. */
      left_out: z.int().default(0),
    }),
    write({ organization_id, organization_name, cancellations, left_out }, { language, links }) {
      const t = texts[language]
      const [first, ...more] = cancellations
      const subject =
        more.length === 0
          ? t(subjectKey(first), {
              name: nameOf(first),
              shift: describeShift(first.shift, language).short,
            })
          : t('several', {
              count: cancellations.length + left_out,
              organization: toShownName(organization_name),
            })
      const linesOf = (of: typeof first) => [
        whoOf(of, t),
        ...(of.reason ? [t('reason', { reason: of.reason })] : []),
        ...(of.has_begun ? [] : [of.missing === 0 ? t('all_taken') : t('missing', { count: of.missing })]),
      ]
      const open = { label: t('open'), href: `${links.public_url}/?org=${organization_id}` }
      return {
        subject,
        preheader: linesOf(first).join(' '),
        blocks: [
          heading(subject),
          left_out > 0 && linkLine(t('more', { count: left_out }), open),
          ...cancellations.map((each) =>
            withoutGaps(...linesOf(each).map(paragraph), shiftCard(each.shift, language)),
          ),
          button(open.label, open.href),
          paragraph(t('why')),
        ],
      }
    },
  }),
  /** Its member has lost the right to read about volunteers (M1). */
  refresh: endedWhere(
    'account_message',
    () => sql`not exists (
      select from membership s join app_user a on a.id = s.user_id
      where s.user_id = m.user_id and s.organization_id = (m.payload->>'organization_id')::uuid
        and s.role in ('owner', 'admin') and a.disabled_at is null
    )`,
  ),
} satisfies Kind

type Given = z.infer<typeof cancellation>

function subjectKey({ is_unanswered, is_handed_over }: Given) {
  if (is_handed_over) return 'one_handed_over'
  return is_unanswered ? 'one_unanswered' : 'one'
}

function whoOf(given: Given, t: (typeof texts)['en']): string {
  const { is_unanswered, disowned, is_handed_over, taker } = given
  const name = nameOf(given)
  if (is_handed_over)
    return taker ? t('who_handed_over', { name, taker: nameOf(taker) }) : t('who_handed_over_left', { name })
  if (disowned !== null) return t(disowned === 'late' ? 'who_disowned_late' : 'who_disowned', { name })
  return t(is_unanswered ? 'who_unanswered' : 'who', { name })
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  toPersonName(`${first_name} ${last_name}`)

const texts = addNamespace('email_place_given_up', {
  en: {
    one: '{{name}} can’t come: {{shift}}',
    one_unanswered: '{{name}} has not answered about the new time: {{shift}}',
    one_handed_over: '{{name}} has found a replacement: {{shift}}',
    several_one: '{{count}} place was given up: {{organization}}',
    several_other: '{{count}} places were given up: {{organization}}',
    who: '{{name}} has given the place up.',
    who_unanswered: '{{name}} has not answered whether the new time works, so the place is free again.',
    who_handed_over: '{{name}} has handed the place over to {{taker}}.',
    who_handed_over_left: '{{name}} has handed the place over to somebody who is no longer on the shift.',
    who_disowned: 'The place of {{name}} was given up by “Wasn’t it you?” in the confirmation e-mail.',
    who_disowned_late:
      'The place of {{name}} was given up by “Wasn’t it you?” in the confirmation e-mail, after the time for cancelling. Maybe somebody else signed them up; maybe they cancel late.',
    reason: 'The reason: {{reason}}',
    all_taken: 'No place is missing on the shift now.',
    missing_one: 'The shift is now missing one person.',
    missing_other: 'The shift is now missing {{count}} people.',
    more_one: 'One more is not named here.',
    more_other: '{{count}} more are not named here.',
    open: 'Open the shifts',
    why: 'You get these e-mails because you plan the shifts. Under Notifications in the settings you can choose one a day, or none.',
  },
  sv: {
    one: '{{name}} kan inte komma: {{shift}}',
    one_unanswered: '{{name}} har inte svarat om den nya tiden: {{shift}}',
    one_handed_over: '{{name}} har hittat en ersättare: {{shift}}',
    several_one: '{{count}} plats har blivit ledig: {{organization}}',
    several_other: '{{count}} platser har blivit lediga: {{organization}}',
    who: '{{name}} har lämnat återbud.',
    who_unanswered: '{{name}} har inte svarat om den nya tiden passar, så platsen är ledig igen.',
    who_handed_over: '{{name}} har lämnat över platsen till {{taker}}.',
    who_handed_over_left: '{{name}} har lämnat över platsen till någon som inte längre är med på passet.',
    who_disowned: 'Platsen för {{name}} lämnades med ”Var det inte du?” i bekräftelsemejlet.',
    who_disowned_late:
      'Platsen för {{name}} lämnades med ”Var det inte du?” i bekräftelsemejlet, efter sista tiden för återbud. Kanske anmälde någon annan personen, kanske är det ett sent återbud.',
    reason: 'Orsak: {{reason}}',
    all_taken: 'Ingen plats saknas på passet nu.',
    missing_one: 'Nu saknas en person på passet.',
    missing_other: 'Nu saknas {{count}} personer på passet.',
    more_one: 'En till är inte med här.',
    more_other: '{{count}} till är inte med här.',
    open: 'Öppna passen',
    why: 'Du får de här mejlen för att du planerar passen. Under Aviseringar i inställningarna kan du välja ett om dagen eller inga alls.',
  },
})
