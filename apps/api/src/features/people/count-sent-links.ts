import type { OrgId, OrgTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { listNotified } from '../../outbox/list-notified.ts'
import { listLinkedAssignments } from '../../outbox/sent-messages.ts'
import type { ChannelAddress } from '../../outbox/suppression.ts'
import { listOpenedByLinks } from '../assignments/queries.ts'
import { findPerson } from './queries.ts'

/** D17. Throws 404 `person_not_found`. */
export function countSentLinks(
  { db, now }: Deps,
  org: OrgId,
  id: string,
): Promise<{ email: number; phone: number }> {
  return db.transaction(org, async (tx) => {
    const person = await findPerson(tx, id)
    if (!person) throw notFound('person_not_found')
    const { email, phone } = person
    const count = (address: ChannelAddress) => countLinks(tx, { id, address, now: now() })
    return {
      email: email === null ? 0 : await count({ channel: 'EMAIL', address: email }),
      phone: phone === null ? 0 : await count({ channel: 'SMS', address: phone }),
    }
  })
}

async function countLinks(
  tx: OrgTx,
  { id, address, now }: { id: string; address: ChannelAddress; now: string },
): Promise<number> {
  const linked = await listLinkedAssignments(tx, id, [address])
  const assignment_ids = (await listOpenedByLinks(tx, linked)).map((opened) => opened.id)
  return (await listNotified(tx, { assignment_ids }, now)).length
}
