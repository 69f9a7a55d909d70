import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { button, heading, paragraph } from '../../mail/email.ts'
import { toPersonName, toShownName, truncate } from '../../mail/text.ts'
import { emailTemplate, type Kind } from './kind.ts'

const received = z.object({ first_name: z.string(), last_name: z.string(), text: z.string() })

/** D31: sent to an administrator, like cancellations (D39). */
export const smsReceived = {
  email: emailTemplate({
    payload: z.object({
      organization_id: z.string(),
      answers: z.tuple([received], received),
      /** Number above the maximum of one e-mail. */
      left_out: z.int(),
    }),
    write({ organization_id, answers, left_out }, { language, links }) {
      const t = texts[language]
      const count = answers.length + left_out
      const [first] = answers
      const subject = count === 1 ? t('one', { name: nameOf(first) }) : t('several', { count })
      const lines = answers.map((answer) => t('says', { name: nameOf(answer), text: quoteOf(answer) }))
      return {
        subject,
        preheader: lines[0] ?? '',
        blocks: [
          heading(subject),
          ...lines.map(paragraph),
          left_out > 0 && paragraph(t('more', { count: left_out })),
          button(t('open'), `${links.public_url}/people?org=${organization_id}`),
          paragraph(t('why')),
        ],
      }
    },
  }),
} satisfies Kind

type Received = z.infer<typeof received>

const nameOf = ({ first_name, last_name }: Received) => toPersonName(`${first_name} ${last_name}`)
const quoteOf = ({ text }: Received) => truncate(toShownName(text), 200)

const texts = addNamespace('email_sms_received', {
  en: {
    one: '{{name}} has answered by SMS',
    several: '{{count}} answers by SMS',
    says: '{{name}}: “{{text}}”',
    more_one: 'One more is not shown here.',
    more_other: '{{count}} more are not shown here.',
    open: 'Open the people',
    why: 'Nothing has been changed on the shifts. You get these e-mails because you plan them. Under Notifications in the settings you can choose one a day, or none.',
  },
  sv: {
    one: '{{name}} har svarat per sms',
    several: '{{count}} svar per sms',
    says: '{{name}}: ”{{text}}”',
    more_one: 'Ett till visas inte här.',
    more_other: '{{count}} till visas inte här.',
    open: 'Öppna personerna',
    why: 'Ingenting har ändrats på passen. Du får de här mejlen för att du planerar dem. Under Aviseringar i inställningarna kan du välja ett om dagen eller inga alls.',
  },
})
