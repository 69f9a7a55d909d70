import { describe, expect, it } from 'vitest'
import { listAnswerTimes, listCommonTimes } from './answer-times.ts'

const zone = 'Europe/Stockholm'
const now = '2026-11-22T13:00:00.000Z'

it('offers evenings, tomorrow’s first', () => {
  expect(listAnswerTimes({ start_dt: '2026-12-24T16:00:00.000Z' }, zone, now)).toEqual([
    '2026-11-23T19:00:00.000Z',
    '2026-11-22T19:00:00.000Z',
    '2026-11-24T19:00:00.000Z',
    '2026-11-26T19:00:00.000Z',
    '2026-11-29T19:00:00.000Z',
  ])
})

it.each([
  [
    'never later than two hours before the shift',
    '2026-11-23T16:00:00.000Z',
    ['2026-11-23T14:00:00.000Z', '2026-11-22T19:00:00.000Z'],
  ],
  ['the same day', '2026-11-22T18:00:00.000Z', ['2026-11-22T16:00:00.000Z']],
  ['nothing where hardly any time is left', '2026-11-22T16:59:00.000Z', []],
])('%s', (_name, start_dt, expected) => {
  expect(listAnswerTimes({ start_dt }, zone, now)).toEqual(expected)
})

it('keeps 20:00 on the clock over a change of the clocks', () => {
  expect(listAnswerTimes({ start_dt: '2026-12-24T16:00:00.000Z' }, zone, '2026-10-24T10:00:00.000Z')[0]).toBe(
    '2026-10-25T19:00:00.000Z',
  )
})

const at = (...starts: string[]) => starts.map((start_dt) => ({ start_dt }))

describe('of several shifts', () => {
  it('the usual one is the last evening before the first of them', () => {
    const { times, usual } = listCommonTimes(
      at('2026-12-24T16:00:00.000Z', '2026-11-27T12:00:00.000Z'),
      zone,
      now,
    )
    expect(times).toEqual([
      '2026-11-22T19:00:00.000Z',
      '2026-11-23T19:00:00.000Z',
      '2026-11-24T19:00:00.000Z',
      '2026-11-26T19:00:00.000Z',
      '2026-11-29T19:00:00.000Z',
    ])
    expect(usual).toBe('2026-11-26T19:00:00.000Z')
  })

  it.each([
    ['the evening before a morning', ['2026-11-27T08:00:00.000Z'], '2026-11-26T19:00:00.000Z'],
    ['seven days where all are later', ['2026-12-24T16:00:00.000Z'], '2026-11-29T19:00:00.000Z'],
    // Those of the later shift would have to answer today.
    [
      'the last where the first begins tonight',
      ['2026-11-22T20:00:00.000Z', '2026-12-24T16:00:00.000Z'],
      '2026-11-29T19:00:00.000Z',
    ],
    ['none where hardly any time is left', ['2026-11-22T14:00:00.000Z'], undefined],
    ['none without shifts', [], undefined],
  ])('%s', (_name, starts, usual) => {
    expect(listCommonTimes(at(...starts), zone, now).usual).toBe(usual)
  })
})
