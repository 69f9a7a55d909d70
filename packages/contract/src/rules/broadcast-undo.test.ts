import { describe, expect, test } from 'vitest'
import { invitationAfterUndo, inviteMethodOf } from './broadcast-undo.ts'

const before = {
  uncapped_expires_at: '2026-06-20T10:00:00.000Z',
  expiry_set_at: '2026-06-13T10:00:00.000Z',
  invite_sent_at: null,
  invite_method: null,
}
const after = {
  uncapped_expires_at: '2026-06-26T10:00:00.000Z',
  expiry_set_at: '2026-06-19T10:00:00.000Z',
  invite_sent_at: '2026-06-19T10:00:00.000Z',
  invite_method: 'BOTH',
} as const
const extension = {
  uncapped_expires_at: '2026-07-03T10:00:00.000Z',
  expiry_set_at: '2026-06-19T10:00:03.000Z',
}
const extended = { ...after, ...extension }
const invited_again = {
  uncapped_expires_at: '2026-06-26T10:00:05.000Z',
  expiry_set_at: '2026-06-19T10:00:05.000Z',
  invite_sent_at: '2026-06-19T10:00:05.000Z',
  invite_method: 'SMS',
} as const

describe('an invitation after an undo (D29)', () => {
  test.each([
    ['is as before when no message is left', after, [], before],
    ['keeps the channel that was claimed', after, ['SMS'], { ...after, invite_method: 'SMS' }],
    ['stays when both were claimed', after, ['EMAIL', 'SMS'], after],
    ['keeps an extension', extended, [], { ...before, ...extension }],
    ['keeps a later invitation', invited_again, [], invited_again],
    ['keeps a later invitation beside a claimed message', invited_again, ['EMAIL'], invited_again],
  ] as const)('%s', (_name, present, kept, expected) => {
    expect(invitationAfterUndo(present, { before, after }, kept)).toEqual(expected)
  })
})

test.each([
  [['EMAIL'], 'EMAIL'],
  [['SMS'], 'SMS'],
  [['SMS', 'EMAIL'], 'BOTH'],
] as const)('%s is the method %s', (channels, method) => {
  expect(inviteMethodOf(channels)).toBe(method)
})
