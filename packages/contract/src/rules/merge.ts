import type { AssignmentStatus } from './assignment-status.ts'
import { HOUR_MS } from './instants.ts'
import type { WaitingStatus } from './waiting-list.ts'

/** Milliseconds for which a merge can be undone (D60). */
export const MERGE_UNDO_MS = 24 * HOUR_MS

export const undoMergeUntil = (merged_at: string): string =>
  new Date(Date.parse(merged_at) + MERGE_UNDO_MS).toISOString()

/** What is chosen from one of two entries that become one. Tags and notes of both are kept. */
export const chosenFields = ['first_name', 'last_name', 'email', 'phone', 'child_team', 'language'] as const
export type ChosenField = (typeof chosenFields)[number]

const ASSIGNMENTS: readonly AssignmentStatus[] = ['DECLINED', 'INVITED', 'ABSENT', 'CONFIRMED']
const PLACES: readonly WaitingStatus[] = ['LEFT', 'LAPSED', 'ASKED', 'WAITING', 'OFFERED', 'TAKEN']

type Placed = { status: AssignmentStatus; invite_sent_at: string | null }

/** D60: of two assignments on one shift, returns whether the second stays. Of equal ones the first does. */
export function isOtherAssignmentKept(kept: Placed, other: Placed): boolean {
  const by_status = ASSIGNMENTS.indexOf(other.status) - ASSIGNMENTS.indexOf(kept.status)
  if (by_status !== 0) return by_status > 0
  return kept.invite_sent_at === null && other.invite_sent_at !== null
}

type InLine = { status: WaitingStatus; queued_at: string }

/** D60: of two places in one line, returns whether the second stays. Of equal ones the earlier does. */
export function isOtherPlaceKept(kept: InLine, other: InLine): boolean {
  const by_status = PLACES.indexOf(other.status) - PLACES.indexOf(kept.status)
  return by_status === 0 ? other.queued_at < kept.queued_at : by_status > 0
}

/** Returns the notes of both, which are equal or stand below each other. */
export function joinNotes(one: string | null, other: string | null): string | null {
  if (!one || !other || one === other) return one || other
  return `${one}\n\n${other}`
}
