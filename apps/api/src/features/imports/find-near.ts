import { foldAddress, foldForSearch } from '@muster/contract/rules/fold'
import { groupBy } from '@muster/contract/rules/group-by'
import type { OrgTx } from '../../db/client.ts'
import type { PersonValues } from '../../db/schema.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { listNearPeople } from './queries.ts'

/** A number of an office may belong to hundreds. */
const MOST = 3

/** D48: returns ids of people who may be the same as each of these, the likeliest first. A hint only. */
export async function findNear(tx: OrgTx, added: readonly PersonValues[]): Promise<string[][]> {
  if (added.length === 0) return []
  const folded = await mapYielding(added, ({ first_name, last_name, email, phone }) => ({
    name: foldForSearch(`${first_name} ${last_name}`),
    address: email === null ? undefined : foldAddress(email),
    phone: phone ?? undefined,
  }))
  const people = await listNearPeople(tx, {
    names: folded.map(({ name }) => name),
    addresses: folded.flatMap(({ address }) => address ?? []),
    phones: folded.flatMap(({ phone }) => phone ?? []),
  })
  const by_name = groupBy(people, ({ name }) => name)
  const by_phone = groupBy(people, ({ phone }) => phone)
  const by_address = groupBy(people, ({ address }) => address)
  return mapYielding(folded, ({ name, phone, address }) => {
    const near = [
      ...(by_name.get(name) ?? []),
      ...((phone !== undefined && by_phone.get(phone)) || []),
      ...((address !== undefined && by_address.get(address)) || []),
    ]
    return [...new Set(near.map(({ id }) => id))].slice(0, MOST)
  })
}
