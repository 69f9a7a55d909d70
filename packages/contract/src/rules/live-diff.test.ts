import { describe, expect, it } from 'vitest'
import type { LiveShift } from '../live.ts'
import { type Row, readShift } from '../testing/read-shift.ts'
import { diffShifts } from './live-diff.ts'

const namesOf = (shift: LiveShift) => shift.assigned_people.map(({ person_id }) => person_id)
function change(before: Row[], after: Row[], required_qty = 3) {
  const old = readShift(before, { required_qty })
  const shift = readShift(after, { required_qty })
  return { by: shift.spots_left - old.spots_left, names: namesOf(shift), diff: diffShifts([old], [shift]) }
}

function lit(spotsChanged: boolean, newPeople: string[]) {
  return new Map([['shift', { spotsChanged, newPeople }]])
}

const asa: Row = { id: 'asa', status: 'CONFIRMED' }
const bo: Row = { id: 'bo', status: 'CONFIRMED' }

describe('spots and names, recomputed from rows, follow the rules for single changes', () => {
  it('INSERT of a CONFIRMED assignment takes one', () => {
    expect(change([asa], [asa, bo])).toEqual({ by: -1, names: ['asa', 'bo'], diff: lit(true, ['bo']) })
  })

  it('INSERT of a CONFIRMED assignment does not go below 0', () => {
    expect(change([asa], [asa, bo], 1)).toEqual({ by: 0, names: ['asa', 'bo'], diff: lit(false, ['bo']) })
  })

  it.each(['INVITED', 'DECLINED', 'ABSENT'] as const)('INSERT of a %s one changes nothing', (status) => {
    expect(change([asa], [asa, { id: 'bo', status }])).toEqual({ by: 0, names: ['asa'], diff: new Map() })
  })

  it('DELETE of a CONFIRMED one gives one back', () => {
    expect(change([asa, bo], [asa])).toEqual({ by: 1, names: ['asa'], diff: lit(true, []) })
  })

  it('DELETE of another changes nothing', () => {
    expect(change([asa, { id: 'bo', status: 'INVITED' }], [asa])).toMatchObject({ by: 0, diff: new Map() })
  })

  it.each(['INVITED', 'DECLINED', 'ABSENT'] as const)('UPDATE from %s to CONFIRMED takes one', (status) => {
    expect(change([{ id: 'bo', status }], [bo])).toEqual({ by: -1, names: ['bo'], diff: lit(true, ['bo']) })
  })

  it.each(['INVITED', 'DECLINED', 'ABSENT'] as const)(
    'UPDATE from CONFIRMED to %s gives one back',
    (status) => {
      expect(change([bo], [{ id: 'bo', status }])).toEqual({ by: 1, names: [], diff: lit(true, []) })
    },
  )

  it('a changed quantity is the new one minus those there', () => {
    const rows = [asa, bo]
    expect(readShift(rows, { required_qty: 5 }).spots_left).toBe(3)
    expect(readShift(rows, { required_qty: 1 }).spots_left).toBe(0)
  })
})

describe('diffShifts', () => {
  it('lights nothing when nothing changed, nor a shift that was not there', () => {
    const shift = readShift([asa])
    const busier: LiveShift = { ...shift, signing_up: 4 }
    expect(diffShifts([shift], [busier])).toEqual(new Map())
    expect(diffShifts([], [shift])).toEqual(new Map())
    expect(diffShifts([shift], [])).toEqual(new Map())
  })

  it('names the new one when one leaves as another comes', () => {
    expect(diffShifts([readShift([asa])], [readShift([bo])])).toEqual(lit(false, ['bo']))
  })
})
