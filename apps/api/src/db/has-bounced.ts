import { sql } from 'drizzle-orm'
import { person } from './schema.ts'

/** Whether the provider has reported that the present address of the person does not exist (D31). The key begins with it
 * (D11), folded. */
export const hasBounced = sql<boolean>`exists (
  select from suppression su
  where su.organization_id = ${person.organization_id} and su.channel = 'EMAIL' and su.reason = 'hard_bounce'
    and su.address = split_part(${person.identity_key}, chr(10), 1)
)`
