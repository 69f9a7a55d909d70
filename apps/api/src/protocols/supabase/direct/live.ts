import { id as idField } from '@muster/contract/fields'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Deps } from '../../../deps.ts'
import type { Admission, Admitted } from '../../../live/admission.ts'
import type { Membership, Viewer } from '../../../live/channel.ts'
import { FollowedIds } from '../../../live/followed-ids.ts'
import { JoinRefused } from '../../../live/join-budget.ts'
import type { Presence } from '../../../live/presence.ts'
import { DIRECT, type Topic } from '../../../live/topics.ts'
import { buildPush, type Push } from '../../../live/wire.ts'
import { sha256 } from '../../../signing/sha256.ts'
import { type Binding, readDirectJoin } from '../live/direct-join.ts'
import { DirectPresence } from '../live/direct-presence.ts'
import {
  createDirectHub,
  type DirectHub,
  type MemberView,
  type ReadDirect,
  type Subscriber,
} from '../live/direct-room.ts'
import { type RowIds, selectDirectShifts, selectEventIds } from './queries.ts'

/** Maximum number of events per channel: each keeps the assignments of its event in memory. */
const MAX_EVENTS = 10
/** Maximum number of ids in all cached lists together: about 25 MB. */
const CACHED_IDS = 100_000
/** Milliseconds that a list is cached, because a shift can be moved to another event, or deleted. */
const CACHED_FOR = 60_000
/** Maximum number of database connections in use at a time: sign-ups come first. */
const CONCURRENCY = 2

type DirectTopicOptions = { admission: Admission; presence: Presence; reread_ms?: number | undefined }

