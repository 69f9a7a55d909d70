import { expect, it } from 'vitest'
import { isPromised } from './answers.ts'
import { isPromised as isPromisedToVolunteers } from './answers-of-volunteers.ts'
import { createChecks } from './check-answer.ts'

const check = createChecks({
  'some.text': 'string',
  'some.nothing': 'none',
  'some.file': '*',
  'some.token?': 'string',
  'some.list': [{ id: 'string', 'note?': 'string', of: { count: 'number' } }],
})
const item = { id: 'a', of: { count: 1 } }

it.each([
  ['some.text', ''],
  ['some.nothing', undefined],
  ['some.file', new Blob()],
  ['some.token', undefined],
  ['some.token', 'a'],
  ['some.list', []],
  ['some.list', [item, { ...item, note: null, more: 1 }, { ...item, note: 'x' }]],
  ['a.newCall', {}],
])('%s may be %j', (call, answer) => expect(check(call, answer)).toBe(true))

it.each([
  ['some.text', 1],
  ['some.nothing', ''],
  ['some.nothing', {}],
  ['some.token', {}],
  ['some.list', {}],
  ['some.list', undefined],
  ['some.list', { error: 'no' }],
  ['some.list', [item, {}]],
  ['some.list', [{ ...item, of: null }]],
  ['some.list', [{ ...item, of: [] }]],
  ['some.list', [{ ...item, note: 1 }]],
  ['some.list', [null]],
])('%s is not %j', (call, answer) => expect(check(call, answer)).toBe(false))

it.each([isPromised, isPromisedToVolunteers])('knows the calls of the pages', (isKnown) => {
  for (const call of ['events.getPublicEvent', 'signup.signUp', 'invitations.getAssignment']) {
    expect(isKnown(call, {})).toBe(false)
    expect(isKnown(call, '<!doctype html>')).toBe(false)
  }
  expect(isKnown('invitations.sendLinks', undefined)).toBe(true)
})

it.each(['setReminders', 'stopMessages'])('%s answers with its flag', (call) => {
  expect(isPromisedToVolunteers(`invitations.${call}`, {})).toBe(false)
})

it('knows the calls of organisers on their pages only', () => {
  expect(isPromised('shifts.listShifts', {})).toBe(false)
  expect(isPromisedToVolunteers('shifts.listShifts', {})).toBe(true)
})
