import type { Language } from '@muster/contract/language'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import type { OrgTx } from '../db/client.ts'
import { oneRow } from '../db/one-row.ts'
import { organization, person } from '../db/schema.ts'
import { conflict } from '../edge/refusal.ts'
import type { organizerPayload } from '../mail/organizer.ts'
import type { Channel } from '../providers/provider.ts'
import { isCostlyNumber } from './costly-number.ts'
import { listSuppressed } from './suppression.ts'

export async function findRecipient(tx: OrgTx, person_id: string) {
  const [found] = await selectRecipient(tx, person_id)
  return found
}

/** Locks the person, so that two manual messages to them run one after another (D16). */
export async function lockRecipient(tx: OrgTx, person_id: string) {
  const [locked] = await selectRecipient(tx, person_id).for('no key update')
  return locked
}

const selectRecipient = (tx: OrgTx, person_id: string) =>
  tx
    .select({ id: person.id, email: person.email, phone: person.phone, language: person.language })
    .from(person)
    .where(and(eq(person.organization_id, tx.org), eq(person.id, person_id), isNull(person.erased_at)))

/** Returns the person's addresses on these channels. */
export const addressesOf = (
  { email, phone }: { email?: string | null; phone: string | null },
  channels: readonly Channel[],
): { channel: Channel; address: string }[] =>
  channels.flatMap((channel) => {
    const address = channel === 'SMS' ? phone : email
    return address ? { channel, address } : []
  })

/** Throws 409 `no_contact_info`, `number_not_allowed`, `address_bounced` or `opted_out` (D31). */
export async function refuseUndeliverable(
  tx: OrgTx,
  { email, phone }: { email?: string | null; phone: string | null },
  { channels, config }: { channels: readonly Channel[]; config: Config },
): Promise<void> {
  const addresses = channels.map((channel) => ({ channel, address: channel === 'SMS' ? phone : email }))
  for (const { channel, address } of addresses) {
    if (!address) throw conflict('no_contact_info')
    if (channel === 'SMS' && isCostlyNumber(address, config)) throw conflict('number_not_allowed')
    const [reason] = (await listSuppressed(tx, channel, [address])).values()
    if (reason === 'hard_bounce') throw conflict('address_bounced')
    if (reason) throw conflict('opted_out', { sentence: UNWANTED[channel] })
  }
}

const UNWANTED = { EMAIL: 'email_unwanted', SMS: 'sms_unwanted' } as const

export async function getOrganizer(tx: OrgTx): Promise<Organizer> {
  const found = await tx
    .select({
      organization_name: organization.name,
      contact_email: organization.contact_email,
      contact_phone: organization.contact_phone,
    })
    .from(organization)
    .where(eq(organization.id, tx.org))
  return oneRow(found)
}

type Organizer = z.infer<typeof organizerPayload>

export async function getLanguage(tx: OrgTx, { language }: { language: Language | null }): Promise<Language> {
  return language ?? (await getLanguageOfOrganization(tx))
}

export async function getLanguageOfOrganization(tx: OrgTx): Promise<Language> {
  const rows = await tx
    .select({ language: organization.language })
    .from(organization)
    .where(eq(organization.id, tx.org))
  return oneRow(rows).language
}
