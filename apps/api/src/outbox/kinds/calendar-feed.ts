import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { button, heading, htmlOnly, paragraph, withText } from '../../mail/email.ts'
import { organizerPayload } from '../../mail/organizer.ts'
import { toGreetingName, toOneLine } from '../../mail/text.ts'
import { emailTemplate, type Kind } from './kind.ts'

/** V2: the feed of all events, whose address goes to its person's mailbox only (D63). */
export const calendarFeedMail = {
  email: emailTemplate({
    payload: organizerPayload.extend({ person_id: z.string(), round: z.number(), first_name: z.string() }),
    digest: {
      items: (payload, { language, links }) => [
        {
          organizer: payload,
          lines: texts[language]('subject'),
          link: { label: texts[language]('open'), href: links.calendarFeed(payload) },
        },
      ],
    },
    write(payload, { language, links }) {
      const t = texts[language]
      const name = toGreetingName(payload.first_name)
      const what = t('what', { organization: toOneLine(payload.organization_name) })
      const hello = name ? t('hello', { name, what }) : what
      const link = links.calendarFeed(payload)
      const subject = t('subject')
      return {
        subject,
        preheader: what,
        blocks: [
          htmlOnly(heading(subject)),
          paragraph(hello),
          withText(`${t('open')}: ${link}`, button(t('open'), link.replace(/^https?:/, 'webcal:'))),
          withText(t('how'), paragraph(`${t('how')} ${link}`)),
          paragraph(t('secret')),
        ],
        organizer: payload,
      }
    },
  }),
  is_sent_despite_unsubscribe: true,
} satisfies Kind

const texts = addNamespace('email_calendar_feed', {
  en: {
    hello: 'Hello {{name}}! {{what}}',
    subject: 'The calendar of all your events',
    what: 'Here is the address of a calendar with all the shifts you have said yes to with {{organization}}.',
    open: 'Open in my calendar app',
    how: 'For Google Calendar and Outlook: copy the address, and add a calendar from a web address there.',
    secret: 'Keep the address to yourself: whoever has it sees your shifts.',
  },
  sv: {
    hello: 'Hej {{name}}! {{what}}',
    subject: 'Kalendern för alla dina evenemang',
    what: 'Här är adressen till en kalender med alla pass du har tackat ja till hos {{organization}}.',
    open: 'Öppna i min kalenderapp',
    how: 'För Google Kalender och Outlook: kopiera adressen och lägg till en kalender från en webbadress där.',
    secret: 'Behåll adressen för dig själv: den som har den ser dina pass.',
  },
})
