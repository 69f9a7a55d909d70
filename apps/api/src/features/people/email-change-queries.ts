import { and, asc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { oneRow } from '../../db/one-row.ts'
import { emailChange, organization } from '../../db/schema.ts'

export type EmailChangeRow = typeof emailChange.$inferSelect

export async function findEmailChange(tx: OrgTx, id: string): Promise<EmailChangeRow | undefined> {
  const [found] = await tx
    .select()
    .from(emailChange)
    .where(and(inOrganization(tx, emailChange), eq(emailChange.id, id)))
  return found
}

/** Finds the open change; there is at most one. */
export async function findOpenEmailChange(
  tx: OrgTx,
  { person_id, now }: { person_id: string; now: string },
): Promise<EmailChangeRow | undefined> {
  const [found] = await tx
    .select()
    .from(emailChange)
    .where(isOpen(tx, person_id, now))
  return found
}

/** Lists the changes that may still be confirmed or undone, in the order in which they were asked for. */
export function listRecentEmailChanges(
  tx: OrgTx,
  { person_id, since, now }: { person_id: string; since: string; now: string },
): Promise<EmailChangeRow[]> {
  return tx
    .select()
    .from(emailChange)
    .where(
      and(
        inOrganization(tx, emailChange),
        eq(emailChange.person_id, person_id),
        isNull(emailChange.undone_at),
        or(gt(emailChange.expires_at, now), gt(emailChange.confirmed_at, since)),
      ),
    )
    .orderBy(asc(emailChange.id))
}

/** Compares ids: only one is open at a time, so they were confirmed in the order in which they were asked for. */
export function listConfirmedAfter(
  tx: OrgTx,
  { id, person_id }: Pick<EmailChangeRow, 'id' | 'person_id'>,
): Promise<EmailChangeRow[]> {
  return tx
    .select()
    .from(emailChange)
    .where(
      and(
        inOrganization(tx, emailChange),
        eq(emailChange.person_id, person_id),
        isNotNull(emailChange.confirmed_at),
        gt(emailChange.id, id),
      ),
    )
    .orderBy(asc(emailChange.id))
}

export async function insertEmailChange(
  tx: OrgTx,
  row: Omit<typeof emailChange.$inferInsert, 'organization_id'>,
): Promise<void> {
  await tx.insert(emailChange).values({ ...row, organization_id: tx.org })
}

export async function updateEmailChanges(
  tx: OrgTx,
  ids: readonly string[],
  change:
    | { confirmed_at: string }
    | { undone_at: string }
    | { expires_at: string }
    | Pick<EmailChangeRow, 'phone_changed_at' | 'former_phone' | 'new_phone'>,
): Promise<void> {
  await tx
    .update(emailChange)
    .set(change)
    .where(and(inOrganization(tx, emailChange), isAnyOf(emailChange.id, ids)))
}

/** Closes the open changes: their links then say that they no longer work, not that they are unknown. */
export async function closeOpenEmailChanges(
  tx: OrgTx,
  { person_id, now }: { person_id: string; now: string },
): Promise<void> {
  await tx
    .update(emailChange)
    .set({ expires_at: now })
    .where(isOpen(tx, person_id, now))
}

const isOpen = (tx: OrgTx, person_id: string, now: string) =>
  and(
    inOrganization(tx, emailChange),
    eq(emailChange.person_id, person_id),
    isNull(emailChange.confirmed_at),
    gt(emailChange.expires_at, now),
  )

export const listEmailChangesOf = (tx: OrgTx, person_id: string) =>
  tx
    .select({
      former_email: emailChange.former_email,
      new_email: emailChange.new_email,
      created_at: emailChange.created_at,
      expires_at: emailChange.expires_at,
      confirmed_at: emailChange.confirmed_at,
      undone_at: emailChange.undone_at,
      phone_changed_at: emailChange.phone_changed_at,
      former_phone: emailChange.former_phone,
      new_phone: emailChange.new_phone,
    })
    .from(emailChange)
    .where(and(inOrganization(tx, emailChange), eq(emailChange.person_id, person_id)))
    .orderBy(asc(emailChange.created_at), asc(emailChange.id))

/** D60. Moves all, or these. */
export async function moveEmailChanges(
  tx: OrgTx,
  { from, to, ids }: { from: string; to: string; ids?: readonly string[] },
): Promise<void> {
  await tx
    .update(emailChange)
    .set({ person_id: to })
    .where(
      and(
        inOrganization(tx, emailChange),
        eq(emailChange.person_id, from),
        ids && isAnyOf(emailChange.id, ids),
      ),
    )
}

export async function deleteEmailChangesOfPeople(tx: OrgTx, person_ids: readonly string[]): Promise<void> {
  await tx
    .delete(emailChange)
    .where(and(inOrganization(tx, emailChange), isAnyOf(emailChange.person_id, person_ids)))
}

export async function getOrganizer(tx: OrgTx) {
  return oneRow(
    await tx
      .select({
        organization_name: organization.name,
        contact_email: organization.contact_email,
        contact_phone: organization.contact_phone,
        time_zone: organization.time_zone,
      })
      .from(organization)
      .where(eq(organization.id, tx.org)),
  )
}
