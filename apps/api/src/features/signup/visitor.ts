import type { Language } from '@muster/contract/language'
import { identityKey, searchText } from '@muster/contract/rules/fold'
import { findPhoneFault } from '@muster/contract/rules/typed-phone'
import { readPhone } from '@muster/contract/rules/valid-phone'
import { sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { oneRow } from '../../db/one-row.ts'
import { prepare } from '../../db/prepare.ts'
import { invalid } from '../../edge/refusal.ts'

export type Visitor = { first_name: string; last_name: string; email: string; phone: string }

/** Accepts only a number with its country code, as the forms send it (D23). */
export function readVisitor({ first_name, last_name, email, phone }: Visitor): Visitor {
  const number = readPhone(phone)
  const otherwise = /^(\+|00)/.test(phone) ? 'not_phone' : 'not_international'
  if (!number) throw invalid('phone', findPhoneFault(phone) ?? otherwise)
  return { first_name, last_name, email, phone: number }
}

export type LockedPerson = { id: string; first_name: string; last_name: string; phone: string | null }

const upsertPerson = prepare<LockedPerson>(
  'signup_upsert_person',
  sql`
    insert into person (organization_id, id, first_name, last_name, email, phone, language, identity_key, search_text)
    values (${sql.placeholder('org')}::uuid, ${sql.placeholder('id')}, ${sql.placeholder('first_name')},
      ${sql.placeholder('last_name')}, ${sql.placeholder('email')}, ${sql.placeholder('phone')},
      ${sql.placeholder('language')}, ${sql.placeholder('identity_key')}, ${sql.placeholder('search_text')})
    on conflict (identity_key, organization_id) do update set
      language = coalesce(person.language, excluded.language),
      version = person.version + (person.language is null and excluded.language is not null)::int,
      updated_at = case when person.language is null and excluded.language is not null then now()
        else person.updated_at end
    returning id, first_name, last_name, phone
  `,
)

/** D11, D32. Locks the person in both cases (D15); otherwise one could sign up for two overlapping shifts at once. */
export async function findOrInsertPerson(
  tx: OrgTx,
  visitor: Visitor,
  language: Language | undefined,
): Promise<LockedPerson> {
  const folded = { identity_key: identityKey(visitor), search_text: searchText(visitor) }
  const values = { ...visitor, language: language ?? null, ...folded }
  return oneRow(await upsertPerson(tx, { org: tx.org, id: newId(), ...values }))
}
