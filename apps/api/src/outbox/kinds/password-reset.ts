import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { button, heading, paragraph } from '../../mail/email.ts'
import { endedWhere } from './ended-where.ts'
import { emailTemplate, type Kind } from './kind.ts'

/** Says nothing about the account (D8). */
export const passwordReset = {
  email: emailTemplate({
    payload: z.union([
      z.object({ one_time_token_id: z.string() }),
      // D8: the request came from a client with PKCE.
      z.object({ flow_state_id: z.string(), redirect_to: z.string() }),
    ]),
    write(payload, { language, links }) {
      const t = texts[language]
      const reset_link =
        'flow_state_id' in payload ? links.authCode(payload) : links.passwordReset(payload.one_time_token_id)
      const subject = t('subject')
      return {
        subject,
        preheader: t('once'),
        blocks: [
          heading(subject),
          paragraph(t('why')),
          button(t('open'), reset_link),
          paragraph(t('once')),
          paragraph(t('not_you')),
        ],
      }
    },
  }),
  is_about_account: true,
  above_limit: 'leaves',
  refresh: endedWhere(
    'account_message',
    (now) => sql`not exists (
      select from one_time_token
      where id = (m.payload->>'one_time_token_id')::uuid and used_at is null and expires_at > ${now}
    ) and not exists (
      select from flow_state where id = (m.payload->>'flow_state_id')::uuid and used_at is null and expires_at > ${now}
    )`,
  ),
} satisfies Kind

const texts = addNamespace('email_password_reset', {
  en: {
    subject: 'Choose a new password',
    why: 'Somebody, we hope you, asked for a new password for your Muster account.',
    open: 'Choose a new password',
    once: 'The link works once, for 60 minutes.',
    not_you: 'Wasn’t it you? Then there is nothing to do: your password stays as it is.',
  },
  sv: {
    subject: 'Välj ett nytt lösenord',
    why: 'Någon, förhoppningsvis du, har bett om ett nytt lösenord till ditt Muster-konto.',
    open: 'Välj ett nytt lösenord',
    once: 'Länken fungerar en gång, i 60 minuter.',
    not_you: 'Var det inte du? Då behöver du inte göra något: ditt lösenord är oförändrat.',
  },
})
