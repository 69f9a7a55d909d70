import { foldName } from '@muster/contract/rules/fold'
import { LIMITS } from '@muster/contract/rules/text'
import type { Tag } from '@muster/contract/tags'
import { limitReached } from '../../access/refuse-at-limit.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { lockPeople } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import { violatedConstraint } from '../../db/violated-constraint.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import {
  deletePersonTags,
  deleteTag,
  findTag,
  hasTooManyTags,
  insertPersonTags,
  listPeopleOfTags,
  makeTags,
  touchPeople,
  updateTag,
} from './queries.ts'

/** D53: gives the person, who must be locked, these tags and no others. Throws 409 `limit_reached`. */
export async function setTags(tx: OrgTx, person_id: string, names: readonly string[]): Promise<void> {
  await deletePersonTags(tx, [person_id])
  await insertPersonTags(tx, [person_id], idsOf(await makeTags(tx, names), names))
}

const idsOf = (by_key: ReadonlyMap<string, string>, names: readonly string[]) =>
  names.flatMap((name) => by_key.get(foldName(name)) ?? [])

type Tagging = { person_ids: readonly string[]; add?: string[] | undefined; remove?: string[] | undefined }

/** D53. Refuses with `person_not_found`, `limit_reached`. */
export function tagPeople(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  { person_ids, add = [], remove = [] }: Tagging,
): Promise<void> {
  return db.transaction(org, async (tx) => {
    const ids = [...new Set(person_ids)]
    const locked = await lockPeople(tx, ids)
    if (locked.filter(({ erased_at }) => erased_at === null).length < ids.length)
      throw notFound('person_not_found')
    const by_key = await makeTags(tx, add)
    await deletePersonTags(tx, ids, idsOf(by_key, remove))
    await insertPersonTags(tx, ids, idsOf(by_key, add))
    if (await hasTooManyTags(tx, ids)) throw limitReached(LIMITS.tags_of_person, 'limit_of_tags_of_person')
    await touchPeople(tx, ids)
    await recordAction(tx, { action: 'person.tagged', at: now(), person_ids: ids })
  })
}

/** Refuses with `tag_not_found`, `tag_exists`. */
export function renameTag(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  { id, name }: { id: string; name: string },
): Promise<Tag> {
  return db.transaction(org, async (tx) => {
    await changeWithPeople(tx, id, () => refuseTwin(updateTag(tx, id, name)))
    await recordAction(tx, { action: 'tag.changed', at: now() })
    return getTag(tx, id)
  })
}

/** Refuses with `tag_not_found`, and with `tag_in_use` if a role needs it. */
export function removeTag({ db, now }: Pick<Deps, 'db' | 'now'>, org: OrgId, id: string): Promise<void> {
  return db.transaction(org, async (tx) => {
    await changeWithPeople(tx, id, () => refuseInUse(deleteTag(tx, id)))
    await recordAction(tx, { action: 'tag.removed', at: now() })
  })
}

async function changeWithPeople(tx: OrgTx, id: string, change: () => Promise<void>): Promise<void> {
  await getTag(tx, id)
  const person_ids = await listPeopleOfTags(tx, [id])
  await lockPeople(tx, person_ids)
  await change()
  await touchPeople(tx, person_ids)
}

async function getTag(tx: OrgTx, id: string): Promise<Tag> {
  const found = await findTag(tx, id)
  if (!found) throw notFound('tag_not_found')
  return found
}

/** D53: relies on the foreign key, because a role could begin to need the tag after a check. */
async function refuseInUse(deleting: Promise<void>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (violatedConstraint(error) === 'role_needs_tag') throw conflict('tag_in_use')
    throw error
  }
}

/** Relies on the unique index (D11), because two calls at once could both pass a check. */
async function refuseTwin(saving: Promise<void>): Promise<void> {
  try {
    await saving
  } catch (error) {
    if (violatedConstraint(error) === 'tag_once') throw conflict('tag_exists')
    throw error
  }
}
