import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { button, heading, htmlOnly, paragraph } from '../../mail/email.ts'
import { organizerPayload } from '../../mail/organizer.ts'
import { formatDeadline, zoneLabel } from '../../mail/shift-summary.ts'
import { toGreetingName, toOneLine } from '../../mail/text.ts'
import { emailTemplate, type Kind } from './kind.ts'

/** V3: asks the mailbox whether a change of details is its person's. Names no value: a mailbox may be shared. */
export const detailsConfirm = {
  email: emailTemplate({
    payload: organizerPayload.extend({
      person_id: z.string(),
      request_id: z.string(),
      first_name: z.string(),
      what: z.enum(['phone', 'language', 'both', 'email']),
      /** When the link expires. */
      until: z.string(),
      time_zone: z.string(),
    }),
    digest: {
      items: (payload, { language, links }) => [
        {
          organizer: payload,
          lines: texts[language](`what.${payload.what}`, {
            organization: toOneLine(payload.organization_name),
          }),
          link: { label: texts[language]('open'), href: links.confirmDetails(payload) },
        },
      ],
    },
    write(payload, { language, links }) {
      const t = texts[language]
      const name = toGreetingName(payload.first_name)
      const what = t(`what.${payload.what}`, { organization: toOneLine(payload.organization_name) })
      const hello = name ? t('hello', { name, what }) : what
      const until = `${formatDeadline(payload.until, payload, language)} (${zoneLabel(payload.time_zone)})`
      const works = t('until', { until })
      const subject = t('subject')
      return {
        subject,
        preheader: works,
        blocks: [
          htmlOnly(heading(subject)),
          paragraph(hello),
          button(t('open'), links.confirmDetails(payload)),
          paragraph(works),
          paragraph(t('not_you')),
        ],
        organizer: payload,
      }
    },
  }),
  is_sent_despite_unsubscribe: true,
} satisfies Kind

const texts = addNamespace('email_details_confirm', {
  en: {
    hello: 'Hello {{name}}! {{what}}',
    subject: 'Confirm the change of your details',
    what: {
      phone:
        'Somebody, we hope you, wants to change your phone number with {{organization}}, on the page of your personal link.',
      language:
        'Somebody, we hope you, wants to change the language of messages from {{organization}}, on the page of your personal link.',
      both: 'Somebody, we hope you, wants to change your phone number and the language of messages from {{organization}}, on the page of your personal link.',
      email:
        'Somebody, we hope you, wants messages from {{organization}} to go to another e-mail address. It was asked for on the page of your personal link.',
    },
    open: 'See the change and confirm it',
    until: 'The link works once, until {{until}}. Nothing changes before you have confirmed.',
    not_you:
      'Wasn’t it you? Then do not confirm, and ask the organizer for a new personal link: somebody else has yours.',
  },
  sv: {
    hello: 'Hej {{name}}! {{what}}',
    subject: 'Bekräfta ändringen av dina uppgifter',
    what: {
      phone:
        'Någon, förhoppningsvis du, vill ändra ditt telefonnummer hos {{organization}}, på sidan bakom din personliga länk.',
      language:
        'Någon, förhoppningsvis du, vill ändra språket i meddelanden från {{organization}}, på sidan bakom din personliga länk.',
      both: 'Någon, förhoppningsvis du, vill ändra ditt telefonnummer och språket i meddelanden från {{organization}}, på sidan bakom din personliga länk.',
      email:
        'Någon, förhoppningsvis du, vill att besked från {{organization}} ska gå till en annan e-postadress. Det begärdes på sidan bakom din personliga länk.',
    },
    open: 'Se ändringen och bekräfta den',
    until: 'Länken fungerar en gång, till {{until}}. Ingenting ändras förrän du har bekräftat.',
    not_you:
      'Var det inte du? Bekräfta då inte, och be arrangören om en ny personlig länk: någon annan har din.',
  },
})
