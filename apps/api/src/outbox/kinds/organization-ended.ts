import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { heading, paragraph } from '../../mail/email.ts'
import { toShownName } from '../../mail/text.ts'
import { emailTemplate, type Kind } from './kind.ts'
import { notMeLine } from './not-me-line.ts'

export const organizationEnded = {
  email: emailTemplate({
    /** `at`: when the recipient ended it, who can disown that (D64). */
    payload: z.object({ organization: z.string(), at: z.string().optional() }),
    write({ organization, at }, { message_id, language, links }) {
      const t = texts[language]
      const subject = t('subject')
      return {
        subject,
        preheader: t('what'),
        blocks: [
          heading(subject),
          paragraph(t('which', { organization: toShownName(organization) })),
          paragraph(t('what')),
          paragraph(t('own')),
          paragraph(t('why')),
          at !== undefined && notMeLine(language, links.accountNotMe(message_id)),
        ],
      }
    },
  }),
  is_about_account: true,
} satisfies Kind

const texts = addNamespace('email_organization_ended', {
  en: {
    subject: 'An organization of yours has ended in Muster',
    which: 'Organization: {{organization}}',
    what: 'An owner or the operator of Muster has ended the organization. Its coming shifts are cancelled; those who have confirmed, were asked or are in line are told. Then its events, people and messages are deleted.',
    own: 'Your account stays, also in your other organizations.',
    why: 'You get this e-mail because you were a member. If you did not expect it, please ask its owners.',
  },
  sv: {
    subject: 'En av dina organisationer är avslutad i Muster',
    which: 'Organisation: {{organization}}',
    what: 'En ägare eller den som driver Muster har avslutat organisationen. Kommande pass ställs in; de som har bekräftat, blivit tillfrågade eller står i kön får veta det. Sedan raderas evenemang, personer och meddelanden.',
    own: 'Ditt konto finns kvar, även i andra organisationer du är med i.',
    why: 'Du får det här mejlet för att du var medlem. Kom det oväntat? Hör med dem som ägde organisationen.',
  },
})
