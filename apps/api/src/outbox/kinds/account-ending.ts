import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { formatDay } from '../../mail/day.ts'
import { button, heading, paragraph } from '../../mail/email.ts'
import { emailTemplate, type Kind } from './kind.ts'
import { notMeLine } from './not-me-line.ts'

export const accountEnding = {
  email: emailTemplate({
    /** `at`: when it was done. E-mails of before this was stored have no link to disown it (D64). */
    payload: z.object({ ends_at: z.string(), at: z.string().optional() }),
    write({ ends_at, at }, { message_id, language, links }) {
      const t = texts[language]
      const subject = t('subject', { date: formatDay(ends_at, language) })
      return {
        subject,
        preheader: t('undo'),
        blocks: [
          heading(subject),
          paragraph(t('what')),
          paragraph(t('undo')),
          button(t('open'), `${links.public_url}/account`),
          at !== undefined && notMeLine(language, links.accountNotMe(message_id)),
        ],
      }
    },
  }),
  is_about_account: true,
} satisfies Kind

const texts = addNamespace('email_account_ending', {
  en: {
    subject: 'Your Muster account ends on {{date}}',
    what: 'Then your account is deleted, and with it every organization that nobody else administers: its events, people and messages.',
    undo: 'Until then you can change your mind: sign in, open your account and press “Keep account”.',
    open: 'Your account',
  },
  sv: {
    subject: 'Ditt Muster-konto avslutas den {{date}}',
    what: 'Då raderas kontot, och med det varje organisation som ingen annan administrerar: evenemang, personer och meddelanden.',
    undo: 'Fram till dess kan du ångra dig: logga in, öppna ditt konto och tryck på ”Behåll kontot”.',
    open: 'Ditt konto',
  },
})
