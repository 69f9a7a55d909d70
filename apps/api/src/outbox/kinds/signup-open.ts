import { publicPath } from '@muster/contract/pages'
import { addNamespace } from '@muster/contract/translate'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { button, heading, htmlOnly, linkLine, paragraph, paragraphs } from '../../mail/email.ts'
import { organizerPayload } from '../../mail/organizer.ts'
import { formatPeriod } from '../../mail/shift-summary.ts'
import { toOneLine } from '../../mail/text.ts'
import { endedWhere } from './ended-where.ts'
import { emailTemplate, type Kind } from './kind.ts'

/** D49, of `event e`; `signupStateOf` of the contract says the same of events that are published. */
export const isSignupOpen = (now: string): SQL => sql`(
  e.published and not e.archived and coalesce(e.signup_opens_at <= ${now}, true)
  and coalesce(e.signup_closes_at > ${now}, true)
)`

const signupOpenPayload = organizerPayload.extend({
  event_id: z.string(),
  event_name: z.string(),
  event_date_start: z.string(),
  time_zone: z.string(),
  location: z.string().nullable(),
})

/** D49: is sent once to each address that was typed on the event's page. It may belong to no person of the organisation. */
export const signupOpen = {
  email: emailTemplate({
    payload: signupOpenPayload,
    write({ event_id, event_date_start, time_zone, location, ...payload }, { message_id, language, links }) {
      const t = texts[language]
      const event_name = toOneLine(payload.event_name)
      const { day } = formatPeriod(
        { start_dt: event_date_start, end_dt: event_date_start, time_zone },
        language,
      )
      const title = t('title')
      return {
        subject: `${title}: ${event_name}`,
        preheader: t('what', { event_name }),
        blocks: [
          htmlOnly(heading(title)),
          paragraph(t('what', { event_name })),
          paragraphs([event_name, day, location && toOneLine(location)].filter(Boolean).join('\n')),
          button(t('open'), links.public_url + publicPath('event', { eventId: event_id })),
          paragraph(t('once')),
          linkLine(t('not_you'), { label: t('not_me'), href: links.notMe(message_id) }),
        ],
        organizer: payload,
      }
    },
  }),
  above_limit: 'waits',
  refresh: endedWhere(
    'account_message',
    (now) => sql`not exists (
      select from event e where e.id = (m.payload->>'event_id')::uuid and ${isSignupOpen(now)}
    )`,
  ),
} satisfies Kind

const texts = addNamespace('email_signup_open', {
  en: {
    title: 'Sign-up is open',
    what: 'You asked to hear when sign-up for {{event_name}} opens. It is open now.',
    open: 'See the shifts',
    once: 'This is the only e-mail about it.',
    not_you: 'Wasn’t it you?',
    not_me: 'Get no more e-mail',
  },
  sv: {
    title: 'Anmälan är öppen',
    what: 'Du bad om att få veta när anmälan till {{event_name}} öppnar. Nu är den öppen.',
    open: 'Visa passen',
    once: 'Det här är det enda mejlet om det.',
    not_you: 'Var det inte du?',
    not_me: 'Få ingen mer e-post',
  },
})
