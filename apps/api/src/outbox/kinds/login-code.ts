import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { smsTemplate } from './kind.ts'

/** The last line lets phones fill in the code on this site only (domain-bound codes). */
export const loginCodeSms = smsTemplate({
  facts: z.object({ challenge_id: z.string() }),
  assignmentIds: () => [],
  is_about_account: true,
  write({ challenge_id }, { language, links }) {
    const code = links.phoneCode(challenge_id)
    return `${texts[language]('code', { code })}\n\n@${links.host} #${code}`
  },
})

const texts = addNamespace('sms_login_code', {
  en: { code: '{{code}} is your Muster code. It works for 5 minutes. Give it to nobody.' },
  sv: { code: '{{code}} är din kod till Muster. Den gäller i 5 minuter. Ge den inte till någon.' },
})
