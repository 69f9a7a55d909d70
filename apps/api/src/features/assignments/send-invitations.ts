import type { Language } from '@muster/contract/language'
import { groupBy } from '@muster/contract/rules/group-by'
import { invitationState } from '@muster/contract/rules/invitation-state'
import { capDeadline, type Deadline, renewDeadline } from '@muster/contract/rules/invite-expiry'
import { isWithinTenSegments } from '@muster/contract/rules/segments'
import { isOver } from '@muster/contract/rules/shift-phase'
import { type FailedInvite, failedInvite } from '@muster/contract/send-invitations'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { Config } from '../../config.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { type LockedAssignment, lockAssignments } from '../../db/lock.ts'
import { recordActions, subjectsOfShift } from '../../db/record-action.ts'
import { beginBatch, endBatch } from '../../db/record-batch.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, invalid, notFound } from '../../edge/refusal.ts'
import { createLinks, type Links } from '../../mail/links.ts'
import { countTowardsCap } from '../../outbox/daily-cap.ts'
import { enqueueInvitations, writeInvitations } from '../../outbox/enqueue.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { loadAllowance, refuseOftenWritten } from '../../outbox/recipient-cap.ts'
import { addressesOf, getLanguageOfOrganization } from '../../outbox/recipients.ts'
import { writeSms } from '../../outbox/render.ts'
import { listConflicts, overlapOf } from './conflicts.ts'
import { updateInvitations } from './places.ts'
import { hasEvent } from './queries.ts'
import { CHANNELS, type InviteMethod, loadReach, type Reach, reachOn } from './reach.ts'

type Invite = { person_id: string; assignment_ids: readonly string[]; method: InviteMethod }

export type Wording = {
  answer_by?: string | undefined
  own_line?: string | null | undefined
  /** Undefined or null: each person's own. */
  language?: Language | null | undefined
}

type Invitations = Wording & { event_id: string; invites: readonly Invite[] }

const stored = z.object({ batch_id: z.string().nullable(), failed: z.array(failedInvite) })

/**
 * D61: invites each person who can be invited to all of their named shifts. `failed` lists the others. `batch_id` is
 * null if nobody was invited. Refuses with `event_not_found`, `message_too_long`, `daily_cap_reached`.
 */
export function sendInvitations(
  { db, keys, config, now: clock }: Deps,
  org: OrgId,
  { event_id, invites, answer_by, own_line = null, language }: Invitations,
  attempt?: Attempt,
): Promise<z.infer<typeof stored>> {
  return db.transaction(org, (tx) =>
    oncePerKey(tx, attempt, stored, async () => {
      const now = clock()
      if (answer_by !== undefined && answer_by <= now) throw invalid('answer_by', 'not_future')
      if (!(await hasEvent(tx, event_id))) throw notFound('event_not_found')
      const { asked, failed } = await judge(tx, invites, { event_id, now, config })
      if (asked.length === 0) return { batch_id: null, failed }

      const of_batch = { batch_id: newId() }
      const opened = asked.map(({ places, ...one }) => ({
        ...one,
        places: places.map((place) => ({
          ...place,
          ...deadlineOf(place, { answer_by, now }),
          invite_sent_at: now,
          invite_method: one.invite_method,
        })),
      }))
      const places = opened.flatMap((one) => one.places)
      await openInvitations(tx, places, { ...of_batch, event_id, now })
      await countTowardsCap(tx, { channels: asked.flatMap(({ channels }) => channels), config, now })
      const of_organization = await getLanguageOfOrganization(tx)
      const invitations = opened.map(({ person, channels, ...one }) => ({
        person,
        channels,
        language: language ?? person.language ?? of_organization,
        shifts: one.places.map(({ id, round, ask_id, token_expires_at }) => ({
          assignment_id: id,
          round,
          is_confirmed: false,
          is_first_yes: ask_id !== null,
          answer_by: token_expires_at,
        })),
      }))
      const written = await writeInvitations(tx, invitations, { now, own_line })
      await refuseLong(written, createLinks(keys, config))
      await enqueueInvitations(tx, written, of_batch)
      const addresses = asked.flatMap(({ person, channels }) => addressesOf(person, channels))
      await refuseOftenWritten(tx, addresses, { config, now })
      return { ...of_batch, failed }
    }),
  )
}

type Asked = Reach & { person: LockedAssignment['person']; places: readonly LockedAssignment[] }

