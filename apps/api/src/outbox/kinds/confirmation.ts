import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { html } from '../../http/html.ts'
import { type CalendarEntry, calendarAttachment, calendarEntry } from '../../mail/calendar.ts'
import { button, type Email, emailPage, heading, linkLine, paragraph, paragraphs } from '../../mail/email.ts'
import { organizerFooter, replyTo } from '../../mail/organizer.ts'
import { describeShift, shiftCard } from '../../mail/shift-summary.ts'
import { toGreetingName } from '../../mail/text.ts'
import { itemOfShift } from './digest-item.ts'
import { automaticTemplate, type WriteContext } from './kind.ts'

const shift = z.object({ assignment_id: z.string(), round: z.int(), entry: calendarEntry })

export const confirmationFacts = shift.extend({
  first_name: z.string(),
  notes: z.string().nullish(),
  /** Other shifts of the event that were taken with it (D42), by start. */
  more: z.array(shift).nullish(),
})

const linkAgainFacts = confirmationFacts.extend({
  /** Day in UTC. A unique index on `message` allows one such message a day for each assignment (D13). */
  day: z.string(),
})

export type ConfirmationFacts = z.infer<typeof confirmationFacts>

export const shiftsOf = ({
  more,
  ...first
}: ConfirmationFacts): [z.infer<typeof shift>, ...z.infer<typeof shift>[]] => [first, ...(more ?? [])]

export const confirmation = automaticTemplate({
  facts: confirmationFacts,
  assignmentIds: (facts) => shiftsOf(facts).map(({ assignment_id }) => assignment_id),
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
  digest: {
    is_by_stranger: true,
    items: (facts, language, links) =>
      shiftsOf(facts).map((each) => itemOfShift('confirmation', each, { language, links })),
  },
  write: (facts, context) => write('confirmation', facts, context),
})

export const linkAgain = automaticTemplate({
  facts: linkAgainFacts,
  assignmentIds: ({ assignment_id }) => [assignment_id],
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
  digest: {
    is_by_stranger: true,
    items: (facts, language, links) =>
      shiftsOf(facts).map((each) => itemOfShift('link_again', each, { language, links })),
  },
  write: (facts, context) => write('link_again', facts, context),
})

const aboutRole = ({ role_description }: CalendarEntry) => (role_description ? [role_description] : [])

function write(
  kind: 'confirmation' | 'link_again',
  facts: ConfirmationFacts,
  { message_id, language, links }: WriteContext,
): Email {
  const t = texts[language]
  const { entry, notes } = facts
  const shifts = shiftsOf(facts)
  const count = shifts.length
  const { short, event, day, time } = describeShift(entry, language)
  const personal_link = links.personal(facts)
  // The label promises no cancellation: the cut-off (D39) may have passed when the e-mail is read.
  const way_out = { label: t('way_out'), href: personal_link }
  const not_me = { label: t('not_me', { count }), href: links.notMe(message_id) }
  const footer = organizerFooter(entry, language)
  const name = toGreetingName(facts.first_name)
  const title = name ? t(`${kind}.title_with_name`, { name }) : t(`${kind}.title`)
  const why = kind === 'link_again' ? t('link_again.why') : undefined
  const subject = `${t(`${kind}.subject`)}: ${count === 1 ? short : t('shifts_of', { count, event })}`

  return {
    subject,
    text: [
      title,
      ...(why ? [why] : []),
      ...shifts.flatMap(({ entry: of }) => [describeShift(of, language).lines, ...aboutRole(of)]),
      ...(notes ? [notes] : []),
      `${t('open', { count })}: ${personal_link}`,
      t('attached', { count }),
      `${t('cannot')} ${way_out.label}: ${way_out.href}`,
      t('keep_link'),
      `${t('not_you')} ${not_me.label}: ${not_me.href}`,
      footer.text,
    ].join('\n\n'),
    get html() {
      return emailPage({
        language,
        subject,
        preheader: `${event}, ${day}, ${time}. ${t('attached', { count })}`,
        content: html`${heading(title)}
${why && paragraph(why)}
${shifts.map(({ entry: of }) => shiftCard(of, language, aboutRole(of)[0]))}
${notes ? paragraphs(notes) : undefined}
${button(t('open', { count }), personal_link)}
${paragraph(t('attached', { count }))}
${linkLine(t('cannot'), way_out)}
${paragraph(t('keep_link'))}
${linkLine(t('not_you'), not_me)}`,
        footer: footer.html,
      })
    },
    get attachments() {
      return shifts.map((each) =>
        calendarAttachment({ ...each.entry, notes }, links.public_url, {
          personal_url: links.personal(each),
        }),
      )
    },
    ...replyTo(entry),
  }
}

const texts = addNamespace('email_confirmation', {
  en: {
    open_one: 'See your shift',
    open_other: 'See your shifts',
    shifts_of_one: '{{count}} shift, {{event}}',
    shifts_of_other: '{{count}} shifts, {{event}}',
    attached_one: 'Open the attached calendar file to put the shift into your calendar.',
    attached_other: 'Open the attached calendar files to put the shifts into your calendar.',
    cannot: 'Can’t make it?',
    way_out: 'Here’s what to do',
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
    not_you: 'Wasn’t it you?',
    not_me_one: 'Give up the place and get no more e-mail',
    not_me_other: 'Give up the places and get no more e-mail',
    confirmation: {
      subject: 'You’re signed up',
      title: 'You’re signed up',
      title_with_name: 'You’re signed up, {{name}}',
    },
    link_again: {
      subject: 'Your link',
      title: 'Your link again',
      title_with_name: 'Your link again, {{name}}',
      why: 'The sign-up form was filled in once more with your name and address. Nothing has changed: this is your shift, and the link to it.',
    },
  },
  sv: {
    open_one: 'Visa ditt pass',
    open_other: 'Visa dina pass',
    shifts_of_one: '{{count}} pass, {{event}}',
    shifts_of_other: '{{count}} pass, {{event}}',
    attached_one: 'Öppna den bifogade kalenderfilen så hamnar passet i din kalender.',
    attached_other: 'Öppna de bifogade kalenderfilerna så hamnar passen i din kalender.',
    cannot: 'Får du förhinder?',
    way_out: 'Så gör du',
    keep_link: 'Länken är personlig. Skicka den inte vidare.',
    not_you: 'Var det inte du?',
    not_me_one: 'Lämna platsen och få ingen mer e-post',
    not_me_other: 'Lämna platserna och få ingen mer e-post',
    confirmation: {
      subject: 'Du är anmäld',
      title: 'Du är anmäld',
      title_with_name: 'Du är anmäld, {{name}}',
    },
    link_again: {
      subject: 'Din länk',
      title: 'Din länk igen',
      title_with_name: 'Din länk igen, {{name}}',
      why: 'Anmälan fylldes i en gång till med ditt namn och din adress. Ingenting har ändrats: det här är ditt pass och länken till det.',
    },
  },
})
