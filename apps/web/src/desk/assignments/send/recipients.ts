import { inviteMethodFor } from '@muster/contract/rules/contact'
import { groupBy } from '@muster/contract/rules/group-by'
import { invitationState } from '@muster/contract/rules/invitation-state'
import { MOST_SHIFTS_AT_ONCE } from '@muster/contract/rules/shifts-at-once'
import { LIMITS } from '@muster/contract/rules/text'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useEffect, useState } from 'react'
import { now } from '../../../clock.ts'
import { sortByName } from '../../../format/names.ts'
import type { InviteMethod } from '../api.ts'

/** `open`: those of both other kinds. */
export type AskKind = 'not_asked' | 'expired' | 'open'
export type Recipient = {
  person: Assignment['person']
  asked: { assignment: Assignment; shift: Shift }[]
}

/** By name, at most as many as one call takes. `left`: how many more there are. */
export function listRecipients(
  shifts: readonly Shift[],
  {
    kind,
    person_ids,
    language,
  }: { kind: AskKind; person_ids: readonly string[] | undefined; language: 'en' | 'sv' },
): { recipients: Recipient[]; left: number } {
  const time = now().toISOString()
  const by_start = shifts.toSorted((one, other) => one.start_dt.localeCompare(other.start_dt))
  const asked = by_start.flatMap((shift) =>
    shift.assignment
      .filter((assignment) => {
        const state = invitationState(assignment, time)
        return kind === 'open' ? state === 'not_asked' || state === 'expired' : state === kind
      })
      .filter(({ person }) => !person_ids || person_ids.includes(person.id))
      .map((assignment) => ({ assignment, shift })),
  )
  const by_person = groupBy(asked, ({ assignment }) => assignment.person.id)
  const people = new Map(asked.map(({ assignment: { person } }) => [person.id, person]))
  const first = sortByName([...people.values()], language).slice(0, LIMITS.person_ids)
  const recipients = first.map((person) => ({
    person,
    asked: (by_person.get(person.id) ?? []).slice(0, MOST_SHIFTS_AT_ONCE),
  }))
  return { recipients, left: people.size - first.length }
}

/** The first is the usual one. A landline gets no SMS. */
export function methodsFor(person: Assignment['person'], isLandline: boolean): InviteMethod[] {
  const usual = inviteMethodFor(isLandline ? { ...person, phone: null } : person)
  if (usual === undefined) return []
  return usual === 'BOTH' ? ['BOTH', 'EMAIL', 'SMS'] : [usual]
}

/** The numbers that cannot get SMS. The rules that tell are loaded when the dialog opens. */
export function useLandlines(recipients: readonly Recipient[]): ReadonlySet<string> {
  const [landlines, setLandlines] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const phones = recipients.flatMap(({ person: { phone } }) => (phone ? [phone] : []))
    void import('@muster/contract/rules/mobile-phone').then(
      ({ isMobilePhone }) => setLandlines(new Set(phones.filter((phone) => !isMobilePhone(phone)))),
      // Without the rules all numbers are offered; the server refuses what cannot be sent.
      () => undefined,
    )
  }, [recipients])
  return landlines
}
