import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { formatDay } from '../../mail/day.ts'
import { button, heading, paragraph } from '../../mail/email.ts'
import { toShownName } from '../../mail/text.ts'
import { emailTemplate, type Kind } from './kind.ts'

/** K1: warns before an API key stops working. */
export const apiKeyExpiring = {
  email: emailTemplate({
    payload: z.object({
      organization_id: z.string(),
      organization: z.string(),
      name: z.string(),
      expires_at: z.string(),
    }),
    write({ organization_id, organization, name, expires_at }, { language, links }) {
      const t = texts[language]
      const date = formatDay(expires_at, language)
      const subject = t('subject', { date })
      const names = { name: toShownName(name), organization: toShownName(organization) }
      const what = t('what', { ...names, date })
      const page = `${links.public_url}/organizations/api-keys?org=${organization_id}`
      return {
        subject,
        preheader: what,
        blocks: [heading(subject), paragraph(what), paragraph(t('next')), button(t('open'), page)],
      }
    },
  }),
  is_about_account: true,
} satisfies Kind

const texts = addNamespace('email_api_key_expiring', {
  en: {
    subject: 'An API key expires on {{date}}',
    what: 'From {{date}} the API key “{{name}}” of {{organization}} no longer works, and what uses it stops.',
    next: 'Do you still need it? Then create a new key, put it where the old one is used, and revoke the old one.',
    open: 'API keys',
  },
  sv: {
    subject: 'En API-nyckel går ut den {{date}}',
    what: 'Från och med den {{date}} fungerar API-nyckeln ”{{name}}” i {{organization}} inte längre, och det som använder den stannar.',
    next: 'Behövs den fortfarande? Skapa i så fall en ny nyckel, sätt in den där den gamla används och återkalla den gamla.',
    open: 'API-nycklar',
  },
})
