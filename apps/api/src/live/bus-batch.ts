import { z } from 'zod'
import { type SentAnnouncement, sentAnnouncement } from './announcement.ts'

/** PostgreSQL takes less than 8,000 bytes. */
const PAYLOAD_BYTES = 7_500
/** More ids are sent as an empty list, which means any. */
const MAX_IDS = 150

const batch = z.object({ from: z.string(), announcements: z.array(sentAnnouncement) })

/** Adds an announcement to those that wait to be sent, merged with one on the same subject. */
export function merge(pending: Map<string, SentAnnouncement>, announcement: SentAnnouncement): void {
  switch (announcement.kind) {
    case 'outbox':
      pending.set('outbox', announcement)
      return
    case 'presence':
      pending.set(`presence ${announcement.shift_id}`, announcement)
      return
    case 'broadcast':
      pending.set(`broadcast ${announcement.broadcast_id}`, announcement)
      return
    case 'session_ended':
      pending.set(`session ${announcement.session_id}`, announcement)
      return
    case 'membership':
      pending.set(`member ${announcement.organization_id} ${announcement.user_id}`, announcement)
      return
    case 'shifts': {
      const key = `shifts ${announcement.event_id}`
      const before = pending.get(key)
      if (before?.kind !== 'shifts') pending.set(key, announcement)
      else
        pending.set(key, {
          ...before,
          ...announcement,
          shift_ids: union(before.shift_ids, announcement.shift_ids),
        })
      return
    }
    case 'messages': {
      const key = `messages ${announcement.organization_id}`
      const before = pending.get(key)
      const person_ids =
        before?.kind === 'messages' ? union(before.person_ids, announcement.person_ids) : undefined
      pending.set(key, { ...announcement, ...(person_ids && { person_ids }) })
    }
  }
}

function union(some: readonly string[], others: readonly string[]): string[] {
  const isAny = some.length === 0 || others.length === 0
  return isAny ? [] : [...new Set([...some, ...others])]
}

export function pack(from: string, announcements: readonly SentAnnouncement[]): string[] {
  const payloads: string[] = []
  let current: SentAnnouncement[] = []
  let bytes = 0
  for (const announcement of announcements.map(shorten)) {
    const size = JSON.stringify(announcement).length + 1
    if (bytes + size > PAYLOAD_BYTES && current.length > 0) {
      payloads.push(JSON.stringify({ from, announcements: current }))
      current = []
      bytes = 0
    }
    current.push(announcement)
    bytes += size
  }
  if (current.length > 0) payloads.push(JSON.stringify({ from, announcements: current }))
  return payloads
}

function shorten(announcement: SentAnnouncement): SentAnnouncement {
  if (announcement.kind === 'shifts' && announcement.shift_ids.length > MAX_IDS)
    return { ...announcement, shift_ids: [] }
  if (announcement.kind === 'messages' && announcement.person_ids.length > MAX_IDS)
    return { ...announcement, person_ids: [] }
  return announcement
}

/** Returns undefined for a payload that none of our processes has sent. */
export function parseBatch(payload: string): z.infer<typeof batch> | undefined {
  try {
    return batch.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}
