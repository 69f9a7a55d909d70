import { expect, test } from 'vitest'
import { announcedTerms, terms } from '../terms.ts'
import { isAnnouncedInTime } from './terms-notice.ts'

test.each([
  { announced_on: '2026-04-01', date: '2026-05-01', inTime: true },
  { announced_on: '2026-04-02', date: '2026-05-01', inTime: false },
  { announced_on: '2026-05-01', date: '2026-05-01', inTime: false },
])('$announced_on for $date: $inTime', ({ inTime, ...announced }) => {
  expect(isAnnouncedInTime(announced, 30)).toBe(inTime)
})

test('what is announced is announced in time', () => {
  const inTime = announcedTerms === null || isAnnouncedInTime(announcedTerms, terms.change_notice_days)
  expect(inTime).toBe(true)
})
