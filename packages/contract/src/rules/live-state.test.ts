import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Row, readShift } from '../testing/read-shift.ts'
import { assignmentStatuses } from './assignment-status.ts'
import { applyFrame, applyJoin, type LiveState } from './live-state.ts'

const at = (second: number) => new Date(Date.UTC(2026, 6, 1, 12, 0, second)).toISOString()
const asa: Row = { id: 'asa', status: 'CONFIRMED' }

describe('applyFrame', () => {
  const state: LiveState = {
    n: 4,
    as_of: at(10),
    shifts: [readShift([], { id: 'one' }), readShift([], { id: 'two' })],
  }
  const changed = readShift([asa], { id: 'two' })
  const frame = { n: 5, as_of: at(11), shifts: [changed], removed: [] }

  it('replaces a shift whole and leaves the others', () => {
    expect(applyFrame(state, frame)).toEqual({ n: 5, as_of: at(11), shifts: [state.shifts[0], changed] })
  })

  it('adds a new shift and takes a removed one away', () => {
    const added = readShift([], { id: 'three' })
    const next = applyFrame(state, { ...frame, shifts: [added], removed: ['one', 'unknown'] })
    expect(next).toEqual({ n: 5, as_of: at(11), shifts: [state.shifts[1], added] })
  })

  it('counts who is signing up, also when the rest of the frame is older', () => {
    const signing_up = { two: 3, unknown: 1 }
    const counted = [state.shifts[0], { ...state.shifts[1], signing_up: 3 }]
    const counts = { n: 5, as_of: at(11), shifts: [], removed: [], signing_up }
    expect(applyFrame(state, counts)).toEqual({ n: 5, as_of: at(11), shifts: counted })
    expect(applyFrame(state, { ...counts, as_of: at(9) })).toEqual({ n: 5, as_of: at(10), shifts: counted })
  })

  it('ignores a doubled or late frame', () => {
    expect(applyFrame(state, { ...frame, n: 4 })).toBe(state)
    expect(applyFrame(state, { ...frame, n: 1 })).toBe(state)
  })

  it('says gap when a number is missing', () => {
    expect(applyFrame(state, { ...frame, n: 6 })).toBe('gap')
  })

  it('drops what is older than it has, and goes on counting', () => {
    expect(applyFrame(state, { ...frame, as_of: at(9) })).toEqual({ ...state, n: 5 })
    expect(applyFrame(state, { ...frame, as_of: at(10) })).toMatchObject({ n: 5, shifts: [{}, changed] })
  })
})

describe('applyJoin', () => {
  const state: LiveState = { n: 9, as_of: at(10), shifts: [readShift([], { id: 'gone' })] }
  const shifts = [readShift([asa])]

  it('takes all from the answer and counts on from its number', () => {
    expect(applyJoin(state, { n: 40, as_of: at(11), shifts })).toEqual({ n: 40, as_of: at(11), shifts })
  })

  it('keeps the objects of shifts that are as they were, also if nobody had counted who is signing up', () => {
    const { signing_up: _signing_up, ...same } = readShift([asa], { id: 'same' })
    const seen = [same, readShift([], { id: 'other' })]
    const answered = [readShift([asa], { id: 'same' }), readShift([asa], { id: 'other' })]
    const joined = applyJoin({ n: 0, as_of: at(10), shifts: seen }, { n: 3, as_of: at(11), shifts: answered })
    expect(joined.shifts[0]).toBe(same)
    expect(joined.shifts[1]).toBe(answered[1])
  })

  it('keeps what is newer, but learns how many are signing up', () => {
    expect(applyJoin(state, { n: 2, as_of: at(9), shifts })).toEqual({ ...state, n: 2 })
    const busier = [{ ...readShift([asa], { id: 'gone' }), signing_up: 3 }]
    expect(applyJoin(state, { n: 2, as_of: at(9), shifts: busier })).toEqual({
      n: 2,
      as_of: at(10),
      shifts: [{ ...readShift([], { id: 'gone' }), signing_up: 3 }],
    })
  })
})

describe('a viewer over a bad line', () => {
  it('shows what the rows say as soon as the last frame, or a join after a gap, arrived', () => {
    const row = fc.record({
      shift: fc.nat(2),
      person: fc.nat(4),
      status: fc.constantFrom(...assignmentStatuses),
    })
    const fate = fc.constantFrom('arrives', 'is lost', 'arrives twice')
    fc.assert(
      fc.property(fc.array(fc.tuple(row, fate), { minLength: 1, maxLength: 30 }), (changes) => {
        const ids = ['0', '1', '2']
        const rows = new Map(ids.map((id) => [id, new Map<string, Row>()]))
        const read = (id: string) => readShift([...(rows.get(id)?.values() ?? [])], { id })
        const readAll = () => ids.map(read)

        let state: LiveState = { n: 0, as_of: at(0), shifts: readAll() }
        let sent = 0
        const last = changes.length - 1
        changes.forEach(([{ shift, person, status }, fateOf], i) => {
          const id = String(shift)
          rows.get(id)?.set(String(person), { id: String(person), status })
          sent += 1
          const frame = { n: sent, as_of: at(i + 1), shifts: [read(id)], removed: [] }
          const times = { arrives: 1, 'is lost': i === last ? 1 : 0, 'arrives twice': 2 }[fateOf]
          for (let time = 0; time < times; time += 1) {
            const next = applyFrame(state, frame)
            if (next === 'gap') {
              state = applyJoin(state, { n: sent, as_of: at(i + 1), shifts: readAll() })
              break
            }
            state = next
          }
        })
        expect(state.shifts).toEqual(readAll())
      }),
    )
  })
})
