import { language } from '@muster/contract/fields'
import { isWithinTenSegments } from '@muster/contract/rules/segments'
import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../db/client.ts'
import { toPersonName } from '../mail/text.ts'
import type { Channel } from '../providers/provider.ts'
import type { ClaimedMessage } from './claim.ts'
import { updatePayloads } from './update-payloads.ts'

/** Marks claimed messages whose address or number several people of the organisation have, such as siblings. */
export async function markShared(
  tx: Tx,
  claimed: readonly ClaimedMessage[],
  channel: Channel,
): Promise<readonly ClaimedMessage[]> {
  const open = claimed.filter(({ payload }) => isUnmarked.safeParse(payload).success)
  if (open.length === 0) return claimed
  // The key begins with the folded address and a newline (D11); only these operators use its index.
  const address = sql`split_part(p.identity_key, chr(10), 1)`
  const isSame =
    channel === 'SMS'
      ? sql`o.phone = m.address`
      : sql`o.identity_key ~>=~ (${address} || chr(10)) and o.identity_key ~<~ (${address} || chr(11))`
  const { rows } = await tx.execute<{ id: string; payload: object }>(sql`
    select m.id, m.payload || '{"is_shared": true}' as payload
    from message m
    join person p on p.id = m.person_id
    where m.id = any(${sql.param(open.map(({ id }) => id))}::uuid[]) and exists (
      select from person o
      where ${isSame}
        and o.organization_id = m.organization_id and o.id <> p.id and o.erased_at is null
    )
  `)
  return updatePayloads(tx, claimed, new Map(rows.map(({ id, payload }) => [id, payload])))
}

const isUnmarked = z.object({ first_name: z.string(), is_shared: z.undefined().optional() })
const isMarked = z.object({
  language,
  payload: z.object({ first_name: z.string(), is_shared: z.literal(true) }),
})

type Row = Pick<ClaimedMessage, 'payload' | 'language'>

/** Says whom a subject or an SMS is for, if others get theirs at the same address. */
export function withName(text: string, row: Row): string {
  const marked = isMarked.safeParse(row)
  if (!marked.success) return text
  const name = toPersonName(marked.data.payload.first_name)
  return texts[marked.data.language]('for', { name, text })
}

/** D4: leaves the name out of an SMS that has no room for it. */
export function withNameInSms(text: string, row: Row): string {
  const named = withName(text, row)
  return isWithinTenSegments(named) ? named : text
}

const texts = addNamespace('shared_address', {
  en: { for: 'For {{name}}: {{text}}' },
  sv: { for: 'Till {{name}}: {{text}}' },
})
