import { type Imported as ImportAnswer, imported, type importModes } from '@muster/contract/imports'
import type { Language } from '@muster/contract/language'
import { foldName } from '@muster/contract/rules/fold'
import { LIMITS } from '@muster/contract/rules/text'
import { isNull } from 'drizzle-orm'
import { type Attempt, claimKey, oncePerKey, replayOf } from '../../access/idempotency.ts'
import { limitReached, refuseAtLimit } from '../../access/refuse-at-limit.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { person } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../edge/refusal.ts'
import { getCountry } from '../people/queries.ts'
import { listTags } from '../tags/queries.ts'
import { listNamed, rowsOf } from './answer-import.ts'
import { checkRows, type GivenPerson } from './check-rows.ts'
import { type Decided, decideRows, type Imported, type OnExisting } from './decide-rows.ts'
import { findNear } from './find-near.ts'
import { lockImports } from './queries.ts'
import { readKnown } from './read-known.ts'
import { retryTaken } from './retry-taken.ts'
import { saveImport } from './save-import.ts'

type Import = { rows: readonly unknown[]; mode: (typeof importModes)[number]; on_existing: OnExisting }
type Deciding = Pick<Deps, 'db' | 'now' | 'config'>

/** D48. Refuses with `limit_reached`. */
export async function importPeople(
  deps: Deciding,
  org: OrgId,
  { rows, mode, on_existing }: Import,
  { attempt, language }: { attempt: Attempt; language: Language },
): Promise<ImportAnswer> {
  const { db, now } = deps
  const checked = await checkRows(rows, await db.transaction(org, getCountry))
  if (mode === 'dry_run')
    return db.snapshot(org, async (tx) => {
      // A key that this body does not belong to is refused; the answer itself is not stored.
      replayOf(await claimKey(tx, attempt), attempt.body)
      const decided = await decide(deps, tx, checked, { on_existing, is_saving: false })
      const tried = await rowsOf(decided, { is_saved: false, language })
      return { import_id: null, rows: tried, people: await listNamed(tx, tried) }
    })
  return retryTaken(() =>
    db.transaction(org, (tx) =>
      oncePerKey(tx, attempt, imported, async () => {
        await lockImports(tx)
        const decided = await decide(deps, tx, checked, { on_existing, is_saving: true })
        const import_id = newId()
        await saveImport(tx, import_id, decided.people, now())
        // The answer is stored (D16): it names people by their ids only.
        return { import_id, rows: await rowsOf(decided, { is_saved: true, language }), people: [] }
      }),
    ),
  )
}

async function decide(
  { config }: Deciding,
  tx: OrgTx,
  checked: readonly (GivenPerson | Refusal)[],
  how: { on_existing: OnExisting; is_saving: boolean },
): Promise<Decided> {
  const given = checked.flatMap((row) => (row instanceof Refusal ? [] : row))
  const { outcomes, people } = await decideRows(checked, await readKnown(tx, given, how))
  const added = people.filter(({ before }) => !before)
  await refuseTooMany(tx, people, { adding: added.length, limit: config.limits.people_per_organization })
  const near = await findNear(
    tx,
    added.map(({ values }) => values),
  )
  return { outcomes, people, near: new Map(added.map(({ id }, at) => [id, near[at] ?? []])) }
}

/** D53, D66 */
async function refuseTooMany(
  tx: OrgTx,
  people: readonly Imported[],
  { adding, limit }: { adding: number; limit: number },
): Promise<void> {
  if (adding > 0)
    await refuseAtLimit(tx, {
      table: person,
      where: isNull(person.erased_at),
      limit,
      adding,
      sentence: 'limit_of_people',
    })
  const known = (await listTags(tx)).map(({ name }) => foldName(name))
  const tags = new Set([...known, ...people.flatMap((each) => each.new_tags.map(foldName))])
  if (tags.size > Math.max(LIMITS.tags, known.length)) throw limitReached(LIMITS.tags, 'limit_of_tags')
}
