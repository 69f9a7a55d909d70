import type { Language } from '@muster/contract/language'
import { identityKey, searchText } from '@muster/contract/rules/fold'
import type { GivenAnswer } from '@muster/contract/rules/questions'
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

/** Somebody who is signed up by a form. */
export type Guest = Visitor & {
  /** D54: the contact is their guardian. */
  is_minor: boolean
  /** D51 */
  answers: readonly GivenAnswer[]
  /** Where the form has their answers, for the paths of issues. */
  path: string
}

type Answering = { answers?: readonly GivenAnswer[] | undefined }
type Named = Answering & { first_name: string; last_name: string; minor?: boolean | undefined }

/** D54: returns everybody of the form, the contact first, whose address and number are all of theirs. */
export function readGuests({
  people: [first, ...others] = [],
  ...body
}: Visitor & Answering & { people?: Named[] | undefined }): Guest[] {
  const contact = readVisitor(body)
  return [
    {
      ...contact,
      is_minor: false,
      answers: first?.answers ?? body.answers ?? [],
      path: first?.answers ? 'people.0.' : '',
    },
    ...others.map(({ first_name, last_name, minor = false, answers = [] }, at) => ({
      ...contact,
      first_name,
      last_name,
      is_minor: minor,
      answers,
      path: `people.${at + 1}.`,
    })),
  ]
}

export type LockedPerson = {
  id: string
  first_name: string
  last_name: string
  phone: string | null
  /** True if they are in the organisation only since this transaction. */
  is_new: boolean
}

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
    returning id, first_name, last_name, phone, xmax = 0 as is_new
  `,
)

/** D11, D32. Locks the person in both cases (D15); otherwise one could sign up for two overlapping shifts at once. */
export async function findOrInsertPerson(
  tx: OrgTx,
  visitor: Visitor,
  language: Language | null | undefined,
): Promise<LockedPerson> {
  const folded = { identity_key: identityKey(visitor), search_text: searchText(visitor) }
  const values = { ...visitor, language: language ?? null, ...folded }
  return oneRow(await upsertPerson(tx, { org: tx.org, id: newId(), ...values }))
}

const selectKnown = prepare(
  'signup_lock_known',
  sql`
    select id from person
    where organization_id = ${sql.placeholder('org')}::uuid and identity_key = any(${sql.placeholder('keys')}::text[])
    order by id for no key update
  `,
)

/** Returns them in the order given. Those who are known are locked by id (D15), then the others added by name. */
export async function findOrInsertPeople<Each extends Visitor>(
  tx: OrgTx,
  guests: readonly Each[],
  languageOf: (guest: Each) => Language | null | undefined,
): Promise<(Each & { person: LockedPerson })[]> {
  if (guests.length > 1) await selectKnown(tx, { org: tx.org, keys: guests.map(identityKey) })
  const sorted = guests.toSorted((one, other) => (identityKey(one) < identityKey(other) ? -1 : 1))
  const people = new Map<Each, LockedPerson>()
  for (const guest of sorted) people.set(guest, await findOrInsertPerson(tx, guest, languageOf(guest)))
  return guests.flatMap((guest) => {
    const person = people.get(guest)
    return person ? { ...guest, person } : []
  })
}

/** D52: who only asks is not in the organisation. */
export async function deleteNewPeople(tx: OrgTx, people: readonly LockedPerson[]): Promise<void> {
  const ids = people.flatMap(({ id, is_new }) => (is_new ? id : []))
  if (ids.length > 0)
    await tx.execute(
      sql`delete from person where organization_id = ${tx.org} and id = any(${sql.param(ids)}::uuid[])`,
    )
}
