import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dateBlock } from './date-block.ts'
import { dateFormat } from './dates.ts'

const en = dateFormat('en', 'Europe/Stockholm')
const sv = dateFormat('sv', 'Europe/Stockholm')
/** Replaces non-breaking spaces, because most tests ignore where a line may end. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('writes a time range in the zone of the event', () => {
  expect(en.timeRange('2026-06-19T06:00:00Z', '2026-06-19T10:00:00Z')).toBe('08:00–12:00')
  expect(dateFormat('en', 'Asia/Kathmandu').time('2026-06-19T06:00:00Z')).toBe('11:45')
})

it('names the day of an end on the next day', () => {
  expect(plain(en.timeRange('2026-06-20T20:00:00Z', '2026-06-21T00:00:00Z'))).toBe('22:00–02:00 Sun')
  expect(plain(sv.timeRange('2026-06-20T20:00:00Z', '2026-06-21T00:00:00Z'))).toBe(
    '22:00–02:00 (natten till söndag)',
  )
  expect(plain(sv.timeRange('2026-06-20T20:00:00Z', '2026-06-21T04:00:00Z'))).toBe('22:00–06:00 sön')
  expect(en.clockRange('2026-06-20T20:00:00Z', '2026-06-21T00:00:00Z')).toBe('22:00–02:00')
})

it('an end at midnight does not touch the next day', () => {
  const evening = ['2026-06-19T16:00:00Z', '2026-06-19T22:00:00Z'] as const
  expect(en.timeRange(...evening)).toBe('18:00–00:00')
  expect(sv.timeRange(...evening)).toBe('18:00–00:00')
  expect(plain(en.dayRange(...evening))).toBe('Fri 19 June')
  expect(dateBlock(en, ...evening)).toMatchObject({ days: '19', weekdays: 'Fri' })
  expect(plain(en.dayRange('2026-06-19T08:00:00Z', '2026-06-20T22:00:00Z'))).toBe('Fri 19 – Sat 20 June')
})

it('names the date of an end after the next day', () => {
  expect(plain(en.timeRange('2026-06-19T20:00:00Z', '2026-07-20T04:00:00Z'))).toBe('22:00–06:00 Mon 20 July')
  expect(plain(sv.timeRange('2026-06-19T20:00:00Z', '2026-06-20T22:00:00Z'))).toBe('22:00–00:00 sön 21 juni')
})

it('writes midnight as 00:00', () => {
  expect(en.time('2026-06-19T22:00:00Z')).toBe('00:00')
})

it.each([
  ['2026-06-19', '2026-06-19', 'Fri 19 June', 'fre 19 juni'],
  ['2026-06-19', '2026-06-20', 'Fri 19 – Sat 20 June', 'fre 19 – lör 20 juni'],
  ['2026-06-30', '2026-07-01', 'Tue 30 June – Wed 1 July', 'tis 30 juni – ons 1 juli'],
  ['2025-06-30', '2025-06-30', 'Mon 30 June 2025', 'mån 30 juni 2025'],
  [
    '2026-12-31',
    '2027-01-01',
    'Thu 31 December 2026 – Fri 1 January 2027',
    'tors 31 december 2026 – fre 1 januari 2027',
  ],
])('writes the days %s to %s', (start, end, english, swedish) => {
  const range = [`${start}T08:00:00Z`, `${end}T10:00:00Z`] as const
  expect(plain(en.dayRange(...range))).toBe(english)
  expect(plain(sv.dayRange(...range))).toBe(swedish)
})

it('writes days alone, long and Swedish', () => {
  expect(plain(en.longDay('2026-06-20T08:00:00Z'))).toBe('Saturday 20 June')
  expect(plain(sv.longDay('2026-06-20T08:00:00Z'))).toBe('Lördag 20 juni')
  expect(sv.isoDate('2026-06-19T22:30:00Z')).toBe('2026-06-20')
  expect(plain(en.dateTime('2026-06-19T06:00:00Z'))).toBe('19 June 2026, 08:00')
  expect(plain(en.shortDate('2026-06-19T06:00:00Z'))).toBe('19 June')
  expect(plain(sv.shortDate('2025-06-19T06:00:00Z'))).toBe('19 juni 2025')
})

it('ends a line between two days only', () => {
  const range = ['2026-06-19T08:00:00Z', '2026-06-20T22:30:00Z'] as const
  expect(en.dayRange(...range).split(' ')).toEqual(['Fri\u00a019\u00a0–', 'Sun\u00a021\u00a0June'])
  expect(en.timeRange(...range)).not.toContain(' ')
  expect(en.date(range[0])).not.toContain(' ')
})

it('writes the date block of a card', () => {
  expect(dateBlock(en, '2026-06-19T08:00:00Z', '2026-06-20T08:00:00Z')).toMatchObject({
    days: '19–20',
    month: 'June',
    weekdays: 'Fri–Sat',
    year: '2026',
  })
  expect(dateBlock(en, '2026-12-31T08:00:00Z', '2027-01-01T08:00:00Z')).toEqual({
    days: '31–1',
    month: 'December–January',
    weekdays: 'Thu–Fri',
    year: '2026–2027',
  })
  expect(dateBlock(en, '2026-06-19T08:00:00Z', '2026-06-19T09:00:00Z').days).toBe('19')
})

it('says so when it is no date', () => {
  expect(en.time('soon')).toBe('Invalid Date')
  expect(en.isoDate('')).toBe('Invalid Date')
  expect(en.dayRange('2026-06-19T08:00:00Z', '')).toBe('Invalid Date')
  expect(en.timeRange('', '2026-06-19T08:00:00Z')).toBe('Invalid Date')
  expect(en.calendarDay('Invalid Date')).toBe('Invalid Date')
  expect(dateBlock(en, 'soon', 'later').days).toBe('Invalid Date')
})

it('remembers few zones, because a server writes pages in all', () => {
  const spellings = Array.from({ length: 12 }, (_, hours) => `Etc/GMT+${hours}`)
  const first = spellings.map((zone) => dateFormat('en', zone)).at(0)
  expect(dateFormat('en', spellings.at(-1) ?? '')).toBe(dateFormat('en', spellings.at(-1) ?? ''))
  expect(dateFormat('en', spellings[0] ?? '')).not.toBe(first)
})

it('remembers few instants', () => {
  vi.useRealTimers()
  const format = dateFormat('en', 'Atlantic/Reykjavik')
  const write = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  const times = Array.from({ length: 10_001 }, (_, minute) => new Date(minute * 60_000).toISOString())
  for (const time of [...times, times[0] ?? '']) format.time(time)
  expect(write).toHaveBeenCalledTimes(10_002)
  format.time(times[0] ?? '')
  expect(write).toHaveBeenCalledTimes(10_002)
})
