import { describe, expect, test } from 'vitest'
import { addMs, HOUR_MS } from './instants.ts'
import { changesOfWaitingList, offerEnds, type Waiting } from './waiting-list.ts'

const now = '2026-06-01T12:00:00.000Z'
const later = (hours: number) => addMs(now, hours * HOUR_MS)

describe('how long an offer holds', () => {
  test.each([
    ['days before the shift', 240, 1, 12],
    ['on the last day', 24, 1, 1],
    ['just before the last day', 24.5, 1, 12],
    ['to a long line', 240, 10, 6],
    ['to a long line on the last day', 20, 10, 0.5],
    ['at most a third of the time left', 0.75, 1, 0.25],
  ])('%s', (_when, start, waiting, hours) => {
    expect(offerEnds({ start_dt: later(start) }, waiting, now)).toBe(later(hours))
  })
})

const waiting = (id: string, change: Partial<Waiting> = {}): Waiting => ({
  id,
  status: 'WAITING',
  offer_expires_at: null,
  is_confirmed: false,
  is_undeliverable: false,
  ...change,
})
const offered = (id: string, hours: number) =>
  waiting(id, { status: 'OFFERED', offer_expires_at: later(hours) })

const changes = (
  list: Waiting[],
  { qty = 2, confirmed = 2, start = 240, cancelled_at = null as string | null } = {},
) =>
  changesOfWaitingList({
    shift: { start_dt: later(start), required_qty: qty, time_zone: 'Europe/Stockholm' },
    confirmed,
    cancelled_at,
    list,
    now,
  })

test('a full shift: everybody waits', () => {
  expect(changes([waiting('a'), waiting('b')])).toEqual([])
})

test('a free place is offered to the first, two to the first two', () => {
  const list = [waiting('a'), waiting('b'), waiting('c')]
  const offer_expires_at = later(12)
  expect(changes(list, { confirmed: 1 })).toEqual([{ id: 'a', status: 'OFFERED', offer_expires_at }])
  expect(changes(list, { confirmed: 0 }).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a place that is offered is not offered again', () => {
  expect(changes([offered('a', 3), waiting('b')], { confirmed: 1 })).toEqual([])
})

test('an offer that was not answered passes to the next', () => {
  expect(changes([offered('a', 0), waiting('b')], { confirmed: 1 })).toEqual([
    { id: 'a', status: 'LAPSED' },
    { id: 'b', status: 'OFFERED', offer_expires_at: later(12) },
  ])
})

test('an offer that did not arrive passes to the next', () => {
  const unreachable = { ...offered('a', 3), is_undeliverable: true }
  expect(
    changes([unreachable, waiting('b')], { confirmed: 1 }).map(({ id, status }) => [id, status]),
  ).toEqual([
    ['a', 'LAPSED'],
    ['b', 'OFFERED'],
  ])
})

test.each([
  ['one place is left', 1, ['b']],
  ['none is left', 2, ['a', 'b']],
  ['more are confirmed than needed', 3, ['a', 'b']],
])('with fewer places than offers, the last in line wait on: %s', (_left, confirmed, ids) => {
  const list = [offered('a', 3), offered('b', 3), waiting('c')]
  expect(changes(list, { qty: 2, confirmed })).toEqual(ids.map((id) => ({ id, status: 'WAITING' })))
})

test('who has a place by another way is no longer in line', () => {
  expect(changes([waiting('a', { is_confirmed: true }), waiting('b')], { confirmed: 1 })).toEqual([
    { id: 'a', status: 'TAKEN' },
    { id: 'b', status: 'OFFERED', offer_expires_at: later(12) },
  ])
})

const cancelled = (seconds: number) => ({
  confirmed: 1,
  cancelled_at: addMs(now, -seconds * 1000),
})

test('while a cancellation can be undone, its place is not offered', () => {
  expect(changes([waiting('a')], cancelled(9))).toEqual([])
  expect(changes([waiting('a')], cancelled(10))).toHaveLength(1)
})

test('the waiting list ends when the shift begins', () => {
  expect(changes([offered('a', 3), waiting('b')], { confirmed: 0, start: 0 })).toEqual([
    { id: 'a', status: 'LAPSED' },
    { id: 'b', status: 'LAPSED' },
  ])
})

const offersAt = (at: string, { start = addMs(at, 72 * HOUR_MS), list = [waiting('a')] } = {}) =>
  changesOfWaitingList({
    shift: { start_dt: start, required_qty: 1, time_zone: 'Europe/Stockholm' },
    confirmed: 0,
    cancelled_at: null,
    list,
    now: at,
  })

describe('at night', () => {
  test.each([
    ['before ten in the evening', '2026-06-01T19:59:59.999Z', 1],
    ['from ten on', '2026-06-01T20:00:00.000Z', 0],
    ['at half past one', '2026-06-01T23:30:00.000Z', 0],
    ['just before eight', '2026-06-02T05:59:59.999Z', 0],
    ['at eight', '2026-06-02T06:00:00.000Z', 1],
    // Winter time begins on 25 October at 03:00, summer time on 28 March at 02:00.
    ['just before eight, after the hour that comes twice', '2026-10-25T06:59:59.999Z', 0],
    ['at eight, after the hour that comes twice', '2026-10-25T07:00:00.000Z', 1],
    ['just before eight, after the hour that is left out', '2027-03-28T05:59:59.999Z', 0],
    ['at eight, after the hour that is left out', '2027-03-28T06:00:00.000Z', 1],
  ])('%s', (_when, at, offers) => {
    expect(offersAt(at)).toHaveLength(offers)
  })

  test('a shift that begins within eighteen hours does not wait for the morning', () => {
    const at = '2026-06-01T23:30:00.000Z'
    expect(offersAt(at, { start: addMs(at, 18 * HOUR_MS) })).toHaveLength(1)
    expect(offersAt(at, { start: addMs(at, 18 * HOUR_MS + 1) })).toEqual([])
  })

  test('the offer ends as long after it is made as by day', () => {
    const at = '2026-06-02T06:00:00.000Z'
    expect(offersAt(at)).toMatchObject([{ offer_expires_at: addMs(at, 12 * HOUR_MS) }])
  })

  test('what lapses lapses, and is offered in the morning', () => {
    const at = '2026-06-01T23:30:00.000Z'
    const list = [waiting('a', { status: 'OFFERED', offer_expires_at: at }), waiting('b')]
    expect(offersAt(at, { list })).toEqual([{ id: 'a', status: 'LAPSED' }])
  })
})
