import { isSameEmail } from '@muster/contract/rules/email-change'
import type { Config } from '../../config.ts'
import type { OrgTx } from '../../db/client.ts'
import type { PersonRow } from '../../db/schema.ts'
import { listLinkedAssignments, wereWaitingLinksSent } from '../../outbox/sent-messages.ts'
import { addressesOf, type ChannelAddress } from '../../outbox/suppression.ts'
import { replaceLinks } from '../assignments/replace-links.ts'
import { replaceWaitingLinks } from '../waiting-list/replace-waiting-links.ts'

type People = {
  /** The one person of the merge. */
  before: PersonRow
  own: PersonRow
  other: PersonRow
  /** Assignments that `other` has again. */
  moved: readonly string[]
}

/**
 * D17: as after a change of contact, links that the merge has sent to an address of the other person stop working. The
 * messages of `other` must be theirs again. Tells nobody but
 * who has an offered place, of its new link. Returns how many links of messages are replaced.
 */
export async function replaceForeignLinks(
  tx: OrgTx,
  { before, own, other, moved }: People,
  { now, config }: { now: string; config: Config },
): Promise<number> {
  const sentTo = (addresses: ChannelAddress[]) => listLinkedAssignments(tx, own.id, addresses)
  const foreign = addressesNotOf(before, own)
  const linked = [
    ...(await sentTo(foreign)).filter((id) => !moved.includes(id)),
    ...(await sentTo(addressesNotOf(before, other))).filter((id) => moved.includes(id)),
  ]
  await replaceLinks(tx, linked, { notify: false, now, config })
  if (await wereWaitingLinksSent(tx, own.id, foreign)) await replaceWaitingLinks(tx, own.id)
  return linked.length
}

const addressesNotOf = (before: PersonRow, person: PersonRow): ChannelAddress[] =>
  addressesOf({
    email: isSameEmail(before.email, person.email) ? null : before.email,
    phone: before.phone === person.phone ? null : before.phone,
  })