/** Locks the assignments and decides who is invited: of two calls at the same time, only one invites a person. */
async function judge(
  tx: OrgTx,
  invites: readonly Invite[],
  { event_id, now, config }: { event_id: string; now: string; config: Config },
): Promise<{ asked: Asked[]; failed: FailedInvite[] }> {
  const ids = new Set(invites.flatMap(({ assignment_ids }) => assignment_ids))
  const locked = await lockAssignments(tx, [...ids])
  const by_id = new Map(locked.map((place) => [place.id, place]))
  const people = locked.map(({ person }) => person)
  const reachOf = await loadReach(tx, people, config)
  const mayGet = await loadAllowance(
    tx,
    people.flatMap((person) => addressesOf(person, CHANNELS.BOTH)),
    { config },
  )
  const reachToday = (person: LockedAssignment['person'], method: InviteMethod) => {
    const reach = reachOf(person, method)
    if (typeof reach === 'string') return reach
    const allowed = addressesOf(person, reach.channels).filter(mayGet)
    return reachOn(allowed.map(({ channel }) => channel)) ?? 'enough_today'
  }
  const asked: Asked[] = []
  const failed: FailedInvite[] = []
  for (const { person_id, assignment_ids, method } of invites) {
    const named = [...new Set(assignment_ids)]
    const places = named
      .flatMap((id) => by_id.get(id) ?? [])
      .filter((place) => place.person_id === person_id && place.shift.event_id === event_id)
      .toSorted((one, other) => (one.shift.start_dt < other.shift.start_dt ? -1 : 1))
    const [first] = places
    if (!first || places.length < named.length) {
      failed.push({ person_id, code: 'assignment_not_found' })
      continue
    }
    const code = places.map((place) => whyNot(place, now)).find((each) => each !== undefined)
    const reach = code ?? reachToday(first.person, method)
    if (typeof reach === 'string') failed.push({ person_id, code: reach })
    else asked.push({ ...reach, person: first.person, places })
  }
  return { asked, failed }
}

/** Returns the reason not to invite: only an invitation that was never sent or has expired is sent. */
function whyNot(place: LockedAssignment, now: string): FailedInvite['code'] | undefined {
  if (place.status === 'ABSENT') return 'assignment_absent'
  if (place.status !== 'INVITED') return 'not_invited'
  if (isOver(place.shift, now)) return 'shift_over'
  return invitationState(place, now) === 'asked' ? 'already_asked' : undefined
}

async function openInvitations(
  tx: OrgTx,
  places: readonly LockedAssignment[],
  { batch_id, event_id, now }: { batch_id: string; event_id: string; now: string },
): Promise<void> {
  const by_shift = [...groupBy(places, ({ shift_id }) => shift_id).values()]
  const recorded = { shift_ids: [...new Set(places.map(({ shift_id }) => shift_id))] }
  const overlaps = (await listConflicts(tx, recorded.shift_ids)).map(overlapOf)
  await beginBatch(tx, batch_id, { ...recorded, of_events: [event_id], overlaps })
  await updateInvitations(tx, places)
  await endBatch(tx, batch_id, recorded)
  await recordActions(
    tx,
    by_shift.flatMap((on_shift) =>
      on_shift.slice(0, 1).map(({ shift }) => ({
        action: 'assignment.invited' as const,
        at: now,
        batch_id,
        ...subjectsOfShift(shift),
        person_ids: on_shift.map(({ person_id }) => person_id),
      })),
    ),
  )
}

function deadlineOf(
  { uncapped_expires_at, shift }: LockedAssignment,
  { answer_by, now }: { answer_by: string | undefined; now: string },
): Deadline {
  return answer_by === undefined
    ? renewDeadline({ uncapped_expires_at, shift, now })
    : capDeadline({ uncapped_expires_at: answer_by, expiry_set_at: now }, shift)
}

/** D29: with the full length of the links. */
async function refuseLong(
  written: Awaited<ReturnType<typeof writeInvitations>>,
  links: Links,
): Promise<void> {
  const texts = written.filter(({ channels }) => channels.includes('SMS'))
  const fits = await mapYielding(texts, ({ language, content }) =>
    isWithinTenSegments(writeSms({ id: newId(), language, ...content }, links)),
  )
  if (fits.includes(false)) throw badRequest('message_too_long')
}
