import { randomUUID } from 'node:crypto'
import { id as canonicalId } from '@muster/contract/fields'
import { topics } from '@muster/contract/live'
import type { FindOrganization } from '../db/find-organization.ts'
import type { Logger } from '../deps.ts'
import { Admission, type LiveGate } from './admit.ts'
import type { Announcement } from './announcement.ts'
import type { Bus } from './bus.ts'
import type { Topic, Topics } from './channels.ts'
import type { ReadEvent } from './event-room.ts'
import { Hub } from './hub.ts'
import { JoinRefused } from './join-budget.ts'
import { MemberHints } from './member-hints.ts'
import { OrganizationHints } from './organization-hints.ts'
import { Presence } from './presence.ts'

/** What the features lend to the live channel. */
export type LiveSources = {
  gate: LiveGate
  readEvent: ReadEvent
  findEventOfShift: (shift_id: string) => Promise<string | undefined>
  findOrganization: Pick<FindOrganization, 'ofEvent' | 'ofBroadcast' | 'ofPerson'>
}

/** In milliseconds; what is left out is as the contract says. */
export type LiveTimings = { reread_ms?: number; presence_gone_ms?: number; session_recheck_ms?: number }

type Opened = { bus: Bus; log: Logger; sources: LiveSources; timings: LiveTimings }

/** Everything that can be joined, kept current by what the bus brings. */
export function openTopics({ bus, log, sources, timings }: Opened): Topics & { close(): void } {
  const { gate, readEvent, findEventOfShift, findOrganization } = sources
  const presence = new Presence({
    bus,
    node_id: randomUUID(),
    onChange: (event_id, shift_id) => hub.recount(event_id, shift_id),
    gone_ms: timings.presence_gone_ms,
  })
  const hub: Hub = new Hub({
    read: readEvent,
    countSigningUp: (shift_id) => presence.count(shift_id),
    reread_ms: timings.reread_ms,
    log,
  })
  const admission = new Admission({ gate, recheck_ms: timings.session_recheck_ms })
  const hints = new OrganizationHints(admission)
  const broadcasts = new MemberHints({
    admission,
    topic: topics.broadcast,
    findOrganization: findOrganization.ofBroadcast,
  })
  const histories = new MemberHints({
    admission,
    topic: topics.person,
    findOrganization: findOrganization.ofPerson,
  })

  const known: Record<string, Topic> = {
    event: {
      async join(id, _payload, viewer) {
        // Before a room is opened: those of unknown events would take turns with the readings of real ones.
        if (!(await findOrganization.ofEvent(id))) throw new JoinRefused('not_found')
        return hub.join(id, viewer)
      },
    },
    shift_signup: {
      async join(id, _payload, viewer) {
        const event_id = await findEventOfShift(id)
        if (!event_id) throw new JoinRefused('not_found')
        return presence.join({ event_id, shift_id: id }, viewer)
      },
    },
    org: { join: (id, payload, viewer) => hints.join(id, payload, viewer) },
    broadcast: { join: (id, payload, viewer) => broadcasts.join(id, payload, viewer) },
    person: { join: (id, payload, viewer) => histories.join(id, payload, viewer) },
    realtime: {
      async join() {
        throw new JoinRefused('NotSupported: this server has no direct feed of its tables')
      },
    },
  }

  function hear(announcement: Announcement): void {
    switch (announcement.kind) {
      case 'shifts':
        hub.mark(announcement.event_id, announcement.shift_ids)
        hints.hint(announcement)
        return
      case 'broadcast':
        return broadcasts.hint(announcement.broadcast_id)
      case 'messages':
        if (announcement.person_ids.length === 0) histories.hintAnyOf(announcement.organization_id)
        for (const person_id of announcement.person_ids) histories.hint(person_id)
        return
      case 'presence':
        return presence.hear(announcement)
      case 'session_ended':
        return admission.endSession(announcement.session_id)
      case 'resync':
        hub.rereadAll()
        hints.restart()
        broadcasts.hintAll()
        histories.hintAll()
        presence.repeat()
        return
      case 'outbox':
        return
    }
  }
  const unsubscribe = bus.subscribe(hear)

  return {
    find(name) {
      const [prefix, id] = splitOnce(name)
      const topic = Object.hasOwn(known, prefix) ? known[prefix] : undefined
      if (!topic) return undefined
      // A malformed id is answered like an unknown one (D1). Another spelling too: frames name the topic as we spell it.
      const isKnowable = prefix === 'realtime' || canonicalId.safeParse(id).data === id
      return { topic: isKnowable ? topic : unknown, id }
    },
    close() {
      unsubscribe()
      hub.close()
      presence.close()
      admission.close()
    },
  }
}

const unknown: Topic = {
  async join() {
    throw new JoinRefused('not_found')
  },
}

function splitOnce(name: string): [string, string] {
  const colon = name.indexOf(':')
  return colon < 0 ? [name, ''] : [name.slice(0, colon), name.slice(colon + 1)]
}
