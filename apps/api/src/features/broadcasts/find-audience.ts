import type { BroadcastForm } from '@muster/contract/broadcast-form'
import type { unreachable } from '@muster/contract/broadcasts'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import {
  type AudienceStatus,
  audienceStatuses,
  audienceStatusesOf,
  DEFAULT_STATUSES,
} from '@muster/contract/rules/broadcast-audience'
import { foldAddress } from '@muster/contract/rules/fold'
import { groupBy } from '@muster/contract/rules/group-by'
import { isInviteSent } from '@muster/contract/rules/invitation-state'
import { isExpired, linkCloses } from '@muster/contract/rules/invite-expiry'
import { listDays } from '@muster/contract/rules/list-days'
import { isOver, phaseOf, type ShiftPhase } from '@muster/contract/rules/shift-phase'
import type { z } from 'zod'
import type { Config } from '../../config.ts'
import type { OrgTx } from '../../db/client.ts'
import { followMerges } from '../../db/merged-link.ts'
import { notFound } from '../../edge/refusal.ts'
import { isCostlyNumber } from '../../outbox/costly-number.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { loadOftenWritten } from '../../outbox/recipient-cap.ts'
import { addressesOf } from '../../outbox/recipients.ts'
import { listSuppressed } from '../../outbox/suppression.ts'
import type { Channel } from '../../providers/provider.ts'
import { listPeopleOfTags } from '../tags/queries.ts'
import {
  type Addressee,
  findBroadcastEvent,
  listAssigned,
  listShiftsOfEvent,
  listWaiting,
  type ShiftOfEvent,
} from './queries.ts'

/** An assignment, or a place in line with the status WAITING. `id` is the id of that row. */
export type Place = {
  id: string
  shift_id: string
  status: AssignmentStatus | 'WAITING'
  round: number
  shift: ShiftOfEvent
  is_open: boolean
  /** True if the link opens no page any more, and no message opens it again, or if no link is sent (D68). */
  is_closed: boolean
  /** True if only a message with its link opens the invitation again (D18). */
  is_expired: boolean
  /** True if nothing was ever sent to an INVITED person about it. */
  is_unasked: boolean
}

export type Recipient = {
  person: Addressee
  places: [Place, ...Place[]]
  channels: { channel: Channel; status: 'reachable' | z.infer<typeof unreachable> }[]
}

export type Audience = NonNullable<Awaited<ReturnType<typeof findBroadcastEvent>>> & {
  groups: Record<ShiftPhase, number>
  statuses: Record<AudienceStatus, number>
  recipients: Recipient[]
  /** People whom `person_ids` or `except_ids` leave out. */
  left_out: Addressee[]
  total_count: number
  /** Number of expired invitations of people to whom a message can be delivered, whether left out or not. */
  expired_count: number
}

