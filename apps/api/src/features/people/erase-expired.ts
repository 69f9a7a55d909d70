import { groupBy } from '@muster/contract/rules/group-by'
import { isRetentionOver } from '@muster/contract/rules/retention'
import { terms } from '@muster/contract/terms'
import type { Deps } from '../../deps.ts'
import { erasePeople, lockToErase } from './erase-people.ts'
import { type KeptPerson, listKeptAmong, listKeptPeople } from './queries.ts'

const PEOPLE_READ_AT_ONCE = 1_000
/**
 * People per transaction: it takes 0.6 s on two busy cores, during which their sign-ups wait. 100,000 people take
 * five minutes.
 */
const ERASED_AT_ONCE = 200

type Watched = {
  stopping: AbortSignal
  onProgress: () => Promise<void>
}

/** Returns how many were erased; throws if some could not be. */
export async function eraseExpired(deps: Deps, { stopping, onProgress }: Watched): Promise<number> {
  let erased = 0
  let failed = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const now = deps.now()
    const page = await deps.db.system((tx) => listKeptPeople(tx, { after, limit: PEOPLE_READ_AT_ONCE, now }))
    for (const people of inBatches(page.filter((each) => isExpired(each, now)))) {
      if (stopping.aborted) return erased
      try {
        erased += await eraseBatch(deps, people)
      } catch (error) {
        // The run goes on; these people are tried again in the next run.
        failed += people.length
        deps.log.error({ err: error, people: people.length }, 'people could not be erased')
      }
      await onProgress()
    }
    const last = page.at(-1)
    if (!last || page.length < PEOPLE_READ_AT_ONCE || stopping.aborted) break
    after = last.id
  }
  if (failed > 0) throw new Error(`${failed} people could not be erased`)
  return erased
}

function inBatches(people: readonly KeptPerson[]): string[][] {
  return [...groupBy(people, ({ organization_id }) => organization_id).values()].flatMap((of_one) => {
    const ids = of_one.map(({ id }) => id)
    return Array.from({ length: Math.ceil(ids.length / ERASED_AT_ONCE) }, (_, n) =>
      ids.slice(n * ERASED_AT_ONCE, (n + 1) * ERASED_AT_ONCE),
    )
  })
}

async function eraseBatch({ db, findOrganization, now: clock }: Deps, ids: readonly string[]) {
  const [first = ''] = ids
  const org = await findOrganization.ofPerson(first)
  if (!org) return 0
  return db.transaction(org, async (tx) => {
    const now = clock()
    const people = await lockToErase(tx, ids)
    // Read again under the lock: a person may have taken a shift since.
    const kept = await listKeptAmong(tx, ids, now)
    const expired = new Set(kept.filter((each) => isExpired(each, now)).map(({ id }) => id))
    const still_expired = people.filter(({ id }) => expired.has(id))
    if (still_expired.length > 0) await erasePeople(tx, still_expired, now)
    return still_expired.length
  })
}

const isExpired = (person: KeptPerson, now: string) =>
  person.is_unconfirmed || isRetentionOver(person, { months: terms.retention_months, now })
