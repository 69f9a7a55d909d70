import type { Language } from '@muster/contract/language'
import type { OrganizerContact } from '@muster/contract/organizations'
import { palette } from '@muster/contract/palette'
import { mailtoOf } from '@muster/contract/rules/mailto'
import { formatPhone } from '@muster/contract/rules/phone'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { type Html, html } from '../pages/html.ts'
import { toShownName } from './text.ts'

/** The phone is in E.164. Both are missing in the payload of older messages. */
export type StoredContact = {
  contact_email?: string | null | undefined
  contact_phone?: string | null | undefined
}

/** What an e-mail stores of the organisation. */
export const organizerPayload = z.object({
  organization_name: z.string(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
})

export type Organizer = StoredContact & { organization_name: string }

export function effectiveContact(event: StoredContact, organization: StoredContact): OrganizerContact {
  return toContact({
    contact_email: event.contact_email ?? organization.contact_email,
    contact_phone: event.contact_phone ?? organization.contact_phone,
  })
}

export function toContact({ contact_email, contact_phone }: StoredContact): OrganizerContact {
  return { email: contact_email ?? null, phone: contact_phone ? formatPhone(contact_phone) : null }
}

/** Returns " (kansli@example.org, +46 70 123 45 67)", or an empty string. */
export function contactInBrackets(contact: StoredContact): string {
  const ways = waysOf(contact)
  return ways.length > 0 ? ` (${ways.join(', ')})` : ''
}

export function replyTo({ organization_name, contact_email }: Organizer) {
  return contact_email ? { reply_to: { name: toShownName(organization_name), address: contact_email } } : {}
}

export function organizerFooter(organizer: Organizer, language: Language) {
  const who = describeOrganizer(organizer)
  return {
    text: `${who.text}\n${sentWith(language)}`,
    html: () => html`${who.html()}<br>${sentWith(language)}`,
  }
}

export const sentWith = (language: Language): string => texts[language]('sent_with')

export function describeOrganizer(organizer: Organizer) {
  const name = toShownName(organizer.organization_name)
  return {
    text: [name, ...waysOf(organizer)].join('\n'),
    html: () => {
      const links = contactLinks(organizer)
      return html`${name}${links.text === '' ? undefined : html` · ${links}`}`
    },
  }
}

export function contactLinks(contact: StoredContact): Html {
  const { email, phone } = toContact(contact)
  const links = [
    ...(email ? [contactLink(mailtoOf(email), email)] : []),
    ...(phone ? [contactLink(`tel:${contact.contact_phone ?? ''}`, phone)] : []),
  ]
  return html`${links.map((link, index) => (index === 0 ? link : html` · ${link}`))}`
}

const contactLink = (href: string, label: string) =>
  html`<a class="ink-3" href="${href}" style="color:${palette.ink_3.light};text-decoration:underline">${label}</a>`

function waysOf(contact: StoredContact): string[] {
  const { email, phone } = toContact(contact)
  return [email, phone].filter((way) => way !== null)
}

const texts = addNamespace('email', {
  en: { sent_with: 'Sent with Muster' },
  sv: { sent_with: 'Skickat med Muster' },
})
