import { foldName } from '@muster/contract/rules/fold'
import { LIMITS } from '@muster/contract/rules/text'
import type { Tag } from '@muster/contract/tags'
import { and, asc, count, eq, notExists, type SQL, sql } from 'drizzle-orm'
import { limitReached } from '../../access/refuse-at-limit.ts'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { person, personTag, role, tag } from '../../db/schema.ts'

/** Returns the names of the tags of these people, in order, by the person's id. */
export async function listTagsOfPeople(
  tx: OrgTx,
  person_ids?: readonly string[],
): Promise<Map<string, string[]>> {
  const names = await tx.select().from(tag).where(eq(tag.organization_id, tx.org)).orderBy(asc(tag.name_key))
  if (names.length === 0) return new Map()
  const tagged = await tx
    .select({ person_id: personTag.person_id, tag_ids: sql<string[]>`array_agg(${personTag.tag_id})` })
    .from(personTag)
    .where(and(eq(personTag.organization_id, tx.org), person_ids && isAnyOf(personTag.person_id, person_ids)))
    .groupBy(personTag.person_id)
  return new Map(
    tagged.map(({ person_id, tag_ids }) => [
      person_id,
      names.flatMap(({ id, name }) => (tag_ids.includes(id) ? name : [])),
    ]),
  )
}

export function listTags(tx: OrgTx, which?: SQL): Promise<Tag[]> {
  return tx
    .select({ id: tag.id, name: tag.name, people: count(personTag.person_id) })
    .from(tag)
    .leftJoin(
      personTag,
      and(eq(personTag.organization_id, tag.organization_id), eq(personTag.tag_id, tag.id)),
    )
    .where(and(eq(tag.organization_id, tx.org), which))
    .groupBy(tag.organization_id, tag.id)
    .orderBy(asc(tag.name_key))
}

export async function findTag(tx: OrgTx, id: string): Promise<Tag | undefined> {
  const [found] = await listTags(tx, eq(tag.id, id))
  return found
}

/** Returns ids by folded name. Makes the tags that are not there. Throws 409 `limit_reached`. */
export async function makeTags(tx: OrgTx, names: readonly string[]): Promise<Map<string, string>> {
  const known = await listIdsByKey(tx)
  // In one order, so that two calls at once wait for each other and do not deadlock.
  const missing = [...new Map(names.toReversed().map((name) => [foldName(name), name]))]
    .filter(([key]) => !known.has(key))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  if (missing.length === 0) return known
  if (known.size + missing.length > LIMITS.tags) throw limitReached(LIMITS.tags, 'limit_of_tags')
  await tx
    .insert(tag)
    .values(missing.map(([name_key, name]) => ({ organization_id: tx.org, id: newId(), name, name_key })))
    .onConflictDoNothing()
  return listIdsByKey(tx)
}

/** Of all tags, of which there are at most 200. */
async function listIdsByKey(tx: OrgTx): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: tag.id, name_key: tag.name_key })
    .from(tag)
    .where(eq(tag.organization_id, tx.org))
  return new Map(rows.map(({ id, name_key }) => [name_key, id]))
}

export async function insertPersonTags(
  tx: OrgTx,
  person_ids: readonly string[],
  tag_ids: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    insert into person_tag (organization_id, person_id, tag_id)
    select ${tx.org}::uuid, person_id, tag_id
    from unnest(${sql.param([...person_ids])}::uuid[]) as person_id, unnest(${sql.param([...tag_ids])}::uuid[]) as tag_id
    on conflict do nothing
  `)
}

export async function deletePersonTags(
  tx: OrgTx,
  person_ids: readonly string[],
  tag_ids?: readonly string[],
): Promise<void> {
  await tx
    .delete(personTag)
    .where(
      and(
        inOrganization(tx, personTag),
        isAnyOf(personTag.person_id, person_ids),
        tag_ids && isAnyOf(personTag.tag_id, tag_ids),
      ),
    )
}

export async function listTagIds(tx: OrgTx, person_id: string): Promise<string[]> {
  const tagged = await tx
    .select({ tag_id: personTag.tag_id })
    .from(personTag)
    .where(and(inOrganization(tx, personTag), eq(personTag.person_id, person_id)))
  return tagged.map(({ tag_id }) => tag_id)
}

/** Returns whether one of them has more tags than a person may have. */
export async function hasTooManyTags(tx: OrgTx, person_ids: readonly string[]): Promise<boolean> {
  const [crowded] = await tx
    .select({ person_id: personTag.person_id })
    .from(personTag)
    .where(and(inOrganization(tx, personTag), isAnyOf(personTag.person_id, person_ids)))
    .groupBy(personTag.person_id)
    .having(sql`count(*) > ${LIMITS.tags_of_person}`)
    .limit(1)
  return crowded !== undefined
}

export async function updateTag(tx: OrgTx, id: string, name: string): Promise<void> {
  await tx
    .update(tag)
    .set({ name, name_key: foldName(name) })
    .where(and(eq(tag.organization_id, tx.org), eq(tag.id, id)))
}

export async function deleteTag(tx: OrgTx, id: string): Promise<void> {
  await tx.delete(tag).where(and(eq(tag.organization_id, tx.org), eq(tag.id, id)))
}

/** Deletes those of the tags that nobody has and no role needs. */
export async function deleteUnusedTags(tx: OrgTx, ids: readonly string[]): Promise<void> {
  const isUsed = tx
    .select({ person_id: personTag.person_id })
    .from(personTag)
    .where(and(inOrganization(tx, personTag), eq(personTag.tag_id, tag.id)))
  const isNeeded = tx
    .select({ id: role.id })
    .from(role)
    .where(and(inOrganization(tx, role), eq(role.needs_tag, tag.id)))
  await tx
    .delete(tag)
    .where(and(inOrganization(tx, tag), isAnyOf(tag.id, ids), notExists(isUsed), notExists(isNeeded)))
}

/** Returns who has one of the tags, each once. */
export async function listPeopleOfTags(tx: OrgTx, ids: readonly string[]): Promise<string[]> {
  const tagged = await tx
    .selectDistinct({ person_id: personTag.person_id })
    .from(personTag)
    .where(and(inOrganization(tx, personTag), isAnyOf(personTag.tag_id, ids)))
  return tagged.map(({ person_id }) => person_id)
}

/** So that copies of the list (`updated_since`) learn of it. The people must be locked. */
export async function touchPeople(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx
    .update(person)
    .set({ version: sql`${person.version} + 1` })
    .where(and(inOrganization(tx, person), isAnyOf(person.id, ids)))
}
