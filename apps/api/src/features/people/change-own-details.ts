import { confirmEmailUntil, isSameEmail } from '@muster/contract/rules/email-change'
import { and, eq, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { OrgTx, Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { ROWS_AT_ONCE } from '../../db/in-batches.ts'
import { lockPersonExclusively } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import { type AskedDetails, type PersonRow, person } from '../../db/schema.ts'
import { conflict } from '../../edge/refusal.ts'
import { enqueueEmails } from '../../outbox/enqueue.ts'
import { enqueuePhoneChanged } from '../../outbox/enqueue-notices.ts'
import { getLanguage } from '../../outbox/recipients.ts'
import { askForEmail, recordPhoneChange } from './change-own-email.ts'
import { getOrganizer } from './email-change-queries.ts'
import { changeOwnDetails, readNumber } from './save-person.ts'

/* V3: who holds a personal link asks for a change, and the person's mailbox confirms it (D63). */

export type DetailsChange = Pick<AskedDetails, 'phone' | 'language' | 'new_email'>

/** Replaces what was asked for before. The person must be locked. Refuses with `mailbox_unreachable`. */
export async function askForDetails(
  tx: OrgTx,
  asking: PersonRow,
  { assignment_id, change, now }: { assignment_id: string; change: DetailsChange; now: string },
): Promise<void> {
  const { phone, language, new_email } = change
  if (asking.email === null) throw conflict('mailbox_unreachable')
  const asked: AskedDetails = {
    id: newId(),
    assignment_id,
    email: asking.email,
    ...(phone !== undefined && { phone: phone ? await readNumber(tx, phone) : null }),
    ...(language !== undefined && { language }),
    ...(new_email !== undefined && { new_email }),
    expires_at: confirmEmailUntil(now),
  }
  await updateAsked(tx, asking.id, asked)
  await recordAction(tx, {
    action: 'person.change_asked',
    at: now,
    person_ids: [asking.id],
    fields: fieldsOf(asked),
  })
  const payload = {
    person_id: asking.id,
    request_id: asked.id,
    first_name: asking.first_name,
    what: whatIsAsked(asked),
    until: asked.expires_at,
    ...(await getOrganizer(tx)),
  }
  await enqueueEmails(tx, [
    {
      person: asking,
      language: await getLanguage(tx, asking),
      content: { template: 'details_confirm', payload },
    },
  ])
}

/** Returns what still waits for the person's mailbox. */
export function openDetails(
  { asked_details: asked, email }: Pick<PersonRow, 'asked_details' | 'email'>,
  now: string,
): AskedDetails | undefined {
  const isOpen = asked && !asked.confirmed_at && now < asked.expires_at && isSameEmail(asked.email, email)
  return isOpen ? asked : undefined
}

/** Does nothing once it is done, has expired or was replaced by a newer request. */
export async function confirmDetails(
  tx: OrgTx,
  {
    person_id,
    request_id,
    now,
    config,
  }: { person_id: string; request_id: string; now: string; config: Config },
): Promise<void> {
  const before = await lockPersonExclusively(tx, person_id)
  const asked = before && openDetails(before, now)
  if (!before || asked?.id !== request_id) return
  const { assignment_id, phone, language, new_email } = asked
  if (new_email === undefined) {
    if (await changeOwnDetails(tx, before, { phone, language }, { now, config })) {
      await recordPhoneChange(tx, before, { phone: phone ?? null, now })
      await enqueuePhoneChanged(tx, { person_id, assignment_id, is_removed: phone === null, now })
    }
    await recordAction(tx, {
      action: 'person.changed',
      at: now,
      person_ids: [person_id],
      fields: fieldsOf(asked),
    })
  } else await askForEmail(tx, before, { email: new_email, now })
  // The values are not needed any more; the address is, for the page says where the next link went.
  const { phone: _phone, language: _language, ...done } = asked
  await updateAsked(tx, person_id, { ...done, confirmed_at: now })
}

export const takeBackDetails = (tx: OrgTx, person_id: string): Promise<void> =>
  updateAsked(tx, person_id, null)

/** D33: empties one batch of what has expired, for `untilNone`. */
export async function deleteOldAskedDetails(tx: Tx, now: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update person set asked_details = null where ctid = any(array(
      select ctid from person where (asked_details ->> 'expires_at')::timestamptz < ${now}
      limit ${ROWS_AT_ONCE} for update skip locked
    ))
  `)
  return rowCount ?? 0
}

export const fieldsOf = ({
  phone,
  language,
  new_email,
}: AskedDetails): ('phone' | 'language' | 'email')[] => [
  ...(phone === undefined ? [] : ['phone' as const]),
  ...(language === undefined ? [] : ['language' as const]),
  ...(new_email === undefined ? [] : ['email' as const]),
]

function whatIsAsked({ phone, language, new_email }: AskedDetails): 'phone' | 'language' | 'both' | 'email' {
  if (new_email !== undefined) return 'email'
  if (phone !== undefined && language !== undefined) return 'both'
  return phone === undefined ? 'language' : 'phone'
}

/** Not a change of the person for others: what an organiser has open stays current. */
async function updateAsked(tx: OrgTx, person_id: string, asked_details: AskedDetails | null): Promise<void> {
  await tx
    .update(person)
    .set({ asked_details })
    .where(and(eq(person.organization_id, tx.org), eq(person.id, person_id)))
}
