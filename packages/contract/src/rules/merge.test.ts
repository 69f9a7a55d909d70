import { expect, test } from 'vitest'
import type { AssignmentStatus } from './assignment-status.ts'
import { isOtherAssignmentKept, isOtherPlaceKept, joinNotes, undoMergeUntil } from './merge.ts'

const assigned = (status: AssignmentStatus, invite_sent_at: string | null = null) => ({
  status,
  invite_sent_at,
})

test.each([
  ['CONFIRMED', 'INVITED', false],
  ['INVITED', 'CONFIRMED', true],
  ['ABSENT', 'CONFIRMED', true],
  ['ABSENT', 'INVITED', false],
  ['DECLINED', 'INVITED', true],
  ['DECLINED', 'ABSENT', true],
  ['CONFIRMED', 'CONFIRMED', false],
] as const)('%s beside %s: the second stays: %s', (kept, other, expected) => {
  expect(isOtherAssignmentKept(assigned(kept), assigned(other))).toBe(expected)
})

test('of two invitations the one that was sent stays', () => {
  const sent = assigned('INVITED', '2026-01-01T00:00:00.000Z')
  expect(isOtherAssignmentKept(assigned('INVITED'), sent)).toBe(true)
  expect(isOtherAssignmentKept(sent, assigned('INVITED'))).toBe(false)
  expect(isOtherAssignmentKept(sent, sent)).toBe(false)
})

test('of two places in line the better one, then the earlier one stays', () => {
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']
  expect(
    isOtherPlaceKept({ status: 'WAITING', queued_at: late }, { status: 'WAITING', queued_at: early }),
  ).toBe(true)
  expect(
    isOtherPlaceKept({ status: 'WAITING', queued_at: early }, { status: 'WAITING', queued_at: late }),
  ).toBe(false)
  expect(
    isOtherPlaceKept({ status: 'WAITING', queued_at: early }, { status: 'OFFERED', queued_at: late }),
  ).toBe(true)
  expect(
    isOtherPlaceKept({ status: 'OFFERED', queued_at: late }, { status: 'ASKED', queued_at: early }),
  ).toBe(false)
})

test('notes are joined', () => {
  expect(joinNotes('a', 'b')).toBe('a\n\nb')
  expect(joinNotes('a', 'a')).toBe('a')
  expect(joinNotes(null, 'b')).toBe('b')
  expect(joinNotes('a', '')).toBe('a')
  expect(joinNotes(null, null)).toBe(null)
})

test('can be undone for a day', () => {
  expect(undoMergeUntil('2026-03-28T12:00:00.000Z')).toBe('2026-03-29T12:00:00.000Z')
})
