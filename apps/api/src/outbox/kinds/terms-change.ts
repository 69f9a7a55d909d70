import { publicPath } from '@muster/contract/pages'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { html } from '../../http/html.ts'
import { formatDay } from '../../mail/day.ts'
import { button, emailPage, heading, paragraph } from '../../mail/email.ts'
import { emailTemplate, type Kind } from './kind.ts'

export const termsChange = {
  email: emailTemplate({
    payload: z.object({ version: z.string(), date: z.string(), summary: z.string() }),
    write({ version, date, summary }, { language, links }) {
      const t = texts[language]
      const subject = t('subject', { date: formatDay(date, language) })
      const page = links.public_url + publicPath('terms')
      const what = t('what', { version, date: formatDay(date, language) })
      return {
        subject,
        text: [subject, what, summary, t('volunteers'), `${t('open')}: ${page}`].join('\n\n'),
        html: emailPage({
          language,
          subject,
          preheader: summary,
          content: html`${heading(subject)}
${paragraph(what)}
${paragraph(summary)}
${paragraph(t('volunteers'))}
${button(t('open'), page)}`,
          footer: 'Muster',
        }),
        attachments: [],
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
