import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { button, heading, paragraph } from '../../mail/email.ts'
import { toShownName } from '../../mail/text.ts'
import { emailTemplate, type Kind } from './kind.ts'
import { notMeLine } from './not-me-line.ts'

const accountAct = z.object({
  change: z.enum([
    'password_changed',
    'factor_added',
    'factor_removed',
    'recovery_codes_made',
    'recovery_code_used',
    'factors_reset',
    'api_key_made',
    'owner_invited',
    'owner_made',
    'organization_exported',
  ]),
  /** When it was done. E-mails of before this was stored have no link to disown it. */
  at: z.string().optional(),
  organization: z.string().optional(),
})

export type AccountAct = z.infer<typeof accountAct>

/** Lets the owner of an account notice what an attacker did in its name (D7, D64). */
export const accountChanged = {
  email: emailTemplate({
    payload: accountAct,
    write({ change, at, organization }, { message_id, language, links }) {
      const t = texts[language]
      const subject = t(`subject.${change}`)
      const page = `${links.public_url}/account`
      return {
        subject,
        preheader: t(`what.${change}`),
        blocks: [
          heading(subject),
          organization !== undefined && paragraph(t('which', { organization: toShownName(organization) })),
          paragraph(t(`what.${change}`)),
          at === undefined ? paragraph(t('not_you')) : notMeLine(language, links.accountNotMe(message_id)),
          button(t('open'), page),
        ],
      }
    },
  }),
  is_about_account: true,
} satisfies Kind

const texts = addNamespace('email_account_changed', {
  en: {
    subject: {
      password_changed: 'Your Muster password was changed',
      factor_added: 'A second factor was added to your Muster account',
      factor_removed: 'A second factor was removed from your Muster account',
      recovery_codes_made: 'New recovery codes for your Muster account',
      recovery_code_used: 'A recovery code of your Muster account was used',
      factors_reset: 'Two-step verification of your Muster account was removed',
      api_key_made: 'A new API key was made with your Muster account',
      owner_invited: 'Your Muster account has invited an owner',
      owner_made: 'Your Muster account has made a member an owner',
      organization_exported: 'All of an organization was downloaded with your Muster account',
    },
    what: {
      password_changed: 'Everywhere else you have been signed out.',
      factor_added: 'From now on it is asked for when you sign in.',
      factor_removed: 'It is no longer asked for when you sign in.',
      recovery_codes_made: 'The codes that you had before no longer work.',
      recovery_code_used: 'It does not work again. Make new codes before they are all used.',
      factors_reset:
        'The operator of Muster did this at your request. You have been signed out everywhere: sign in with your password, and turn two-step verification on again.',
      api_key_made: 'It works without a password. You see it under API keys.',
      owner_invited: 'An owner may do everything. You see the invitation under Members.',
      owner_made: 'An owner may do everything. You see who is one under Members.',
      organization_exported: 'The file has all people, shifts and messages.',
    },
    not_you:
      'Wasn’t it you? Then set a new password at once, with “Forgot password?” on the page where you sign in, and look at your account.',
    which: 'Organization: {{organization}}',
    open: 'Your account',
  },
  sv: {
    subject: {
      password_changed: 'Ditt lösenord till Muster har ändrats',
      factor_added: 'Ett andra steg har lagts till i ditt Muster-konto',
      factor_removed: 'Ett andra steg har tagits bort från ditt Muster-konto',
      recovery_codes_made: 'Nya återställningskoder till ditt Muster-konto',
      recovery_code_used: 'En återställningskod till ditt Muster-konto har använts',
      factors_reset: 'Tvåstegsverifieringen för ditt Muster-konto har tagits bort',
      api_key_made: 'En ny API-nyckel har skapats med ditt Muster-konto',
      owner_invited: 'Ditt Muster-konto har bjudit in en ägare',
      owner_made: 'Ditt Muster-konto har gjort en medlem till ägare',
      organization_exported: 'Allt från en organisation har laddats ner med ditt Muster-konto',
    },
    what: {
      password_changed: 'Du har loggats ut på alla andra enheter.',
      factor_added: 'Från och med nu behövs det när du loggar in.',
      factor_removed: 'Det behövs inte längre när du loggar in.',
      recovery_codes_made: 'De koder du hade tidigare fungerar inte längre.',
      recovery_code_used: 'Den fungerar inte igen. Gör nya koder innan alla är använda.',
      factors_reset:
        'Den som driver Muster gjorde det på din begäran. Du har loggats ut överallt: logga in med ditt lösenord och slå på tvåstegsverifieringen igen.',
      api_key_made: 'Den fungerar utan lösenord. Du ser den under API-nycklar.',
      owner_invited: 'En ägare får göra allt. Du ser inbjudan under Medlemmar.',
      owner_made: 'En ägare får göra allt. Du ser vilka som är ägare under Medlemmar.',
      organization_exported: 'Filen innehåller alla personer, pass och meddelanden.',
    },
    not_you:
      'Var det inte du? Välj då genast ett nytt lösenord, med ”Glömt lösenordet?” på inloggningssidan, och se över ditt konto.',
    which: 'Organisation: {{organization}}',
    open: 'Ditt konto',
  },
})
