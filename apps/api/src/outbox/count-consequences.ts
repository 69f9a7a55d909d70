import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { groupBy } from '@muster/contract/rules/group-by'
import { DAY_MS } from '@muster/contract/rules/instants'
import { invitationState } from '@muster/contract/rules/invitation-state'
import type { Consequences } from '@muster/contract/shifts'
import type { OrgTx } from '../db/client.ts'
import type { Channel } from '../providers/provider.ts'
import { listTextedSince } from './sent-messages.ts'

type Affected = {
  person: { id: string }
  status: AssignmentStatus
  was_written_to: boolean
  token_expires_at: string | null
}

type Counted = {
  /** The assignments that are changed or removed. */
  affected: readonly Affected[]
  /** The people who are told. `is_asked`: whether the new time works for them (V1). */
  told: readonly { person_id: string; channel: Channel; is_asked: boolean }[]
  /** Places in line, each of which gets an e-mail if `tells_waiting` (D44). */
  waiting: readonly { person: { id: string } }[]
  tells_waiting: boolean
  now: string
}

/** D21: counts who is asked, told, or hears nothing, each person once. */
export async function countConsequences(
  tx: OrgTx,
  { affected, told, waiting, tells_waiting, now }: Counted,
): Promise<Consequences> {
  const heard = new Map(
    told.map(({ person_id, is_asked }) => [person_id, is_asked ? 'question' : 'notice'] as const),
  )
  const people = {
    confirmed: nobody(),
    asked: nobody(),
    expired: nobody(),
    not_asked: nobody(),
    waiting: nobody(),
  }
  const by_person = groupBy(affected, ({ person }) => person.id)
  for (const [id, own] of by_person) {
    const state = ORDER.find((each) => own.some((one) => stateOf(one, now) === each))
    if (state) people[state][heard.get(id) ?? 'nothing'] += 1
  }
  for (const id of new Set(waiting.map(({ person }) => person.id)))
    if (!by_person.has(id)) people.waiting[tells_waiting ? 'notice' : 'nothing'] += 1
  const sms = told.filter(({ channel }) => channel === 'SMS').length
  const since = new Date(Date.parse(now) - DAY_MS).toISOString()
  const texted = await listTextedSince(tx, [...heard.keys()], since)
  return {
    people,
    emails: told.length - sms + (tells_waiting ? waiting.length : 0),
    sms,
    texted_lately: texted.size,
  }
}

const nobody = () => ({ question: 0, notice: 0, nothing: 0 })

/** A person with several of them counts as the first. */
const ORDER = ['confirmed', 'asked', 'expired', 'not_asked'] as const

function stateOf({ status, was_written_to, token_expires_at }: Affected, now: string) {
  if (status === 'CONFIRMED') return 'confirmed'
  return invitationState({ status, invite_sent: was_written_to, token_expires_at }, now)
}
