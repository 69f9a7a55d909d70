import type { Language } from '@muster/contract/language'
import { addNamespace } from '@muster/contract/translate'
import { type Block, linkLine } from '../../mail/email.ts'

/** D64: the way to disown an act, as a line of the e-mail about it. */
export function notMeLine(language: Language, href: string): Block {
  const t = texts[language]
  return linkLine(t('not_you'), { label: t('press'), href })
}

const texts = addNamespace('email_not_me_line', {
  en: {
    not_you:
      'Wasn’t it you? Then open this link within seven days, and press the button there. Everybody is signed out of your account, and you set a new password by e-mail:',
    press: 'This wasn’t me',
  },
  sv: {
    not_you:
      'Var det inte du? Öppna då länken inom sju dagar och tryck på knappen där. Alla loggas ut från ditt konto, och du väljer ett nytt lösenord via e-post:',
    press: 'Det var inte jag',
  },
})
