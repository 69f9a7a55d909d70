import { language as languageField } from '@muster/contract/fields'
import { contactInBrackets } from '../../mail/organizer.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Channel } from '../../providers/provider.ts'
import { linkPage } from './link-page.ts'
import { type MessagesText, messagesTexts } from './texts.ts'

export type ChannelState = { channel: Channel; address: string; is_stopped: boolean }

type Preferences = {
  organization_name: string
  contact_email: string | null
  contact_phone: string | null
  language: string
  channels: readonly ChannelState[]
  /** True if the address is blocked by "It wasn't me", which only its own page undoes (D28). */
  is_blocked: boolean
}

export function preferencesPage(preferences: Preferences): string {
  const language = languageField.catch('en').parse(preferences.language)
  const t = messagesTexts[language]
  const name = preferences.organization_name
  const rows = preferences.channels.map(({ channel, address, is_stopped }) => {
    const is_blocked = channel === 'EMAIL' && preferences.is_blocked
    const status = is_blocked ? t('blocked') : is_stopped ? t(`stopped.${channel}`, { name }) : undefined
    return html`<li>
<div><h2>${t(`channels.${channel}`)}</h2><p>${channel === 'SMS' ? maskPhone(address) : address}</p>
<p role="status">${status}</p></div>
${is_blocked ? undefined : form(t, channel, is_stopped)}
</li>`
  })
  return linkPage({
    language,
    title: t('title', { name }),
    organization: name,
    content: html`<p>${t('intro', { name })}</p><ul>${rows}</ul>${preferences.is_blocked ? undefined : html`<p class="hint">${t('mind', { name, contact: contactInBrackets(preferences) })}</p>`}`,
  })
}

const form = (t: MessagesText, channel: Channel, is_stopped: boolean): Html =>
  html`<form method="post"><input type="hidden" name="channel" value="${channel}">${is_stopped ? html`<input type="hidden" name="resume" value="1">` : undefined}
<button${is_stopped ? html` class="quiet"` : undefined}>${is_stopped ? t(`resume.${channel}`) : t(`stop.${channel}`)}</button></form>`

/** Masks the number: the holder of the email need not be the person. */
const maskPhone = (phone: string) => `••• ${phone.slice(-3)}`
