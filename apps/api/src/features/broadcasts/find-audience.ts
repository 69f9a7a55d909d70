import type { broadcastBody, unreachable } from '@muster/contract/broadcasts'
import { isOver, phaseOf, type ShiftPhase } from '@muster/contract/rules/shift-phase'
import { foldName } from '@muster/contract/rules/text'
import type { z } from 'zod'
import type { Config } from '../../config.ts'
import type { OrgTx } from '../../db/client.ts'
import { groupBy } from '../../db/group-by.ts'
import { notFound } from '../../http/refusal.ts'
import { isCostlyNumber } from '../../outbox/costly-number.ts'
import { mapInTurns } from '../../outbox/map-yielding.ts'
import { listSuppressed } from '../../outbox/suppression.ts'
import type { Channel } from '../../providers/provider.ts'
import {
  type Assigned,
  findBroadcastEvent,
  listAssigned,
  listShiftsOfEvent,
  type ShiftOfEvent,
} from './queries.ts'

export type BroadcastForm = z.output<typeof broadcastBody>

/** An assignment that a broadcast speaks of. */
export type Part = Omit<Assigned, 'person'> & {
  shift: ShiftOfEvent
  /** Whether there is something to answer still. */
  is_open: boolean
}

export type Recipient = {
  person: Assigned['person']
  /** By start. */
  parts: [Part, ...Part[]]
  /** One for each chosen channel. */
  reach: { channel: Channel; is: 'reachable' | z.infer<typeof unreachable> }[]
}

export type Audience = NonNullable<Awaited<ReturnType<typeof findBroadcastEvent>>> & {
  /** People of each group, ticked or not. */
  groups: Record<ShiftPhase, number>
  /** One entry per person (D29), by start of their first shift. */
  recipients: Recipient[]
  /** People × chosen channels. */
  total_count: number
}

/** D29: who a broadcast of this form goes to as of now, and who of them can be reached. Throws 404 `event_not_found`. */
export async function findAudience(
  tx: OrgTx,
  { event_id, form, now, config }: { event_id: string; form: BroadcastForm; now: string; config: Config },
): Promise<Audience> {
  const about = await findBroadcastEvent(tx, event_id)
  if (!about) throw notFound('event_not_found')
  const assigned = await listParts(tx, event_id, now)
  const phases = phasesOf(form)
  const chosen = assigned.filter(({ phase }) => phases.includes(phase))
  const people = [...new Map(chosen.map(({ person }) => [person.id, person])).values()]
  const channels = CHANNELS[form.communicationChannel]
  const reachOf = await openReach(tx, { channels, people, config })
  const by_person = [...groupBy(chosen, ({ person }) => person.id).values()]
  const found = await mapInTurns(by_person, ([first, ...more]): Recipient[] => {
    if (!first) return []
    const parts: Recipient['parts'] = [first.part, ...more.map(({ part }) => part)]
    return [{ person: first.person, parts, reach: reachOf(first.person) }]
  })
  const recipients = found.flat()
  return {
    ...about,
    groups: countPeople(assigned),
    recipients,
    total_count: recipients.length * channels.length,
  }
}

/** The groups that are ticked. */
export function phasesOf(form: BroadcastForm): ShiftPhase[] {
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

async function listParts(tx: OrgTx, event_id: string, now: string) {
  const shifts = new Map((await listShiftsOfEvent(tx, event_id)).map((shift) => [shift.id, shift]))
  const assigned = await listAssigned(tx, event_id)
  return assigned.flatMap(({ person, ...assignment }) => {
    const shift = shifts.get(assignment.shift_id)
    if (!shift) return []
    const is_open = assignment.status === 'INVITED' && !isOver(shift, now)
    return [{ person, phase: phaseOf(shift, now), part: { ...assignment, shift, is_open } }]
  })
}

/** One look for all of a channel's addresses. */
async function openReach(
  tx: OrgTx,
  {
    channels,
    people,
    config,
  }: { channels: readonly Channel[]; people: readonly Assigned['person'][]; config: Config },
) {
  const ways: { channel: Channel; suppressed: Map<string, string> }[] = []
  for (const channel of channels) {
    const addresses = people.flatMap((person) => addressOf(person, channel) ?? [])
    ways.push({ channel, suppressed: await listSuppressed(tx, channel, addresses) })
  }
  return (person: Assigned['person']): Recipient['reach'] =>
    ways.map(({ channel, suppressed }) => {
      const address = addressOf(person, channel)
      if (!address) return { channel, is: 'no_contact_info' }
      if (channel === 'SMS' && isCostlyNumber(address, config)) return { channel, is: 'number_not_allowed' }
      const reason = suppressed.get(foldName(address))
      if (reason === undefined) return { channel, is: 'reachable' }
      return { channel, is: reason === 'hard_bounce' ? 'bounced' : 'opted_out' }
    })
}

export function addressOf({ email, phone }: Assigned['person'], channel: Channel): string | null {
  return channel === 'EMAIL' ? email : phone
}

function countPeople(assigned: Awaited<ReturnType<typeof listParts>>): Record<ShiftPhase, number> {
  const count = (of: ShiftPhase) =>
    new Set(assigned.flatMap(({ phase, person }) => (phase === of ? [person.id] : []))).size
  return { past: count('past'), current: count('current'), upcoming: count('upcoming') }
}
