import { cleanText } from '@muster/contract/rules/text'
import { and, asc, eq, gt, like, notLike, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { message } from '../db/schema.ts'
import type { InboundSms } from '../providers/provider.ts'
import { keepFresh } from './receipts.ts'

/** What a message is called in a thread; by the number's own webhook it is called otherwise. */
const IN_THREAD = 'IM%'

/**
 * Where there is a thread, Twilio tells of an SMS twice: as the number's and as the thread's, with two names that know
 * nothing of each other. The same words by the other way within ten minutes are the same SMS; each answers for one
 * other only, so that whoever writes "Ja" twice is heard twice.
 */
export async function wasToldOtherwise(tx: Tx, sms: InboundSms, owner: string | null): Promise<boolean> {
  if (owner === null) return false
  // Both may come at the same moment, to two servers.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`muster inbound ${sms.from}`}))`)
  const isOther = sms.provider_message_id.startsWith('IM') ? notLike : like
  const candidates = await tx
    .select({ sid: message.provider_message_id })
    .from(message)
    .where(
      and(
        eq(message.organization_id, owner),
        eq(message.address, sms.from),
        eq(message.channel, 'SMS'),
        eq(message.direction, 'INBOUND'),
        eq(message.body_text, cleanText(sms.text)),
        isOther(message.provider_message_id, IN_THREAD),
        gt(message.created_at, sql`now() - interval '10 minutes'`),
      ),
    )
    .orderBy(asc(message.created_at))
  for (const { sid } of candidates) {
    const [free] = await keepFresh(tx, [{ provider: 'twilio', provider_event_id: `${sid} told otherwise` }])
    if (free) return true
  }
  return false
}