/** Serves what the public realtime client joins: changes of rows, and presence on a sign-up page. */
export function createDirectTopic(deps: Deps, { admission, presence, reread_ms }: DirectTopicOptions): Topic {
  const findEvents = createFindEvents(deps)
  const visitors = new DirectPresence(presence)
  const followed = new FollowedIds()
  const hub = createDirectHub({ read: createReadDirect(deps), reread_ms, log: deps.log })

  return {
    async join(name, payload, viewer) {
      const topic = `${DIRECT}:${name}`
      const asked = readDirectJoin(payload)
      const { event_ids, bindings } = await findEvents(asked.bindings)
      const page = await findPage(findEvents, name)
      const admitted = await admitMember(deps, admission, { token: asked.token, event_ids, bindings })
      const release = followed.hold(viewer.address, countIds(bindings))
      const member = admitted && viewOf(admitted)
      const feed = await openFeed(hub, { topic, bindings, event_ids, member, viewer }).catch(
        (error: unknown) => {
          release()
          throw error
        },
      )
      feed.open(asked.echoed)
      const held = admitted?.open(viewer, () => undefined)
      const visit = page
        ? visitors.join(page, { topic, key: asked.presence_key, viewer })
        : joinWithoutPresence(topic, viewer)
      if (bindings.length > 0) viewer.send(buildPush(topic, 'system', subscribedJson(name)))
      return {
        receive: (event, message) =>
          (visit.receive?.(event, message) || held?.receive?.(event, message)) ?? false,
        leave() {
          release()
          held?.leave()
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

export function createReadDirect({
  db,
  findOrganization,
}: Pick<Deps, 'db' | 'findOrganization'>): ReadDirect {
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

const countIds = (bindings: readonly Binding[]) =>
  bindings.reduce((total, { values }) => total + values.size, 0)

type Asked = { token: string | undefined; event_ids: readonly string[]; bindings: readonly Binding[] }

/** Returns undefined, for the public view, to clients without a session and members of other organisations. */
async function admitMember(
  { findOrganization }: Pick<Deps, 'findOrganization'>,
  admission: Admission,
  { token, event_ids: [event_id], bindings }: Asked,
): Promise<Admitted | undefined> {
  if (token === undefined || event_id === undefined) return undefined
  const org = await findOrganization.ofEvent(event_id)
  const admitted = await admission
    .admit({ findOrganization: async () => org, refusal: 'not_found', payload: { token } })
    .catch((error: unknown) => {
      if (error instanceof JoinRefused) return undefined
      throw error
    })
  const role_ids = admitted && viewOf(admitted).role_ids
  if (org && role_ids) {
    const ids = bindings.flatMap(({ values }) => [...values])
    if (!(await admission.areOfRoles(org, role_ids, ids))) throw new JoinRefused(UNKNOWN)
  }
  return admitted
}

/** M1: limits a leader to the roles they lead. */
const viewOf = ({ member }: Admitted): MemberView => ({
  role_ids: member.role === 'leader' ? member.lead_role_ids : undefined,
})

type FeedOptions = {
  topic: string
  bindings: readonly Binding[]
  event_ids: readonly string[]
  member: MemberView | undefined
  viewer: Viewer
}

/** Holds changes that are found before the join is answered, and sends them after the answer. */
async function openFeed(hub: DirectHub, { topic, bindings, event_ids, member, viewer }: FeedOptions) {
  let waiting: Push[] | undefined = []
  const subscriber: Subscriber = {
    topic,
    bindings,
    member,
    key: sha256(
      JSON.stringify([
        topic,
        bindings.map(({ values, ...rest }) => ({ ...rest, values: [...values] })),
        // Undefined (the public view) and a member who sees everything must get different keys.
        member ? [member.role_ids] : 'public',
      ]),
    ),
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
    open(postgres_changes: readonly object[]) {
      viewer.accept(JSON.stringify({ postgres_changes, view: member ? 'members' : 'public' }))
      const early = waiting ?? []
      waiting = undefined
      for (const push of early) viewer.send(push)
    },
  }
}

type Filter = Pick<Binding, 'column' | 'values'>
type FindEvents = <F extends Filter>(filters: readonly F[]) => Promise<{ event_ids: string[]; bindings: F[] }>

async function findPage(findEvents: FindEvents, name: string) {
  const given = /^shift_signup:(.*)$/.exec(name)?.[1]
  if (given === undefined) return undefined
  const { data: shift_id } = idField.safeParse(given)
  if (shift_id === undefined) throw new JoinRefused(UNKNOWN)
  const { event_ids } = await findEvents([{ column: 'id', values: new Set([shift_id]) }])
  const [event_id] = event_ids
  return event_id === undefined ? undefined : { event_id, shift_id }
}

const UNKNOWN = 'NotFound: no row has this id'

/** Finds the events that the bindings follow, all of one organisation. The bindings keep only ids that exist. */
function createFindEvents({ db, findOrganization }: Pick<Deps, 'db' | 'findOrganization'>): FindEvents {
  const limit = pLimit(CONCURRENCY)
  // Clients that join at the same time, as when a sign-up opens, share one read.
  const known = new LRUCache<string, Map<string, string>, RowIds>({
    maxSize: CACHED_IDS,
    // An empty result takes space too.
    sizeCalculation: (events) => events.size + 1,
    ttl: CACHED_FOR,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => limit(() => selectEventIds(db, context)),
  })

  return async (filters) => {
    if (filters.length === 0) return { event_ids: [], bindings: [] }
    const ids = {
      event: idsOf(filters, 'event'),
      role: idsOf(filters, 'role'),
      shift: idsOf(filters, 'shift'),
    }
    const events =
      (await known.fetch(sha256(JSON.stringify(ids)), { context: ids })) ?? new Map<string, string>()
    const found = [...events.keys()].toSorted()
    // The found strings are used instead of those of the filter: V8 would keep the filter's whole text for each.
    const bindings = filters.map((each) => ({
      ...each,
      values: new Set(found.filter((id) => each.values.has(id))),
    }))
    // Rows of a list may have been deleted since the client read it.
    if (bindings.some(({ values }) => values.size === 0)) throw new JoinRefused(UNKNOWN)
    const event_ids = [...new Set(events.values())]
    if (event_ids.length > MAX_EVENTS) {
      throw new JoinRefused(`TooManyEvents: a channel follows rows of at most ${MAX_EVENTS} events`)
    }
    const organizations = await Promise.all(event_ids.map((id) => findOrganization.ofEvent(id)))
    if (new Set(organizations).size > 1) {
      throw new JoinRefused('Forbidden: the rows are of more than one organization')
    }
    return { event_ids, bindings }
  }
}

/** Sorts the ids, so that the same list has the same cache key. */
function idsOf(filters: readonly Filter[], table: keyof RowIds): string[] {
  const values = filters.flatMap((each) => (tableOf(each.column) === table ? [...each.values] : []))
  return [...new Set(values)].toSorted()
}

const tableOf = (column: Binding['column']): keyof RowIds =>
  column === 'event_id' ? 'event' : column === 'role_id' ? 'role' : 'shift'
