import type { Person } from '@muster/contract/people'
import type { Shift } from '@muster/contract/shifts'

export type StaffingDraft = {
  shift_id: string
  add: readonly Person[]
  remove: readonly string[]
  /** Ids of those who are added although they have another shift at that time (D14). */
  busy: readonly string[]
}

/** Removes from the draft people whom live updates have added or removed already. */
export function pendingOf(draft: StaffingDraft | undefined, shift: Shift): StaffingDraft {
  const none = { shift_id: shift.id, add: [], remove: [], busy: [] }
  if (draft?.shift_id !== shift.id) return none
  return {
    ...draft,
    add: draft.add.filter(({ id }) => shift.assignment.every(({ person_id }) => person_id !== id)),
    remove: draft.remove.filter((id) => shift.assignment.some((assignment) => assignment.id === id)),
  }
}

/** Keeps people who were picked while others were saved. */
export function withoutSent(draft: StaffingDraft, sent: StaffingDraft): StaffingDraft {
  return {
    ...draft,
    add: draft.add.filter(({ id }) => sent.add.every((person) => person.id !== id)),
    remove: draft.remove.filter((id) => !sent.remove.includes(id)),
  }
}

export function isPending({ add, remove }: StaffingDraft): boolean {
  return add.length > 0 || remove.length > 0
}

export function withAdded(draft: StaffingDraft, person: Person, isBusy = false): StaffingDraft {
  const busy = draft.busy.filter((id) => id !== person.id)
  return {
    ...draft,
    add: [...draft.add.filter(({ id }) => id !== person.id), person],
    busy: isBusy ? [...busy, person.id] : busy,
  }
}

/** Whether somebody is still to be added in spite of another shift. */
export function addsBusy({ add, busy }: StaffingDraft): boolean {
  return add.some(({ id }) => busy.includes(id))
}

export function withoutAdded(draft: StaffingDraft, person_id: string): StaffingDraft {
  return { ...draft, add: draft.add.filter(({ id }) => id !== person_id) }
}

export function withRemoved(draft: StaffingDraft, assignment_id: string): StaffingDraft {
  return { ...draft, remove: [...draft.remove.filter((id) => id !== assignment_id), assignment_id] }
}

export function withoutRemoved(draft: StaffingDraft, assignment_id: string): StaffingDraft {
  return { ...draft, remove: draft.remove.filter((id) => id !== assignment_id) }
}
