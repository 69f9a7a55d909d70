import type { Person } from '@muster/contract/people'
import type { Shift } from '@muster/contract/shifts'

export type StaffingDraft = { shift_id: string; add: readonly Person[]; remove: readonly string[] }

/** Removes from the draft people whom live updates have added or removed already. */
export function pendingOf(draft: StaffingDraft | undefined, shift: Shift): StaffingDraft {
  const none = { shift_id: shift.id, add: [], remove: [] }
  if (draft?.shift_id !== shift.id) return none
  return {
    ...none,
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

export function withAdded(draft: StaffingDraft, person: Person): StaffingDraft {
  return { ...draft, add: [...draft.add.filter(({ id }) => id !== person.id), person] }
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
