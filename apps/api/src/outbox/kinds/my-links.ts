import { assignmentStatuses } from '@muster/contract/rules/assignment-status'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { html } from '../../http/html.ts'
import { button, emailPage, heading, paragraph } from '../../mail/email.ts'
import { contactLinks, reachOf } from '../../mail/organizer.ts'
import { describeShift, formatDeadline, shiftCard } from '../../mail/shift-summary.ts'
import { toPersonName, toShownName } from '../../mail/text.ts'
import { emailTemplate, type Kind } from './kind.ts'
import { refreshLinks } from './linked-shifts.ts'

const linkedShift = z.object({
  /** Id of the assignment, or of the place on a waiting list (D44). */
  id: z.string(),
  round: z.int(),
  /** `FREED`: DECLINED, because a question about a new time was not answered (V1). */
  status: z.enum([...assignmentStatuses, 'FREED', 'WAITING', 'OFFERED']),
  /** Shown because people may share an address. */
  first_name: z.string(),
  /** Deadline of an invitation or offer. Null: no answer is asked for. */
  answer_by: z.string().nullable(),
  shift: z.object({
    start_dt: z.string(),
    end_dt: z.string(),
    role_name: z.string(),
    event_name: z.string(),
    time_zone: z.string(),
    location: z.string().nullable(),
  }),
})

/** Read when the message is claimed, and not stored. */
export const myLinksFacts = z.object({
  organizations: z.array(
    z.object({
      organization_name: z.string(),
      contact_email: z.string().nullable(),
      contact_phone: z.string().nullable(),
      shifts: z.array(linkedShift),
    }),
  ),
  /** Number of shifts above the maximum of one e-mail. */
  left_out: z.int(),
  written_at: z.string().optional(),
})

/** D40 */
export const myLinks = {
  email: emailTemplate({
    payload: myLinksFacts,
    assignmentIds: ({ organizations }) =>
      organizations.flatMap(({ shifts }) => shifts.flatMap((each) => (isWaiting(each) ? [] : each.id))),
    write({ organizations, left_out, written_at }, { language, links }) {
      const t = texts[language]
      const count = organizations.reduce((sum, { shifts }) => sum + shifts.length, 0)
      const subject =
        left_out === 0
          ? t('subject', { count })
          : t('subject_some', { shown: count, total: count + left_out })
      const more = left_out === 0 ? undefined : t('more', { count: left_out })
      const show = (of: z.infer<typeof linkedShift>) => {
        const name = toPersonName(of.first_name)
        const answer_by =
          of.answer_by && formatDeadline(of.answer_by, { ...of.shift, from: written_at }, language)
        if (isWaiting(of)) {
          return {
            state: answer_by ? t('offered', { name, answer_by }) : t('waiting', { name }),
            label: t('open_waiting'),
            link: links.waiting({ waiting_id: of.id, round: of.round }),
          }
        }
        return {
          state: answer_by ? t('until', { name, answer_by }) : t(outcomeOf(of), { name }),
          label: t(answer_by ? 'answer' : 'open'),
          link: links.personal({ assignment_id: of.id, round: of.round }),
        }
      }
      return {
        subject,
        text: [
          t('hello', { count }),
          ...(more ? [more] : []),
          ...organizations.flatMap((organizer) => [
            `${toShownName(organizer.organization_name)}${reachOf(organizer)}:`,
            ...organizer.shifts.map((of) => {
              const { state, label, link } = show(of)
              return [describeShift(of.shift, language).lines, state, `${label}: ${link}`].join('\n')
            }),
          ]),
          t('keep_links'),
          t('why'),
        ].join('\n\n'),
        html: emailPage({
          language,
          subject,
          preheader: t('hello', { count }),
          content: html`${heading(subject)}
${paragraph(t('hello', { count }))}
${more && paragraph(more)}
${organizations.map(
  (organizer) => html`${paragraph(toShownName(organizer.organization_name))}
<p style="margin:0 0 12px;font-size:14px;line-height:1.5">${contactLinks(organizer)}</p>
${organizer.shifts.map((of) => {
  const { state, label, link } = show(of)
  return html`${shiftCard(of.shift, language, state)}${button(label, link)}`
})}`,
)}
${paragraph(t('keep_links'))}
${paragraph(t('why'))}`,
          footer: 'Muster',
        }),
        attachments: [],
      }
    },
  }),
  above_limit: 'waits',
  refresh: refreshLinks,
} satisfies Kind

const isWaiting = ({ status }: z.infer<typeof linkedShift>) => status === 'WAITING' || status === 'OFFERED'

function outcomeOf({ status }: z.infer<typeof linkedShift>): 'confirmed' | 'freed' | 'declined' {
  if (status === 'CONFIRMED') return 'confirmed'
  return status === 'FREED' ? 'freed' : 'declined'
}

const texts = addNamespace('email_my_links', {
  en: {
    subject_one: 'The link to your shift',
    subject_other: 'The links to your {{count}} shifts',
    subject_some: 'The links to {{shown}} of your {{total}} shifts',
    more_one:
      'One later shift is not in this e-mail. The page of a shift shows the same person’s other shifts of that event.',
    more_other:
      '{{count}} later shifts are not in this e-mail. The page of a shift shows the same person’s other shifts of that event.',
    hello_one: 'You asked for the link to your shift. Here it is:',
    hello_other: 'You asked for the links to your shifts. Here they are:',
    confirmed: '{{name}} has said yes.',
    declined: '{{name}} has said no.',
    freed: 'The place of {{name}} was given up: there was no answer about the new time.',
    until: '{{name}} is asked to answer by {{answer_by}}.',
    waiting: '{{name}} is in line for a place.',
    offered: 'A place is held for {{name}} until {{answer_by}}.',
    open_waiting: 'To the waiting list',
    open: 'See the shift',
    answer: 'Answer',
    keep_links: 'The links are yours alone, so please don’t pass this message on.',
    why: 'Somebody typed this address on a page of Muster. If it wasn’t you, you need not do anything.',
  },
  sv: {
    subject_one: 'Länken till ditt pass',
    subject_other: 'Länkarna till dina {{count}} pass',
    subject_some: 'Länkarna till {{shown}} av dina {{total}} pass',
    more_one:
      'Ett senare pass är inte med i det här mejlet. Sidan för ett pass visar samma persons andra pass på det evenemanget.',
    more_other:
      '{{count}} senare pass är inte med i det här mejlet. Sidan för ett pass visar samma persons andra pass på det evenemanget.',
    hello_one: 'Du bad om länken till ditt pass. Här är den:',
    hello_other: 'Du bad om länkarna till dina pass. Här är de:',
    confirmed: '{{name}} har tackat ja.',
    declined: '{{name}} har tackat nej.',
    freed: 'Platsen för {{name}} är släppt: vi fick inget svar om den nya tiden.',
    until: '{{name}} ska svara senast {{answer_by}}.',
    waiting: '{{name}} står i kö till en plats.',
    offered: 'En plats hålls åt {{name}} till {{answer_by}}.',
    open_waiting: 'Till väntelistan',
    open: 'Visa passet',
    answer: 'Svara',
    keep_links: 'Länkarna är personliga. Skicka inte det här meddelandet vidare.',
    why: 'Någon har skrivit in den här adressen på en sida hos Muster. Om det inte var du behöver du inte göra något.',
  },
})
