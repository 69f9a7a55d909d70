import { publicPath } from '@muster/contract/pages'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { formatDay } from '../../mail/day.ts'
import { button, heading, paragraph } from '../../mail/email.ts'
import { emailTemplate, type Kind } from './kind.ts'

export const termsChange = {
  email: emailTemplate({
    payload: z.object({ version: z.string(), date: z.string(), summary: z.string() }),
    write({ version, date, summary }, { language, links }) {
      const t = texts[language]
      const subject = t('subject', { date: formatDay(date, language) })
      return {
        subject,
        preheader: summary,
        blocks: [
          heading(subject),
          paragraph(t('what', { version, date: formatDay(date, language) })),
          paragraph(summary),
          paragraph(t('volunteers')),
          button(t('open'), links.public_url + publicPath('terms')),
        ],
      }
    },
  }),
  is_about_account: true,
} satisfies Kind

const texts = addNamespace('email_terms_change', {
  en: {
    subject: 'New terms of use from {{date}}',
    what: 'Version {{version}} of the terms of use applies from {{date}}. This is what changes:',
    volunteers: 'Volunteers accept the version in force when they sign up. You need not do anything.',
    open: 'Read the terms',
  },
  sv: {
    subject: 'Nya användarvillkor från den {{date}}',
    what: 'Version {{version}} av användarvillkoren gäller från den {{date}}. Det här ändras:',
    volunteers: 'Volontärer godkänner den version som gäller när de anmäler sig. Du behöver inte göra något.',
    open: 'Läs villkoren',
  },
})
