import { describe, expect, test } from 'vitest'
import {
  confirmEmailUntil,
  type EmailChange,
  emailChangeState,
  emailUndoState,
  undoEmailAfterPause,
} from './email-change.ts'

const asked = '2026-06-01T08:00:00.000Z'
const change: EmailChange = {
  former_email: 'old@a.example',
  new_email: 'new@a.example',
  expires_at: confirmEmailUntil(asked),
  confirmed_at: null,
  undone_at: null,
}
const confirmed = { ...change, confirmed_at: '2026-06-01T09:00:00.000Z' }
const next = { ...confirmed, former_email: 'new@a.example', new_email: 'third@a.example' }

describe('emailChangeState', () => {
  test.each([
    ['a millisecond before 24 hours', change, 'OLD@a.example', '2026-06-02T07:59:59.999Z', 'open'],
    ['after 24 hours', change, 'old@a.example', '2026-06-02T08:00:00.000Z', 'closed'],
    ['the organizer has changed the address', change, 'other@a.example', asked, 'closed'],
    ['confirmed, whatever the time', confirmed, 'new@a.example', '2027-01-01T00:00:00.000Z', 'confirmed'],
    ['confirmed, and changed since', confirmed, 'other@a.example', asked, 'closed'],
    ['undone', { ...confirmed, undone_at: asked }, 'old@a.example', asked, 'closed'],
  ])('%s', (_name, given, current, now, state) => expect(emailChangeState(given, current, now)).toBe(state))
})

describe('emailUndoState', () => {
  const undone = { ...confirmed, undone_at: asked }
  const renewed = { ...confirmed, expires_at: undoEmailAfterPause('2026-07-01T08:00:00.000Z') }
  test.each([
    ['a millisecond before seven days', confirmed, [], 'new@a.example', '2026-06-08T08:59:59.999Z', 'open'],
    ['after seven days', confirmed, [], 'new@a.example', '2026-06-08T09:00:00.000Z', 'closed'],
    [
      'a millisecond before seven days after a pause',
      renewed,
      [],
      'new@a.example',
      '2026-07-08T07:59:59.999Z',
      'open',
    ],
    ['seven days after a pause', renewed, [], 'new@a.example', '2026-07-08T08:00:00.000Z', 'closed'],
    ['not confirmed', change, [], 'old@a.example', asked, 'closed'],
    ['a second change by the same page', confirmed, [next], 'third@a.example', asked, 'open'],
    [
      'a second change that was not confirmed',
      confirmed,
      [{ ...next, confirmed_at: null }],
      'third@a.example',
      asked,
      'closed',
    ],
    ['the organizer has changed the address', confirmed, [next], 'other@a.example', asked, 'closed'],
    ['undone', undone, [], 'old@a.example', asked, 'undone'],
    ['undone, and changed since', undone, [], 'other@a.example', asked, 'closed'],
  ])('%s', (_name, given, later, current, now, state) =>
    expect(emailUndoState({ change: given, later, current }, now)).toBe(state),
  )
})
