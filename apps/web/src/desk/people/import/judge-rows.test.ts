import { expect, test } from 'vitest'
import type { TriedRow } from './api.ts'
import { countRows, type Decision, groupOf, rowsToSave } from './judge-rows.ts'

const id = '019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e01'
const tried: TriedRow[] = [
  { row: 0, result: 'new' },
  { row: 1, result: 'error', error: 'x' },
  { row: 2, result: 'new', phone_issue: 'x' },
  { row: 3, result: 'same', person_id: id },
  { row: 4, result: 'differs', person_id: id, changes: ['child_team'] },
  { row: 5, result: 'differs', person_id: id, changes: [], left: ['phone'] },
  { row: 6, result: 'same', same_row: 0 },
  { row: 7, result: 'new', maybe: [id] },
  { row: 8, result: 'new', maybe: [id] },
  { row: 9, result: 'new', maybe: [id] },
  { row: 10, result: 'new', maybe: [id] },
]
const decisions = new Map<number, Decision>([
  [8, 'same'],
  [9, 'two'],
  [10, 'out'],
])

test('rows are counted by what becomes of them', () => {
  expect(tried.map(groupOf).join()).toBe('new,look,look,known,known,known,look,maybe,maybe,maybe,maybe')
  expect(countRows(tried, decisions)).toEqual({
    look: 3,
    maybe: 4,
    new: 1,
    known: 3,
    changing: 1,
    adds: 3,
    changes: 2,
    none: 2,
    wrong: 1,
    twice: 1,
    undecided: 1,
    chosen: 1,
  })
})

test('wrong, undecided and excluded rows are not sent, a wrong number neither', () => {
  const rows = tried.map(({ row }) => ({
    first_name: String(row),
    last_name: 'x',
    email: 'a@b.se',
    phone: '1',
  }))
  const sent = rowsToSave(rows, { rows: tried, people: new Map() }, decisions)
  expect(sent.map(({ at }) => at)).toEqual([0, 2, 3, 4, 5, 8, 9])
  expect(sent.find(({ at }) => at === 2)?.row).toMatchObject({ phone: null })
  expect(sent.flatMap(({ at, row }) => (row.person_id ? [[at, row.person_id]] : []))).toEqual([[8, id]])
})

test('a row about the same person as one above goes with that one', () => {
  const row = { first_name: 'Bo', last_name: 'Ek', email: 'a@b.se' }
  const rows: TriedRow[] = [
    { row: 0, result: 'new', maybe: [id] },
    { row: 1, result: 'differs', same_row: 0, changes: ['notes'] },
    { row: 2, result: 'same', same_row: 0 },
  ]
  const sent = (decision?: Decision) =>
    rowsToSave([row, row, row], { rows, people: new Map() }, new Map(decision ? [[0, decision]] : []))
  expect([sent(), sent('out')]).toEqual([[], []])
  expect(sent('two')).toEqual([0, 1].map((at) => ({ at, row })))
  expect(sent('same')).toEqual([0, 1].map((at) => ({ at, row: { ...row, person_id: id } })))
})
