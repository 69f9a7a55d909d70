import { language as languageField } from '@muster/contract/fields'
import { type Html, html } from '../../mail/html.ts'
import type { Channel } from '../../providers/provider.ts'
import { linkPage } from './link-page.ts'

export type Way = {
  channel: Channel
  address: string
  is_stopped: boolean
}

/** What somebody gets from an organisation, each way with a button to end it or to take it up again. */
export function waysPage(given: {
  organization_name: string
  language: string
  ways: readonly Way[]
  /** D28: "It wasn't me" has ended e-mail of every organisation; its own page takes it up again. */
  is_blocked: boolean
}): string {
  const language = languageField.catch('en').parse(given.language)
  const t = texts[language]
  const name = given.organization_name
  const rows = given.ways.map(({ channel, address, is_stopped }) => {
    const is_blocked = channel === 'EMAIL' && given.is_blocked
    const status = is_blocked ? t.blocked : is_stopped ? t.stopped(name) : undefined
    return html`<li>
<div><h2>${t[channel]}</h2><p>${channel === 'SMS' ? endOf(address) : address}</p>
<p role="status">${status}</p></div>
${is_blocked ? undefined : form(t, channel, is_stopped)}
</li>`
  })
  return linkPage(
    language,
    t.title(name),
    html`<p>${t.intro(name)}</p><ul>${rows}</ul>${given.is_blocked ? undefined : html`<p class="hint">${t.mind(name)}</p>`}`,
  )
}

const form = (t: Texts, channel: Channel, is_stopped: boolean): Html =>
  html`<form method="post"><input type="hidden" name="channel" value="${channel}">${is_stopped ? html`<input type="hidden" name="resume" value="1">` : undefined}
<button${is_stopped ? html` class="quiet"` : undefined}>${is_stopped ? t.resume[channel] : t.stop[channel]}</button></form>`

/** Whoever holds the letter may not know the number. */
const endOf = (phone: string) => `••• ${phone.slice(-3)}`

const texts = {
  en: {
    title: (name: string) => `Messages from ${name}`,
    intro: (name: string) => `Choose how ${name} may write to you.`,
    EMAIL: 'E-mail',
    SMS: 'SMS',
    stop: { EMAIL: 'Stop e-mails', SMS: 'Stop SMS' },
    resume: { EMAIL: 'Get e-mails again', SMS: 'Get SMS again' },
    stopped: (name: string) => `Stopped. ${name} does not write to you this way any more.`,
    blocked:
      'No organiser’s e-mail reaches this address: “It wasn’t me” was pressed for it. The page where it was takes it up again.',
    mind: (name: string) =>
      `This ends reminders, invitations and other messages from ${name}. When you sign up, or a shift of yours moves or is cancelled, you are still told by e-mail. Your shifts stay as they are: to give one up, tell the organiser.`,
  },
  sv: {
    title: (name: string) => `Meddelanden från ${name}`,
    intro: (name: string) => `Välj hur ${name} får skriva till dig.`,
    EMAIL: 'E-post',
    SMS: 'Sms',
    stop: { EMAIL: 'Avsluta e-post', SMS: 'Avsluta sms' },
    resume: { EMAIL: 'Få e-post igen', SMS: 'Få sms igen' },
    stopped: (name: string) => `Avslutat. ${name} skriver inte längre till dig den här vägen.`,
    blocked:
      'Ingen arrangörs e-post når den här adressen: någon har tryckt på ”Det var inte jag” för den. På samma sida kan det tas tillbaka.',
    mind: (name: string) =>
      `Det gäller påminnelser, inbjudningar och andra meddelanden från ${name}. När du anmäler dig, eller när ett av dina pass flyttas eller ställs in, får du fortfarande veta det med e-post. Dina pass är kvar som de är: hör av dig till arrangören om du inte kan komma.`,
  },
}

type Texts = (typeof texts)[keyof typeof texts]
