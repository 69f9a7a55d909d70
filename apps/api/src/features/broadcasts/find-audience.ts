import type { BroadcastForm } from '@muster/contract/broadcast-form'
import type { unreachable } from '@muster/contract/broadcasts'
import { foldAddress } from '@muster/contract/rules/fold'
import { groupBy } from '@muster/contract/rules/group-by'
import { invitationState } from '@muster/contract/rules/invitation-state'
import { isExpired, linkCloses } from '@muster/contract/rules/invite-expiry'
import { isOver, phaseOf, type ShiftPhase } from '@muster/contract/rules/shift-phase'
import type { z } from 'zod'
import type { Config } from '../../config.ts'
import type { OrgTx } from '../../db/client.ts'
import { notFound } from '../../edge/refusal.ts'
import { isCostlyNumber } from '../../outbox/costly-number.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { loadOftenWritten } from '../../outbox/recipient-cap.ts'
import { addressesOf } from '../../outbox/recipients.ts'
import { listSuppressed } from '../../outbox/suppression.ts'
import type { Channel } from '../../providers/provider.ts'
import {
  type Assigned,
  findBroadcastEvent,
  listAssigned,
  listShiftsOfEvent,
  type ShiftOfEvent,
} from './queries.ts'

export type BroadcastAssignment = Omit<Assigned, 'person'> & {
  shift: ShiftOfEvent
  is_open: boolean
  /** True if the link opens no page any more, and no message opens it again. */
  is_closed: boolean
  /** True if only a message with its link opens the invitation again (D18). */
  is_expired: boolean
}

export type Recipient = {
  person: Assigned['person']
  assignments: [BroadcastAssignment, ...BroadcastAssignment[]]
  channels: { channel: Channel; status: 'reachable' | z.infer<typeof unreachable> }[]
}

export type Audience = NonNullable<Awaited<ReturnType<typeof findBroadcastEvent>>> & {
  groups: Record<ShiftPhase, number>
  recipients: Recipient[]
  total_count: number
  /** Number of expired invitations of people to whom a message can be delivered, whether left out or not. */
  expired_count: number
}

/** D29. Throws 404 `event_not_found`. */
export async function findAudience(
  tx: OrgTx,
  { event_id, form, now, config }: { event_id: string; form: BroadcastForm; now: string; config: Config },
): Promise<Audience> {
  const event = await findBroadcastEvent(tx, event_id)
  if (!event) throw notFound('event_not_found')
  const assigned = await listAssignments(tx, event_id, now)
  const phases = selectedPhases(form)
  const in_groups = assigned.filter(({ phase }) => phases.includes(phase))
  const channels = CHANNELS[form.communicationChannel]
  const people = [...new Map(in_groups.map(({ person }) => [person.id, person])).values()]
  const statusesOf = await loadChannelStatuses(tx, { channels, people, config })
  const expired = hasLinks(form) ? in_groups.filter(({ assignment }) => assignment.is_expired) : []
  const is_left_out = hasLinks(form) && form.leaveExpired
  const chosen = is_left_out ? in_groups.filter(({ assignment }) => !assignment.is_expired) : in_groups
  const by_person = [...groupBy(chosen, ({ person }) => person.id).values()]
  const found = await mapYielding(by_person, ([first, ...more]): Recipient[] => {
    if (!first) return []
    const assignments: Recipient['assignments'] = [
      first.assignment,
      ...more.map(({ assignment }) => assignment),
    ]
    return [{ person: first.person, assignments, channels: statusesOf(first.person) }]
  })
  const recipients = found.flat()
  return {
    ...event,
    groups: countPeople(assigned),
    recipients,
    total_count: recipients.length * channels.length,
    expired_count: expired.filter(({ person }) => isDeliverable(statusesOf(person))).length,
  }
}

export function hasLinks({ messageType, includeLink }: BroadcastForm): boolean {
  return messageType === 'reminder' && includeLink
}

export function isDeliverable(channels: Recipient['channels']): boolean {
  return channels.some(({ status }) => status === 'reachable')
}

export function selectedPhases(form: BroadcastForm): ShiftPhase[] {
  return [
    ...(form.includePastShifts ? (['past'] as const) : []),
    ...(form.includeCurrentShifts ? (['current'] as const) : []),
    ...(form.includeUpcomingShifts ? (['upcoming'] as const) : []),
  ]
}

const CHANNELS: Record<BroadcastForm['communicationChannel'], readonly Channel[]> = {
  both: ['EMAIL', 'SMS'],
  email: ['EMAIL'],
  sms: ['SMS'],
}

async function listAssignments(tx: OrgTx, event_id: string, now: string) {
  const shifts = new Map((await listShiftsOfEvent(tx, event_id)).map((shift) => [shift.id, shift]))
  const assigned = await listAssigned(tx, event_id)
  return assigned.flatMap(({ person, ...assignment }) => {
    const shift = shifts.get(assignment.shift_id)
    if (!shift) return []
    const is_open = assignment.status === 'INVITED' && !isOver(shift, now)
    const is_closed = assignment.status === 'INVITED' ? !is_open : isExpired(linkCloses(shift.end_dt), now)
    const is_expired = is_open && invitationState(assignment, now) === 'expired'
    return [
      {
        person,
        phase: phaseOf(shift, now),
        assignment: { ...assignment, shift, is_open, is_closed, is_expired },
      },
    ]
  })
}

async function loadChannelStatuses(
  tx: OrgTx,
  {
    channels,
    people,
    config,
  }: { channels: readonly Channel[]; people: readonly Assigned['person'][]; config: Config },
) {
  const all = people.flatMap((person) => addressesOf(person, channels))
  const isOftenWritten = await loadOftenWritten(tx, all, { config })
  const loaded: { channel: Channel; suppressed: Map<string, string> }[] = []
  for (const channel of channels) {
    const addresses = people.flatMap((person) => addressOf(person, channel) ?? [])
    loaded.push({ channel, suppressed: await listSuppressed(tx, channel, addresses) })
  }
  return (person: Assigned['person']): Recipient['channels'] =>
    loaded.map(({ channel, suppressed }) => {
      const address = addressOf(person, channel)
      if (!address) return { channel, status: 'no_contact_info' }
      if (channel === 'SMS' && isCostlyNumber(address, config))
        return { channel, status: 'number_not_allowed' }
      const reason = suppressed.get(foldAddress(address))
      if (reason === undefined)
        return { channel, status: isOftenWritten({ channel, address }) ? 'enough_today' : 'reachable' }
      return { channel, status: reason === 'hard_bounce' ? 'bounced' : 'opted_out' }
    })
}

export function addressOf({ email, phone }: Assigned['person'], channel: Channel): string | null {
  return channel === 'EMAIL' ? email : phone
}

function countPeople(assigned: Awaited<ReturnType<typeof listAssignments>>): Record<ShiftPhase, number> {
  const count = (of: ShiftPhase) =>
    new Set(assigned.flatMap(({ phase, person }) => (phase === of ? [person.id] : []))).size
  return { past: count('past'), current: count('current'), upcoming: count('upcoming') }
}
