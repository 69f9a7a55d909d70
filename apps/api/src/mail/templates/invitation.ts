import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { html } from '../../http/html.ts'
import { calendarAttachment, calendarEntry } from '../calendar.ts'
import { button, emailPage, heading, paragraph } from '../email.ts'
import { organizerFooter, replyTo } from '../organizer.ts'
import { describeShift, formatMoment, shiftCard } from '../shift-summary.ts'
import { emailTemplate, smsTemplate } from '../template.ts'
import { toGreetingName, toGsmPunctuation, toOneLine, truncate } from '../text.ts'

const invitationFacts = z.object({
  assignment_id: z.string(),
  round: z.int(),
  first_name: z.string(),
  entry: calendarEntry,
  /** A confirmed volunteer gets the link again, without the question (D20). */
  is_confirmed: z.boolean(),
  answer_by: z.string(),
})

export const invitation = emailTemplate({
  facts: invitationFacts,
  assignmentIds: ({ assignment_id }) => [assignment_id],
  write(facts, { language, links }) {
    const t = texts[language]
    const { entry, is_confirmed } = facts
    const kind = is_confirmed ? 'confirmed' : 'asked'
    const { short, lines, event, day, time } = describeShift(entry, language)
    const personal_link = links.personal(facts)
    const footer = organizerFooter(entry, language)
    const name = toGreetingName(facts.first_name)
    const title = name ? t(`${kind}.title_with_name`, { name }) : t(`${kind}.title`)
    const subject = `${t(`${kind}.subject`)} ${short}`
    const answer_by = formatMoment(facts.answer_by, entry.time_zone, language)
    const why = t(`${kind}.why`, { answer_by })
    const open = t(`${kind}.open`)

    return {
      subject,
      text: [title, lines, why, `${open}: ${personal_link}`, t('keep_link'), footer.text].join('\n\n'),
      html: emailPage({
        language,
        subject,
        preheader: `${event}, ${day}, ${time}. ${why}`,
        content: html`${heading(title)}
${shiftCard(entry, language)}
${paragraph(why)}
${button(open, personal_link)}
${paragraph(t('keep_link'))}`,
        footer: footer.html,
      }),
      attachments: is_confirmed ? [calendarAttachment(entry, links.public_url)] : [],
      ...replyTo(entry),
    }
  },
})

/** Short enough for one or two segments. */
export const invitationSms = smsTemplate({
  facts: invitationFacts,
  assignmentIds: ({ assignment_id }) => [assignment_id],
  write(facts, { language, links }) {
    const t = texts[language]
    const { entry, is_confirmed } = facts
    const kind = is_confirmed ? 'confirmed' : 'asked'
    const [organization, role, event] = [entry.organization_name, entry.role_name, entry.event_name].map(
      (name) => truncate(toOneLine(name), 30),
    )
    const { short_time } = describeShift(entry, language)
    return toGsmPunctuation(
      `${organization}: ${t(`${kind}.sms`)} ${role}, ${event}, ${short_time}. ${t(`${kind}.sms_open`)}: ${links.personal(facts)}`,
    )
  },
})

const texts = addNamespace('email_invitation', {
  en: {
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
    asked: {
      subject: 'Can you help?',
      title: 'Can you help?',
      title_with_name: 'Can you help, {{name}}?',
      why: 'Please answer by {{answer_by}}.',
      open: 'Answer',
      sms: 'Can you help?',
      sms_open: 'Answer',
    },
    confirmed: {
      subject: 'Your shift:',
      title: 'You’re on this shift',
      title_with_name: 'You’re on this shift, {{name}}',
      why: 'Here is the link to it again. The attached calendar file puts it into your calendar.',
      open: 'See your shift',
      sms: 'You are on this shift:',
      sms_open: 'See it',
    },
  },
  sv: {
    keep_link: 'Länken är personlig. Skicka den inte vidare.',
    asked: {
      subject: 'Kan du hjälpa till?',
      title: 'Kan du hjälpa till?',
      title_with_name: 'Kan du hjälpa till, {{name}}?',
      why: 'Svara senast {{answer_by}}.',
      open: 'Svara',
      sms: 'Kan du hjälpa till?',
      sms_open: 'Svara',
    },
    confirmed: {
      subject: 'Ditt pass:',
      title: 'Du är med på det här passet',
      title_with_name: 'Du är med på det här passet, {{name}}',
      why: 'Här är länken till det igen. Den bifogade kalenderfilen lägger in det i din kalender.',
      open: 'Visa ditt pass',
      sms: 'Du är med på passet:',
      sms_open: 'Visa det',
    },
  },
})
