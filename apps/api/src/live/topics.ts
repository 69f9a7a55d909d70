import { id as idField } from '@muster/contract/fields'
import type { Announcement } from './announcement.ts'
import type { Bus } from './bus.ts'
import type { Membership, Viewer } from './channel.ts'
import { JoinRefused } from './join-budget.ts'

/** Prefix of the public realtime client's topics. */
export const DIRECT = 'realtime'

export type Topic = {
  /** Calls `viewer.accept` once, or throws. */
  join(id: string, payload: unknown, viewer: Viewer): Promise<Membership>
  onAnnouncement?(announcement: Announcement): void
  close?(): void
}

export type Topics = {
  find(name: string): { topic: Topic; id: string } | undefined
  close(): void
}

export function createTopics(bus: Pick<Bus, 'subscribe'>, by_prefix: Record<string, Topic>): Topics {
  const topics = Object.values(by_prefix)
  const unsubscribe = bus.subscribe((announcement) => {
    for (const topic of topics) topic.onAnnouncement?.(announcement)
  })

  return {
    find(name) {
      const [prefix, id] = splitOnce(name)
      const topic = Object.hasOwn(by_prefix, prefix) ? by_prefix[prefix] : undefined
      if (!topic) return undefined
      // Clients choose the names of these topics.
      if (prefix === DIRECT) return { topic, id }
      // Malformed ids are answered like unknown ones (D1). So are other spellings of an id: frames contain ours.
      return { topic: idField.safeParse(id).data === id ? topic : notFound, id }
    },
    close() {
      unsubscribe()
      for (const topic of topics) topic.close?.()
    },
  }
}

const notFound: Topic = {
  async join() {
    throw new JoinRefused('not_found')
  },
}

function splitOnce(name: string): [string, string] {
  const colon = name.indexOf(':')
  return colon < 0 ? [name, ''] : [name.slice(0, colon), name.slice(colon + 1)]
}
