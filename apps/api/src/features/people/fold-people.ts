import { identityKey, searchText, takenKey } from '@muster/contract/rules/fold'
import type { OrgTx } from '../../db/client.ts'
import { lockPeopleExclusively } from '../../db/lock.ts'
import type { PersonRow } from '../../db/schema.ts'
import { violatedConstraint } from '../../db/violated-constraint.ts'
import type { Deps } from '../../deps.ts'
import { findPerson, findPersonByIdentity, listFoldedPeople, setFolded } from './queries.ts'

/** Folding takes about 20 µs a person, during which nothing else runs. */
const PEOPLE_READ_AT_ONCE = 200

type Watched = { stopping: AbortSignal; onProgress?: () => Promise<void> }

/**
 * D11: folds stored people anew, because a server of the version before folds in its own way. Returns how many entries
 * it had to fold; the one that loses its key to an older one is not counted.
 */
export async function foldPeople(
  { db, findOrganization, log }: Pick<Deps, 'db' | 'findOrganization' | 'log'>,
  { stopping, onProgress }: Watched,
): Promise<number> {
  let folded = 0
  let after = '00000000-0000-0000-0000-000000000000'
  while (!stopping.aborted) {
    const page = await db.system((tx) => listFoldedPeople(tx, { after, limit: PEOPLE_READ_AT_ONCE }))
    for (const { id } of page.filter((each) => !isFolded(each))) {
      const org = await findOrganization.ofPerson(id)
      try {
        if (org && (await db.transaction(org, (tx) => foldPerson(tx, id)))) folded += 1
      } catch (error) {
        // A sign-up has taken the key meanwhile. The next run finds both.
        if (violatedConstraint(error) !== 'person_identity') throw error
        log.info({ person_id: id }, 'a person could not be folded yet')
      }
    }
    const last = page.at(-1)
    if (!last || page.length < PEOPLE_READ_AT_ONCE) break
    after = last.id
    await onProgress?.()
  }
  return folded
}

type Folded = Parameters<typeof identityKey>[0] &
  Pick<PersonRow, 'identity_key' | 'search_text' | 'child_team'>

const isFolded = (person: Folded) =>
  person.identity_key === identityKey(person) && person.search_text === searchText(person)

/** The older of two people with one key keeps it, so that sign-ups find it. Neither version nor time change. */
async function foldPerson(tx: OrgTx, id: string): Promise<boolean> {
  const found = await findPerson(tx, id)
  if (!found) return false
  const key = identityKey(found)
  const other = await findPersonByIdentity(tx, key)
  const locked = await lockPeopleExclusively(tx, other ? [id, other.id] : [id])
  const person = locked.find((each) => each.id === id)
  const holder = locked.find((each) => each.id !== id && each.identity_key === key)
  if (!person || identityKey(person) !== key) return false
  const isYounger = holder !== undefined && isOlder(holder, person)
  if (holder && !isYounger) await setFolded(tx, holder, takenKey(key, holder.id))
  const identity_key = isYounger ? takenKey(key, id) : key
  if (person.identity_key === identity_key && person.search_text === searchText(person)) return false
  await setFolded(tx, person, identity_key)
  return true
}

function isOlder(one: PersonRow, other: PersonRow): boolean {
  return one.created_at === other.created_at ? one.id < other.id : one.created_at < other.created_at
}
