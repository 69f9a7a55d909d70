import { html } from '../../mail/html.ts'
import { showShift } from '../../mail/shift-card.ts'
import type { SignUpMail } from '../../outbox/find-sign-ups.ts'
import { linkPage } from '../messages/link-page.ts'

/** `gone`: declined, deleted, or reassigned to another address. */
export type SignUpState = 'signed_up' | 'gone' | 'over'

/** What was signed up for with an address, with a button for its owner who knows nothing of it. */
export function notMePage({
  address,
  language,
  sign_ups,
  is_blocked,
  states,
}: SignUpMail & { is_blocked: boolean; states: ReadonlyMap<string, SignUpState> }): string {
  const t = texts[language]
  const items = sign_ups.map(({ assignment_id, entry }) => {
    const { short, event } = showShift(entry, language)
    return html`<li><div><h2>${entry.organization_name}</h2><p>${event}</p><p>${short}</p>
<p class="hint">${t.states[states.get(assignment_id) ?? 'gone']}</p></div></li>`
  })
  const is_open = !is_blocked || [...states.values()].includes('signed_up')
  return linkPage(
    language,
    t.title,
    html`<p>${t.intro(address)}</p>
<ul>${items}</ul>
${is_blocked ? html`<p role="status">${t.blocked(address)}</p>` : undefined}
${is_open ? html`<p>${t.consequence}</p><form method="post"><button>${t.not_me}</button></form>` : undefined}
${is_blocked ? html`<form method="post"><input type="hidden" name="resume" value="1"><button class="quiet">${t.resume}</button></form>` : undefined}
<p class="hint">${t.hint}</p>`,
  )
}

const texts = {
  en: {
    title: 'Wasn’t it you?',
    intro: (address: string) => `Somebody signed ${address} up for this:`,
    states: {
      signed_up: 'Signed up',
      gone: 'No longer signed up with this address',
      over: 'This shift is over',
    },
    consequence:
      'If it wasn’t you, press the button. Others can then have what is still signed up above, and Muster sends no more e-mail to this address, from any organiser.',
    not_me: 'It wasn’t me',
    blocked: (address: string) => `No more e-mail goes from Muster to ${address}.`,
    resume: 'Get e-mail again',
    hint: 'No e-mail also means none about shifts you took yourself: those stay yours, but no organiser can tell you of changes by e-mail. Only a new password for a Muster account is still sent when somebody asks for it.',
  },
  sv: {
    title: 'Var det inte du?',
    intro: (address: string) => `Någon har anmält ${address} till det här:`,
    states: {
      signed_up: 'Anmäld',
      gone: 'Inte längre anmäld med den här adressen',
      over: 'Passet är över',
    },
    consequence:
      'Om det inte var du, tryck på knappen. Då kan andra ta de platser ovan som fortfarande är anmälda, och Muster skickar ingen mer e-post till den här adressen, från någon arrangör.',
    not_me: 'Det var inte jag',
    blocked: (address: string) => `Muster skickar ingen mer e-post till ${address}.`,
    resume: 'Få e-post igen',
    hint: 'Ingen e-post betyder också ingen om pass du själv har tagit: de är kvar, men ingen arrangör kan meddela ändringar med e-post. Bara ett nytt lösenord till ett Muster-konto skickas fortfarande när någon ber om det.',
  },
}
