import { linkOpenedSince } from '@muster/contract/rules/invite-expiry'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import { takeSharedIn } from '../../access/rate-limit.ts'
import type { OrgTx } from '../../db/client.ts'
import { findMergedLink } from '../../db/merged-link.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { calendarFeed, writeFeedEntry } from '../../mail/calendar.ts'
import { enqueueEmails } from '../../outbox/enqueue.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { getLanguage } from '../../outbox/recipients.ts'
import { isSigned, readSignedId, signId } from '../../signing/signed-id.ts'
import { getOrganizer } from '../people/email-change-queries.ts'
import { findPerson } from '../people/queries.ts'
import { type FeedOwner, findFeedOwner, listFeedEntries, renewEventFeed } from './feed-queries.ts'
import { refuseUndeliverableMailbox } from './mailbox.ts'
import { openLink, refuseClosed } from './open-link.ts'

type Feed = { feed_url: string }

/** V2. Refuses as `getInvitation` does. */
export function getCalendarFeed(deps: Deps, token: string): Promise<Feed> {
  return openOwn(deps, token)
}

/** V2. Refuses as `getInvitation` does. */
export function renewCalendarFeed(deps: Deps, token: string): Promise<Feed> {
  return openOwn(deps, token, async (tx, { person_id, event_id }) => {
    await renewEventFeed(tx, { person_id, event_id })
    const subjects = { event_id, person_ids: [person_id] }
    await recordAction(tx, { action: 'person.feed_renewed', at: deps.now(), ...subjects })
  })
}

const PER_PERSON = [
  { name: 'feed-mail-hour', hits: 3, window_s: 60 * 60 },
  { name: 'feed-mail-day', hits: 10, window_s: 24 * 60 * 60 },
]

/**
 * V2: sends the address of the feed of all events, which a personal link must not show (D63). Refuses as
 * `getInvitation` does, and with `mailbox_unreachable`, `rate_limited`.
 */
export async function sendCalendarFeed(deps: Deps, token: string, attempt?: Attempt): Promise<void> {
  const { id: person_id, email } = await openLink(deps, token, async (_tx, linked) => {
    refuseClosed(linked, deps.now())
    return linked.recipient
  })
  await refuseUndeliverableMailbox(deps, token, email)
  await openLink(deps, token, (tx) =>
    oncePerKey(tx, attempt, z.null(), () => enqueueFeed(tx, person_id, deps.now())),
  )
}

async function enqueueFeed(tx: OrgTx, person_id: string, now: string): Promise<null> {
  for (const limit of PER_PERSON) await takeSharedIn(tx, now, { ...limit, of: person_id })
  const person = await findPerson(tx, person_id)
  const owner = await findFeedOwner(tx, person_id)
  if (!person || !owner) throw notFound('link_invalid')
  const { first_name } = person
  const payload = { person_id, round: owner.calendar_round, first_name, ...(await getOrganizer(tx)) }
  await enqueueEmails(tx, [
    { person, language: await getLanguage(tx, person), content: { template: 'calendar_feed', payload } },
  ])
  await recordAction(tx, { action: 'person.feed_sent', at: now, person_ids: [person_id] })
  return null
}

const ADDRESS = /^([\w-]{43})(?:\.([\da-f-]{36}))?\.ics$/

/**
 * `file` is `{signed id}.ics`, for one event `{signed id}.{event id}.ics`. Throws 404 `link_invalid`, also once the
 * person is erased.
 */
export async function readCalendarFeed(
  { db, findOrganization, keys, config, now }: Deps,
  file: string,
): Promise<string> {
  const [, token = '', event_id] = ADDRESS.exec(file) ?? []
  const id = readSignedId(token)
  const org = id && (await findOrganization.ofPerson(id))
  if (!org) throw notFound('link_invalid')

  const { name, language, entries } = await db.transaction(org, async (tx) => {
    const found = await findFeed(tx, id, event_id)
    if (!found || !isSigned(keys, token, found.signed)) throw notFound('link_invalid')
    const { owner, person_id } = found
    const read_at = now()
    const period = { ended_after: linkOpenedSince(read_at), now: read_at }
    return {
      name: owner.organization_name,
      language: owner.language,
      entries: await listFeedEntries(tx, { person_id, event_id }, period),
    }
  })
  const written = await mapYielding(entries, (entry) => writeFeedEntry(entry, config.public_url))
  return calendarFeed({ name, empty: texts[language]('empty') }, written)
}

/** D60: the feed of a person who became part of another one is theirs, until the feeds of that one are made anew. */
async function findFeed(tx: OrgTx, id: string, event_id: string | undefined) {
  const owner = await findFeedOwner(tx, id)
  if (owner) return { owner, person_id: id, signed: signedFeed(id, owner, event_id) }
  const merged = await findMergedLink(tx, id)
  const left = merged && (await findFeedOwner(tx, merged.leads_to))
  const roundOf = (rounds: Record<string, number>) => (event_id === undefined ? 0 : (rounds[event_id] ?? 0))
  if (
    !left ||
    left.calendar_round !== merged.leads_to_round ||
    roundOf(left.event_feed_rounds) !== roundOf(merged.leads_to_feed_rounds)
  )
    return undefined
  const before = { calendar_round: merged.round, event_feed_rounds: merged.feed_rounds }
  return { owner: left, person_id: merged.leads_to, signed: signedFeed(id, before, event_id) }
}

function openOwn(
  deps: Deps,
  token: string,
  change?: (tx: OrgTx, feed: { person_id: string; event_id: string }) => Promise<void>,
): Promise<Feed> {
  return openLink(deps, token, async (tx, linked) => {
    refuseClosed(linked, deps.now())
    const { id: person_id } = linked.recipient
    const { id: event_id } = linked.shift.role.event
    await change?.(tx, { person_id, event_id })
    const owner = await findFeedOwner(tx, person_id)
    if (!owner) throw notFound('link_invalid')
    const signed = signId(deps.keys, signedFeed(person_id, owner, event_id))
    return { feed_url: `${deps.config.public_api_url}/calendar/feed/${signed}.${event_id}.ics` }
  })
}

/** The round of the person ends the feeds of all events, that of the event only its own. */
function signedFeed(
  id: string,
  { calendar_round: round, event_feed_rounds }: Pick<FeedOwner, 'calendar_round' | 'event_feed_rounds'>,
  event_id?: string,
) {
  if (event_id === undefined) return { purpose: 'calendar_feed', id, round } as const
  const scope = `${event_id} ${event_feed_rounds[event_id] ?? 0}`
  return { purpose: 'event_feed', id, round, scope } as const
}

const texts = addNamespace('calendar_feed', {
  en: { empty: 'No shifts yet. They appear here once you have said yes.' },
  sv: { empty: 'Inga pass än. De syns här när du har tackat ja.' },
})
