import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { html } from '../../http/html.ts'
import { button, emailPage, heading, paragraph } from '../email.ts'
import { emailTemplate } from '../template.ts'

/** Lets the owner of an account notice a change made by an attacker (D7). */
export const accountChanged = emailTemplate({
  facts: z.object({
    change: z.enum([
      'password_changed',
      'factor_added',
      'factor_removed',
      'recovery_codes_made',
      'recovery_code_used',
      'factors_reset',
    ]),
  }),
  assignmentIds: () => [],
  is_about_account: true,
  write({ change }, { language, links }) {
    const t = texts[language]
    const subject = t(`subject.${change}`)
    const page = `${links.public_url}/account`
    return {
      subject,
      text: [subject, t(`what.${change}`), t('not_you'), `${t('open')}: ${page}`].join('\n\n'),
      html: emailPage({
        language,
        subject,
        preheader: t(`what.${change}`),
        content: html`${heading(subject)}
${paragraph(t(`what.${change}`))}
${paragraph(t('not_you'))}
${button(t('open'), page)}`,
        footer: 'Muster',
      }),
      attachments: [],
    }
  },
})

const texts = addNamespace('email_account_changed', {
  en: {
    subject: {
      password_changed: 'Your Muster password was changed',
      factor_added: 'A second factor was added to your Muster account',
      factor_removed: 'A second factor was removed from your Muster account',
      recovery_codes_made: 'New recovery codes for your Muster account',
      recovery_code_used: 'A recovery code of your Muster account was used',
      factors_reset: 'Two-step verification of your Muster account was removed',
    },
    what: {
      password_changed: 'Everywhere else you have been signed out.',
      factor_added: 'From now on it is asked for when you sign in.',
      factor_removed: 'It is no longer asked for when you sign in.',
      recovery_codes_made: 'The codes that you had before no longer work.',
      recovery_code_used: 'It does not work again. Make new codes before they are all used.',
      factors_reset:
        'The operator of Muster did this at your request. You have been signed out everywhere: sign in with your password, and turn two-step verification on again.',
    },
    not_you:
      'Wasn’t it you? Then set a new password at once, with “Forgot password?” on the page where you sign in, and look at your account.',
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
    },
    what: {
      password_changed: 'Du har loggats ut på alla andra enheter.',
      factor_added: 'Från och med nu behövs det när du loggar in.',
      factor_removed: 'Det behövs inte längre när du loggar in.',
      recovery_codes_made: 'De koder du hade tidigare fungerar inte längre.',
      recovery_code_used: 'Den fungerar inte igen. Gör nya koder innan alla är använda.',
      factors_reset:
        'Den som driver Muster gjorde det på din begäran. Du har loggats ut överallt: logga in med ditt lösenord och slå på tvåstegsverifieringen igen.',
    },
    not_you:
      'Var det inte du? Välj då genast ett nytt lösenord, med ”Glömt lösenordet?” på inloggningssidan, och se över ditt konto.',
    open: 'Ditt konto',
  },
})
