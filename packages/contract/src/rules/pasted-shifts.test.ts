import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readPastedShifts } from './pasted-shifts.ts'
import { clockOf } from './typed-time.ts'

const roles = [
  { id: 'cafe', name: 'Kafé och våfflor' },
  { id: 'door', name: 'Entré, armband' },
]
const days: readonly [string, ...string[]] = ['2026-11-27', '2026-11-28']
const read = (pasted: string) => readPastedShifts(pasted, { roles, days })
const cafe = { role_id: 'cafe', day: '2026-11-27', from: '08:00', to: '12:00', required_qty: 4 }

describe('readPastedShifts', () => {
  test.each([
    ['tabs', 'Kafé och våfflor\tfre 27 nov\t08:00–12:00\t4'],
    ['semicolons', 'Kafé och våfflor; 2026-11-27; 8-12; 4'],
    ['commas', 'kafe och vafflor,27/11,8.00 - 12.00,4'],
    ['from and to in cells of their own', 'Kafé och våfflor\tFri\t8\t12\t4'],
    ['words', 'Kafé och våfflor\tFri\t8 till 12\t4'],
    ['quotes and spaces', ' "Kafé och våfflor" ;27 Nov;0800–1200; 4 '],
    ['empty cells at the end', 'Kafé och våfflor\tFri\t8-12\t4\t\t'],
  ])('%s', (_name, line) =>
    expect(read(line)).toEqual([{ line: 1, text: line.trim(), row: cafe, wrong: [] }]),
  )

  it('takes a comma in the name of a role for part of it', () => {
    const row = { ...cafe, role_id: 'door' }
    expect(read('Entré, armband, 27/11, 8-12, 4')[0]?.row).toEqual(row)
    expect(read('Entré, armband, 27/11, 8, 12, 4')[0]?.row).toEqual(row)
    expect(read('Entré, armband\t27/11\t8-12\t4')[0]?.row).toEqual(row)
  })

  it('leaves out headings and empty lines, and keeps the number of each line', () => {
    const rows = read('Role\tDay\tTime\tPeople\r\n\r\nKafé och våfflor\tfre\t8-12\t4\n\t\t\t\n')
    expect(rows.map(({ line, row }) => [line, row])).toEqual([[3, cafe]])
  })

  it('ends in the night where the end is earlier', () =>
    expect(read('Kafé och våfflor\tfre\t22–02\t4')[0]?.row).toMatchObject({ from: '22:00', to: '02:00' }))

  test.each([
    ['Parkering\tfre\t8-12\t4', [{ cell: 'role', fault: 'unreadable', text: 'Parkering' }]],
    ['Kafé och våfflor\tsön\t8-12\t4', [{ cell: 'day', fault: 'unreadable', text: 'sön' }]],
    [
      'Kafé och våfflor\tfre 28 nov\t8-12\t4',
      [{ cell: 'day', fault: 'wrong_weekday', text: 'fre 28 nov', day: '2026-11-28' }],
    ],
    ['Kafé och våfflor\tfre\t8-25\t4', [{ cell: 'time', fault: 'unreadable', text: '8-25' }]],
    ['Kafé och våfflor\tfre\t8\t4', [{ cell: 'time', fault: 'unreadable', text: '8' }]],
    ['Kafé och våfflor\tfre\t8-12\tfour', [{ cell: 'needed', fault: 'unreadable', text: 'four' }]],
    ['Kafé och våfflor\tfre\t8-12\t0', [{ cell: 'needed', fault: 'unreadable', text: '0' }]],
    ['Kafé och våfflor\tfre\t8-12\t10001', [{ cell: 'needed', fault: 'unreadable', text: '10001' }]],
    ['Kafé och våfflor\tfre\t8-12', [{ cell: 'needed', fault: 'missing', text: '' }]],
    ['Kafé och våfflor\tfre\t\t4', [{ cell: 'time', fault: 'missing', text: '' }]],
    [
      'x\ty\tz\t-1',
      [
        { cell: 'role', fault: 'unreadable', text: 'x' },
        { cell: 'day', fault: 'unreadable', text: 'y' },
        { cell: 'time', fault: 'unreadable', text: 'z' },
        { cell: 'needed', fault: 'unreadable', text: '-1' },
      ],
    ],
  ])('names what is wrong in %s', (line, wrong) =>
    expect(read(line)).toEqual([{ line: 1, text: line, row: undefined, wrong }]),
  )

  it('reads back whatever a sheet writes, in every separator', () => {
    const minutes = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15)
    fc.assert(
      fc.property(
        fc.constantFrom(...roles),
        fc.constantFrom(...days),
        minutes,
        minutes,
        fc.integer({ min: 1, max: 10_000 }),
        fc.constantFrom('\t', ';', ','),
        fc.boolean(),
        (role, day, start, end, needed, separator, isApart) => {
          const [from, to] = [clockOf(start), clockOf(end)]
          const times = isApart ? [from, to] : [`${from}–${to}`]
          const line = [role.name, day, ...times, String(needed)].join(separator)
          expect(read(line)[0]?.row).toEqual({ role_id: role.id, day, from, to, required_qty: needed })
        },
      ),
    )
  })
})
