import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { endedWhere } from './ended-where.ts'
import { type Kind, smsTemplate } from './kind.ts'

/** The last line lets phones fill in the code on this site only (domain-bound codes). */
export const loginCode = {
  sms: smsTemplate({
    payload: z.object({ challenge_id: z.string() }),
    write({ challenge_id }, { language, links }) {
      const code = links.phoneCode(challenge_id)
      return `${texts[language]('code', { code })}\n\n@${links.host} #${code}`
    },
  }),
  is_about_account: true,
  refresh: endedWhere(
    'account_message',
    (now) => sql`not exists (
      select from mfa_challenge
      where id = (m.payload->>'challenge_id')::uuid and used_at is null and expires_at > ${now}
    )`,
  ),
} satisfies Kind

const texts = addNamespace('sms_login_code', {
  en: { code: '{{code}} is your Muster code. It works for 5 minutes. Give it to nobody.' },
  sv: { code: '{{code}} är din kod till Muster. Den gäller i 5 minuter. Ge den inte till någon.' },
})
