import type { Language } from '@muster/contract/language'
import { addNamespace } from '@muster/contract/translate'
import { html } from '../../pages/html.ts'
import { linkPage } from '../messages/link-page.ts'

/** `done`: this act, or an earlier one, is disowned, and no new password has been set since. */
export type DisownState = 'open' | 'done' | 'expired'

type Page = { language: Language; state: DisownState; reset_url: string }

export function disownPage({ language, state, reset_url }: Page): string {
  const t = texts[language]
  const reset = html`<p><a href="${reset_url}">${t('reset')}</a></p>`
  if (state === 'expired')
    return linkPage({
      language,
      title: t('expired_title'),
      content: html`<p>${t('expired')}</p>
${reset}`,
    })
  if (state === 'done')
    return linkPage({
      language,
      title: t('done_title'),
      content: html`<p role="status">${t('done')}</p>
<p>${t('next')}</p>
${reset}
<p class="hint">${t('look')}</p>`,
    })
  return linkPage({
    language,
    title: t('title'),
    content: html`<p>${t('consequence')}</p>
<form method="post"><button>${t('press')}</button></form>
<p class="hint">${t('was_you')}</p>`,
  })
}

const texts = addNamespace('disown', {
  en: {
    title: 'Wasn’t it you?',
    consequence:
      'Press the button if somebody else did this with your account. Everybody is signed out of it, API keys and invitations made with it since then stop working, and nobody can sign in until you set a new password by e-mail.',
    press: 'This wasn’t me',
    was_you: 'Was it you? Then close the page: nothing changes.',
    done_title: 'Your account is locked',
    done: 'Everybody is signed out, and nobody can sign in with the old password.',
    next: 'Set a new password now: we send you an e-mail with a link. It opens your account, and second steps that were added since then are removed.',
    reset: 'Set a new password',
    look: 'After that, look at the members and API keys of your organizations: somebody may have joined, and API keys made since then are marked as stopped.',
    expired_title: 'This link has expired',
    expired:
      'It works for seven days. If somebody else uses your account, set a new password: that signs everybody out.',
  },
  sv: {
    title: 'Var det inte du?',
    consequence:
      'Tryck på knappen om någon annan gjorde det här med ditt konto. Alla loggas ut från kontot, API-nycklar och inbjudningar som har skapats med det sedan dess slutar fungera, och ingen kan logga in förrän du har valt ett nytt lösenord via e-post.',
    press: 'Det var inte jag',
    was_you: 'Var det du? Stäng då sidan: inget ändras.',
    done_title: 'Ditt konto är låst',
    done: 'Alla är utloggade, och ingen kan logga in med det gamla lösenordet.',
    next: 'Välj ett nytt lösenord nu: vi skickar ett mejl med en länk. Då öppnas kontot igen, och andra steg som har lagts till sedan dess tas bort.',
    reset: 'Välj ett nytt lösenord',
    look: 'Se sedan över medlemmarna och API-nycklarna i dina organisationer: någon kan ha kommit med, och API-nycklar som har skapats sedan dess är märkta som stoppade.',
    expired_title: 'Länken har gått ut',
    expired:
      'Den fungerar i sju dagar. Om någon annan använder ditt konto väljer du ett nytt lösenord: då loggas alla ut.',
  },
})
