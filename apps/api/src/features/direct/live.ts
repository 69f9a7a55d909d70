import { id as canonicalId } from '@muster/contract/fields'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Deps } from '../../deps.ts'
import type { Membership, Viewer } from '../../live/channel.ts'
import { type Binding, type DirectJoin, readDirectJoin } from '../../live/direct-join.ts'
import { DirectPresence } from '../../live/direct-presence.ts'
import { type DirectHub, openDirectHub, type ReadDirect, type Subscriber } from '../../live/direct-room.ts'
import { JoinRefused } from '../../live/join-budget.ts'
import type { Presence } from '../../live/presence.ts'
import { DIRECT, type Topic } from '../../live/topics.ts'
import { buildPush, type Push } from '../../live/wire.ts'
import { sha256 } from '../../signing/sha256.ts'
import { type RowIds, selectDirectShifts, selectEventIds } from './queries.ts'

/** Each keeps the assignments of its event in memory. */
const MAX_EVENTS = 10
const CACHED = 10_000
/** ms. A shift can be moved to another event, or deleted. */
const CACHED_FOR = 60_000
/** Database connections at a time: sign-ups come first. */
const CONCURRENCY = 2

type DirectTopicOptions = { presence: Presence; reread_ms?: number | undefined }

/** What the public realtime client joins: changes of public rows, and presence on a sign-up page. */
export function openDirectTopic(deps: Deps, { presence, reread_ms }: DirectTopicOptions): Topic {
  const findEvents = openFindEvents(deps)
  const visitors = new DirectPresence(presence)
  const hub = openDirectHub({ read: openReadDirect(deps), reread_ms, log: deps.log })

  return {
    async join(name, payload, viewer) {
      const topic = `${DIRECT}:${name}`
      const asked = readDirectJoin(payload)
      const event_ids = await findEvents(asked.bindings)
      const page = await findPage(findEvents, name)
      const feed = await openFeed(hub, { topic, asked, event_ids, viewer })
      feed.open()
      const visit = page
        ? visitors.join(page, { topic, key: asked.presence_key, viewer })
        : joinWithoutPresence(topic, viewer)
      if (asked.bindings.length > 0) viewer.send(buildPush(topic, 'system', subscribedJson(name)))
      return {
        receive: (event, message) => visit.receive?.(event, message) ?? false,
        leave() {
          feed.leave()
          visit.leave()
        },
      }
    },
    onAnnouncement(announcement) {
      if (announcement.kind === 'shifts') hub.mark(announcement.event_id, announcement.shift_ids)
      if (announcement.kind === 'resync') hub.rereadAll()
    },
    close: () => hub.close(),
  }
}

export function openReadDirect({ db, findOrganization }: Pick<Deps, 'db' | 'findOrganization'>): ReadDirect {
  return async (event_id, shift_ids) => {
    const org = await findOrganization.ofEvent(event_id)
    return org && db.preparedTransaction(org, (tx) => selectDirectShifts(tx, event_id, shift_ids))
  }
}

function joinWithoutPresence(topic: string, viewer: Viewer): Membership {
  viewer.send(buildPush(topic, 'presence_state', '{}'))
  return { leave: () => undefined }
}

const subscribedJson = (channel: string) =>
  JSON.stringify({
    message: 'Subscribed to PostgreSQL',
    status: 'ok',
    extension: 'postgres_changes',
    channel,
  })

type FeedOptions = { topic: string; asked: DirectJoin; event_ids: readonly string[]; viewer: Viewer }

/** Changes that are found before the join is answered are sent after the answer. */
async function openFeed(hub: DirectHub, { topic, asked, event_ids, viewer }: FeedOptions) {
  let waiting: Push[] | undefined = []
  const subscriber: Subscriber = {
    topic,
    bindings: asked.bindings,
    key: sha256(JSON.stringify([topic, asked.echoed])),
    send(push) {
      if (!waiting) return viewer.send(push)
      waiting.push(push)
      return true
    },
    end: (event, reason) => viewer.end(event, reason),
  }
  const joined = await Promise.allSettled(event_ids.map((event_id) => hub.join(event_id, subscriber)))
  const memberships = joined.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const leave = () => {
    for (const membership of memberships) membership.leave()
  }
  const failed = joined.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') {
    leave()
    throw failed.reason
  }
  return {
    leave,
    open() {
      viewer.accept(JSON.stringify({ postgres_changes: asked.echoed }))
      const early = waiting ?? []
      waiting = undefined
      for (const push of early) viewer.send(push)
    },
  }
}

type FindEvents = (bindings: readonly Pick<Binding, 'table' | 'column' | 'values'>[]) => Promise<string[]>

async function findPage(findEvents: FindEvents, name: string) {
  const given = /^shift_signup:(.*)$/.exec(name)?.[1]
  if (given === undefined) return undefined
  const { data: shift_id } = canonicalId.safeParse(given)
  if (shift_id === undefined) throw new JoinRefused(UNKNOWN)
  const [event_id] = await findEvents([{ table: 'shift', column: 'id', values: new Set([shift_id]) }])
  return event_id === undefined ? undefined : { event_id, shift_id }
}

const UNKNOWN = 'NotFound: no row has this id'

/** Of what is followed the events, of one organisation. */
function openFindEvents({ db, findOrganization }: Pick<Deps, 'db' | 'findOrganization'>): FindEvents {
  const limit = pLimit(CONCURRENCY)
  // Clients that come at the same time, as at the opening of a sign-up, share one read.
  const known = new LRUCache<string, Map<string, string>, RowIds>({
    max: CACHED,
    ttl: CACHED_FOR,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => limit(() => selectEventIds(db, context)),
  })

  return async (bindings) => {
    if (bindings.length === 0) return []
    const ids: RowIds = { event: [], role: [], shift: [] }
    for (const { column, values } of bindings) ids[tableOf(column)].push(...values)
    const events = await known.fetch(sha256(JSON.stringify(ids)), { context: ids })
    // Rows of a list may have been deleted since the client read it.
    const isUnknown = ({ values }: Pick<Binding, 'values'>) => ![...values].some((id) => events?.has(id))
    if (!events || bindings.some(isUnknown)) throw new JoinRefused(UNKNOWN)
    const event_ids = [...new Set(events.values())]
    if (event_ids.length > MAX_EVENTS) {
      throw new JoinRefused(`TooManyEvents: a channel follows rows of at most ${MAX_EVENTS} events`)
    }
    const organizations = await Promise.all(event_ids.map((id) => findOrganization.ofEvent(id)))
    if (new Set(organizations).size > 1) {
      throw new JoinRefused('Forbidden: the rows are of more than one organization')
    }
    return event_ids
  }
}

const tableOf = (column: Binding['column']): keyof RowIds =>
  column === 'event_id' ? 'event' : column === 'role_id' ? 'role' : 'shift'
