import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AUTOMATIC_MAILS, digestDue, keepOfDay } from './mail-limit.ts'

const START = Date.parse('2026-06-20T18:00:00.000Z')
const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString()
/** Returns the times of `count` e-mails, one every `every_s` seconds from the start. */
const sent = (count: number, every_s: number) => Array.from({ length: count }, (_, n) => at(n * every_s))
const HOUR = 3_600

test.each([
  ['nothing was sent', [], 0, undefined],
  ['nine within the hour', sent(9, 1), 10, undefined],
  ['ten within the hour', sent(10, 1), 10, at(HOUR)],
  ['ten, a moment before the hour is over', sent(10, 1), HOUR - 0.001, at(HOUR)],
  ['ten, the hour is over', sent(10, 1), HOUR, undefined],
  ['twelve with pauses: the third makes room', sent(12, 300), 3_500, at(600 + HOUR)],
  ['29 within the day', sent(29, HOUR), 28 * HOUR, undefined],
  ['30 within the day: an hour after the last', sent(30, 1_800), 15 * HOUR, at(29 * 1_800 + HOUR)],
  ['30 within the day, the last long ago: at once', sent(30, 600), 12 * HOUR, at(12 * HOUR)],
  ['30, the day is over', sent(30, 600), 24 * HOUR, undefined],
])('%s', (_name, sent_at, now, due) => {
  expect(digestDue(sent_at, at(now))).toBe(due)
})

test('only what is younger than a day is kept', () => {
  expect(keepOfDay(sent(3, HOUR), at(24 * HOUR))).toEqual([at(HOUR), at(2 * HOUR)])
})

/** Treats every wish to send in order, as the worker does. Returns the times of all sent mails, including digests. */
function send(wishes: readonly number[]): { mails: number[]; digests: number[] } {
  let sent_at: string[] = []
  const mails: number[] = []
  const digests: number[] = []
  let open: number | undefined
  for (const now of wishes) {
    if (open !== undefined && open > now) continue
    open = undefined
    sent_at = keepOfDay(sent_at, at(now))
    const due = digestDue(sent_at, at(now))
    sent_at.push(due ?? at(now))
    if (due !== undefined) {
      open = (Date.parse(due) - START) / 1_000
      digests.push(open)
    }
    mails.push(open ?? now)
  }
  return { mails, digests }
}

const within = (moments: readonly number[], from: number, length: number) =>
  moments.filter((moment) => moment >= from && moment < from + length).length

test('however mails come, an hour never has more than ten, nor a day more than 30 and a digest an hour', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 400 }), (pauses) => {
      let now = 0
      const wishes = pauses.map((pause) => {
        now += pause
        return now
      })
      const { mails, digests } = send(wishes)
      for (const from of mails) {
        expect(within(mails, from, HOUR)).toBeLessThanOrEqual(AUTOMATIC_MAILS.per_hour)
        const single = mails.filter((moment) => !digests.includes(moment))
        expect(within(single, from, 24 * HOUR)).toBeLessThanOrEqual(AUTOMATIC_MAILS.per_day)
      }
    }),
  )
})
