import { linkOpenedSince } from '@muster/contract/rules/invite-expiry'
import type { OrgTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/refusal.ts'
import { calendarFeed, writeFeedEntry } from '../../mail/calendar.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { isSigned, readSignedId, signId } from '../../signing/signed-id.ts'
import { findFeedOwner, listFeedEntries, renewCalendarRound } from './feed-queries.ts'
import { openLink, refuseClosed } from './open-link.ts'
import type { Linked } from './queries.ts'

type Feed = { feed_url: string }

/** V2. Refuses as `getInvitation` does. */
export function getCalendarFeed(deps: Deps, token: string): Promise<Feed> {
  return openOwn(deps, token, async (tx, { recipient }) => {
    const owner = await findFeedOwner(tx, recipient.id)
    if (!owner) throw notFound('link_invalid')
    return owner.calendar_round
  })
}

/** V2. Refuses as `getInvitation` does. */
export function renewCalendarFeed(deps: Deps, token: string): Promise<Feed> {
  return openOwn(deps, token, (tx, { recipient }) => renewCalendarRound(tx, recipient.id))
}

/** `file` is `{signed id}.ics`. Throws 404 `link_invalid`, also once the person is erased. */
export async function readCalendarFeed(
  { db, findOrganization, keys, config, now }: Deps,
  file: string,
): Promise<string> {
  const token = /^(.+)\.ics$/.exec(file)?.[1] ?? ''
  const id = readSignedId(token)
  const org = id && (await findOrganization.ofPerson(id))
  if (!org) throw notFound('link_invalid')

  const { name, entries } = await db.transaction(org, async (tx) => {
    const owner = await findFeedOwner(tx, id)
    if (!owner || !isSigned(keys, token, { purpose: 'calendar_feed', id, round: owner.calendar_round })) {
      throw notFound('link_invalid')
    }
    const read_at = now()
    const period = { ended_after: linkOpenedSince(read_at), now: read_at }
    return { name: owner.organization_name, entries: await listFeedEntries(tx, id, period) }
  })
  const written = await mapYielding(entries, (entry) => writeFeedEntry(entry, config.public_url))
  return calendarFeed(name, written)
}

function openOwn(
  deps: Deps,
  token: string,
  readRound: (tx: OrgTx, linked: Linked) => Promise<number>,
): Promise<Feed> {
  return openLink(deps, token, async (tx, linked) => {
    refuseClosed(linked, deps.now())
    const round = await readRound(tx, linked)
    const signed = signId(deps.keys, { purpose: 'calendar_feed', id: linked.recipient.id, round })
    return { feed_url: `${deps.config.public_api_url}/calendar/feed/${signed}.ics` }
  })
}
