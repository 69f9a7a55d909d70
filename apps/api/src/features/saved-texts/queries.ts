import type { SavedText } from '@muster/contract/saved-texts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { refuseAtLimit } from '../../access/refuse-at-limit.ts'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { savedText } from '../../db/schema.ts'
import { notFound } from '../../edge/refusal.ts'

/** Maximum per organisation. */
const MOST = 500

type Fields = Pick<SavedText, 'title' | 'text'>

const columns = {
  id: savedText.id,
  title: savedText.title,
  text: savedText.text,
  version: savedText.version,
}

export function listSavedTexts(tx: OrgTx): Promise<SavedText[]> {
  return tx
    .select(columns)
    .from(savedText)
    .where(eq(savedText.organization_id, tx.org))
    .orderBy(asc(savedText.title), asc(savedText.id))
}

/** Throws 404 `saved_text_not_found`. */
export async function getSavedText(tx: OrgTx, id: string): Promise<SavedText> {
  const [found] = await tx.select(columns).from(savedText).where(isSavedText(tx, id))
  if (!found) throw notFound('saved_text_not_found')
  return found
}

export async function lockSavedText(tx: OrgTx, id: string): Promise<SavedText | undefined> {
  const [locked] = await tx.select(columns).from(savedText).where(isSavedText(tx, id)).for('update')
  return locked
}

/** Throws 409 `limit_reached`. */
export async function insertSavedText(tx: OrgTx, given: Fields): Promise<{ id: string }> {
  await refuseAtLimit(tx, { table: savedText, limit: MOST, sentence: 'limit_of_texts' })
  const id = newId()
  await tx.insert(savedText).values({ ...given, id, organization_id: tx.org })
  return { id }
}

export async function updateSavedText(
  tx: OrgTx,
  id: string,
  change: { [Field in keyof Fields]?: Fields[Field] | undefined },
): Promise<void> {
  await tx
    .update(savedText)
    .set({ ...change, version: sql`${savedText.version} + 1` })
    .where(isSavedText(tx, id))
}

/** Returns whether there was one. */
export async function deleteSavedText(tx: OrgTx, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(savedText).where(isSavedText(tx, id))
  return rowCount === 1
}

const isSavedText = (tx: OrgTx, id: string) =>
  and(eq(savedText.organization_id, tx.org), eq(savedText.id, id))
