import { describe, expect, it } from 'vitest'
import { countTemplate, fitTemplate, listEventDays, MOST_DAYS } from './fit-template.ts'
import { templateNames, templates } from './templates.ts'

const at = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

describe('a template', () => {
  it.each([
    ['match', 5, 9],
    ['festival', 8, 40],
    ['market', 5, 13],
    ['cleaning', 3, 5],
  ] as const)('%s has %i roles and %i shifts', (name, roles, shifts) => {
    expect(countTemplate(templates[name])).toEqual({ roles, shifts })
  })

  it.each(templateNames)('%s fits its own day unchanged', (name) => {
    const { from, to, roles } = templates[name]
    const fitted = fitTemplate(templates[name], { from: at(from), to: at(to) })
    expect(fitted.map(({ role, shifts }) => [role, shifts])).toEqual(
      Object.entries(roles).map(([role, shifts]) => [
        role,
        shifts.map(([begins, ends, required_qty]) => ({ from: at(begins), to: at(ends), required_qty })),
      ]),
    )
  })

  it.each(templateNames)('%s stays within every day, and its roles have no overlaps', (name) => {
    for (const [from, to] of [
      [8, 18],
      [20, 26],
      [6, 30],
      [10, 11],
      [9.25, 9.75],
    ] as const) {
      for (const { shifts } of fitTemplate(templates[name], { from: from * 60, to: to * 60 })) {
        expect(
          shifts.every((shift) => from * 60 <= shift.from && shift.from < shift.to && shift.to <= to * 60),
        ).toBe(true)
        expect(shifts.every((shift, n) => n === 0 || (shifts[n - 1]?.to ?? 0) <= shift.from)).toBe(true)
      }
    }
  })

  it('is stretched in quarters of an hour', () => {
    const [build] = fitTemplate(templates.market, { from: at('08:00'), to: at('18:00') })
    expect(build).toMatchObject({
      role: 'build',
      shifts: [
        { from: at('08:00'), to: at('09:45') },
        { from: at('16:15'), to: at('18:00') },
      ],
    })
  })
})

describe('days of an event', () => {
  it.each([
    ['one', '2027-04-17T07:00', '2027-04-17T19:00', ['2027-04-17'], at('19:00')],
    [
      'two, with the same hours',
      '2027-06-18T12:00',
      '2027-06-19T23:00',
      ['2027-06-18', '2027-06-19'],
      at('23:00'),
    ],
    ['one night', '2027-06-18T20:00', '2027-06-19T02:00', ['2027-06-18'], at('26:00')],
    ['two nights', '2027-06-18T20:00', '2027-06-20T02:00', ['2027-06-18', '2027-06-19'], at('26:00')],
    ['a day and a night', '2027-06-18T12:00', '2027-06-19T12:00', ['2027-06-18'], at('36:00')],
    ['none: it ends before it starts', '2027-06-18T12:00', '2027-06-18T11:00', [], 0],
    ['none: a day is missing', 'T12:00', '2027-06-18T11:00', [], 0],
  ])('%s', (_name, starts, ends, days, to) => {
    const listed = listEventDays(starts, ends)
    expect(listed.map(({ day }) => day)).toEqual(days)
    for (const each of listed) expect(each).toMatchObject({ from: at(starts.slice(11)), to })
  })

  it(`are at most ${MOST_DAYS}`, () => {
    expect(listEventDays('2027-01-01T10:00', '2027-12-31T12:00')).toHaveLength(MOST_DAYS)
  })
})
