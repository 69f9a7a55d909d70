import type { OrgTx } from '../../db/client.ts'
import { listTagsOfPeople } from './queries.ts'

/** Names of a person's tags, in order. */
export async function readTags(tx: OrgTx, person_id: string): Promise<string[]> {
  return (await listTagsOfPeople(tx, [person_id])).get(person_id) ?? []
}
