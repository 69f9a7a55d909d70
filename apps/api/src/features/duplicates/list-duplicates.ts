import type { Duplicate } from '@muster/contract/duplicates'
import { foldAddress, foldName } from '@muster/contract/rules/fold'
import { groupBy } from '@muster/contract/rules/group-by'
import { compareNames } from '@muster/contract/rules/near-name'
import type { OrgTx } from '../../db/client.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { type Candidate, listCandidates, listToldApart, pairOf } from './queries.ts'

const MOST_PAIRS = 200
/** A number or a mailbox of more people is an office's, and says nothing about who they are. */
const MOST_ALIKE = 50

/** D60: lists pairs that may be the same person. */
export async function listDuplicates(tx: OrgTx): Promise<Duplicate[]> {
  const candidates = await listCandidates(tx)
  const told_apart = await listToldApart(tx)
  const pairs = await mapYielding(groupsOf(candidates), pairsOf)
  const found = new Map(pairs.flat().map((pair) => [pairOf(pair.one.id, pair.other.id), pair]))
  return [...found]
    .filter(([key]) => !told_apart.has(key))
    .slice(0, MOST_PAIRS)
    .map(([, pair]) => pair)
}

function groupsOf(candidates: readonly Candidate[]): Candidate[][] {
  const alike = (keyOf: (one: Candidate) => string | null) =>
    [...groupBy(candidates, keyOf)].flatMap(([key, group]) =>
      key === null || group.length > MOST_ALIKE ? [] : [group],
    )
  return [
    ...alike(({ phone }) => phone),
    ...alike(({ email }) => email && foldAddress(email)),
    ...alike(({ first_name, last_name }) => `${foldName(first_name)}\n${foldName(last_name)}`),
  ]
}

const pairsOf = (group: readonly Candidate[]): Duplicate[] =>
  group.flatMap((one, at) =>
    group.slice(at + 1).flatMap((other) => {
      const equal = listEqual(one, other)
      return isLikely(equal) ? [{ one: nameOf(one), other: nameOf(other), equal }] : []
    }),
  )

function isLikely(equal: Duplicate['equal']): boolean {
  const has = (thing: Duplicate['equal'][number]) => equal.includes(thing)
  if (has('email') || has('phone')) return has('name') || has('near_name')
  return has('name') && has('child_team')
}

type Compared = Pick<Candidate, 'first_name' | 'last_name' | 'email' | 'phone' | 'child_team'>

const isEqual = (a: string | null, b: string | null) =>
  a !== null && b !== null && foldName(a) === foldName(b)

export function listEqual(one: Compared, other: Compared): Duplicate['equal'] {
  const names = compareNames(one, other)
  return [
    ...(names === 'equal' ? (['name'] as const) : []),
    ...(names === 'near' ? (['near_name'] as const) : []),
    ...(isEqual(one.email, other.email) ? (['email'] as const) : []),
    ...(isEqual(one.phone, other.phone) ? (['phone'] as const) : []),
    ...(isEqual(one.child_team, other.child_team) ? (['child_team'] as const) : []),
  ]
}

const nameOf = ({ id, first_name, last_name }: Candidate) => ({ id, first_name, last_name })
