import { language as languageField } from '@muster/contract/fields'
import { type Html, html } from '../../mail/html.ts'
import type { Channel } from '../../providers/provider.ts'
import { linkPage } from './link-page.ts'
import { type MessagesText, messagesTexts } from './texts.ts'

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
  const t = messagesTexts[language]
  const name = given.organization_name
  const rows = given.ways.map(({ channel, address, is_stopped }) => {
    const is_blocked = channel === 'EMAIL' && given.is_blocked
    const status = is_blocked ? t('blocked') : is_stopped ? t('stopped', { name }) : undefined
    return html`<li>
<div><h2>${t(`channels.${channel}`)}</h2><p>${channel === 'SMS' ? endOf(address) : address}</p>
<p role="status">${status}</p></div>
${is_blocked ? undefined : form(t, channel, is_stopped)}
</li>`
  })
  return linkPage(
    language,
    t('title', { name }),
    html`<p>${t('intro', { name })}</p><ul>${rows}</ul>${given.is_blocked ? undefined : html`<p class="hint">${t('mind', { name })}</p>`}`,
  )
}

const form = (t: MessagesText, channel: Channel, is_stopped: boolean): Html =>
  html`<form method="post"><input type="hidden" name="channel" value="${channel}">${is_stopped ? html`<input type="hidden" name="resume" value="1">` : undefined}
<button${is_stopped ? html` class="quiet"` : undefined}>${is_stopped ? t(`resume.${channel}`) : t(`stop.${channel}`)}</button></form>`

/** Whoever holds the letter may not know the number. */
const endOf = (phone: string) => `••• ${phone.slice(-3)}`