/** D29, D68: the same rule counts recipients and sends to them. Throws 404 `event_not_found`. */
export async function findAudience(
  tx: OrgTx,
  { event_id, form, now, config }: { event_id: string; form: BroadcastForm; now: string; config: Config },
): Promise<Audience> {
  const event = await findBroadcastEvent(tx, event_id)
  if (!event) throw notFound('event_not_found')
  const isTagged = isListed(form.tag_ids && (await listPeopleOfTags(tx, form.tag_ids)))
  const about = (await listOnShifts(tx, event_id, now))
    .filter(isAbout(form, event.event.time_zone))
    .filter(({ person }) => isTagged(person.id))
  const [phases, statuses] = [selectedPhases(form), form.statuses ?? DEFAULT_STATUSES]
  const in_statuses = about.filter((one) => one.statuses.some((status) => statuses.includes(status)))
  const in_groups = in_statuses.filter(({ phase }) => phases.includes(phase))
  const named = form.person_ids && (await followMerges(tx, form.person_ids))
  const isChosen = isChosenPerson({ ...form, person_ids: named })
  const wanted = in_groups.filter(({ person }) => isChosen(person))
  const channels = CHANNELS[form.communicationChannel]
  const statusesOf = await loadChannelStatuses(tx, { channels, people: peopleOf(wanted), config })
  const expired = hasLinks(form) ? wanted.filter(({ place }) => place.is_expired) : []
  const is_left_out = hasLinks(form) && form.leaveExpired
  const chosen = is_left_out ? wanted.filter(({ place }) => !place.is_expired) : wanted
  const by_person = [...groupBy(chosen, ({ person }) => person.id).values()]
  const found = await mapYielding(by_person, ([first, ...more]): Recipient[] => {
    if (!first) return []
    const places: Recipient['places'] = [first.place, ...more.map(({ place }) => place)]
    return [{ person: first.person, places, channels: statusesOf(first.person) }]
  })
  const recipients = found.flat()
  return {
    ...event,
    groups: countGroups(in_statuses),
    statuses: countStatuses(about.filter(({ phase }) => phases.includes(phase))),
    recipients,
    left_out: peopleOf(in_groups.filter(({ person }) => !isChosen(person))),
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

type OnShift = { person: Addressee; phase: ShiftPhase; statuses: readonly AudienceStatus[]; place: Place }

async function listOnShifts(tx: OrgTx, event_id: string, now: string): Promise<OnShift[]> {
  const shifts = new Map((await listShiftsOfEvent(tx, event_id)).map((shift) => [shift.id, shift]))
  const assigned = await listAssigned(tx, event_id)
  const on_waiting_lists = await listWaiting(tx, event_id)
  return [...assigned, ...on_waiting_lists.map(asWaiting)].flatMap((row) => {
    const { person, id, shift_id, status, round } = row
    const shift = shifts.get(shift_id)
    if (!shift) return []
    const statuses = audienceStatusesOf({ ...row, shift }, now)
    const is_open = status === 'INVITED' && !isOver(shift, now)
    const has_open_link = status === 'CONFIRMED' ? !isExpired(linkCloses(shift.end_dt), now) : is_open
    const is_expired = is_open && statuses.includes('expired')
    const is_unasked = status === 'INVITED' && !isInviteSent(row)
    const state = { is_open, is_closed: !has_open_link, is_expired, is_unasked }
    return [
      {
        person,
        phase: phaseOf(shift, now),
        statuses,
        place: { id, shift_id, status, round, shift, ...state },
      },
    ]
  })
}

const asWaiting = (row: Awaited<ReturnType<typeof listWaiting>>[number]) => ({
  ...row,
  status: 'WAITING' as const,
  token_expires_at: '',
  invite_sent_at: null,
  asked_again_at: null,
})

function isAbout({ role_ids, shift_ids, days }: BroadcastForm, time_zone: string) {
  const [isOfRole, isOfShift, isOnDay] = [isListed(role_ids), isListed(shift_ids), days && isListed(days)]
  return ({ place: { shift } }: OnShift): boolean =>
    isOfRole(shift.role_id) &&
    isOfShift(shift.id) &&
    (!isOnDay || listDays(shift.start_dt, shift.end_dt, time_zone).some(isOnDay))
}

function isListed(list: readonly string[] | null | undefined): (item: string) => boolean {
  const listed = list && new Set(list)
  return (item) => listed?.has(item) ?? true
}

function isChosenPerson({ person_ids, except_ids }: BroadcastForm) {
  const [isNamed, except] = [isListed(person_ids), new Set(except_ids)]
  return ({ id }: Addressee): boolean => isNamed(id) && !except.has(id)
}

const peopleOf = (all: readonly OnShift[]): Addressee[] => [
  ...new Map(all.map(({ person }) => [person.id, person])).values(),
]

async function loadChannelStatuses(
  tx: OrgTx,
  {
    channels,
    people,
    config,
  }: { channels: readonly Channel[]; people: readonly Addressee[]; config: Config },
) {
  const all = people.flatMap((person) => addressesOf(person, channels))
  const isOftenWritten = await loadOftenWritten(tx, all, { config })
  const loaded: { channel: Channel; suppressed: Map<string, string> }[] = []
  for (const channel of channels) {
    const addresses = people.flatMap((person) => addressOf(person, channel) ?? [])
    loaded.push({ channel, suppressed: await listSuppressed(tx, channel, addresses) })
  }
  return (person: Addressee): Recipient['channels'] =>
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

export function addressOf({ email, phone }: Addressee, channel: Channel): string | null {
  return channel === 'EMAIL' ? email : phone
}

function countGroups(all: readonly OnShift[]): Audience['groups'] {
  const count = (of: ShiftPhase) => peopleOf(all.filter(({ phase }) => phase === of)).length
  return { past: count('past'), current: count('current'), upcoming: count('upcoming') }
}

function countStatuses(all: readonly OnShift[]): Audience['statuses'] {
  const people = new Map(audienceStatuses.map((status) => [status, new Set<string>()]))
  for (const { person, statuses } of all) for (const status of statuses) people.get(status)?.add(person.id)
  const count = (status: AudienceStatus) => people.get(status)?.size ?? 0
  return {
    CONFIRMED: count('CONFIRMED'),
    INVITED: count('INVITED'),
    DECLINED: count('DECLINED'),
    WAITING: count('WAITING'),
    asked: count('asked'),
    not_asked: count('not_asked'),
    expired: count('expired'),
    new_time_open: count('new_time_open'),
  }
}
