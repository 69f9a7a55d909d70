import { describe, expect, it } from 'vitest'
import { chooseDefaultEvent, chooseReportEvent } from './default-event.ts'

const now = '2026-07-01T12:00:00.000Z'
const event = (id: string, event_date_start: string, event_date_end: string) => ({
  id,
  event_date_start,
  event_date_end,
  archived: false,
})
const past = event('past', '2026-05-01T08:00:00Z', '2026-05-02T20:00:00Z')
const endedJustNow = event('ended', '2026-06-30T08:00:00Z', '2026-07-01T11:59:59.999Z')
const running = event('running', '2026-06-30T08:00:00Z', now)
const next = event('next', '2026-07-04T08:00:00Z', '2026-07-05T20:00:00Z')
const archived = { ...event('archived', '2026-07-02T08:00:00Z', '2026-07-02T20:00:00Z'), archived: true }
const later = event('later', '2026-08-01T08:00:00Z', '2026-08-02T20:00:00Z')

describe('chooseDefaultEvent', () => {
  it.each([
    { name: 'the one chosen last', events: [past, next, later], last: 'past', chosen: past },
    { name: 'the next one when that is gone', events: [past, later, next], last: 'gone', chosen: next },
    { name: 'the next one when none was chosen', events: [later, next], last: null, chosen: next },
    {
      name: 'one that runs, to its last instant',
      events: [later, next, running],
      last: null,
      chosen: running,
    },
    { name: 'the first when all are over', events: [endedJustNow, past], last: null, chosen: endedJustNow },
    { name: 'none that is archived', events: [archived, past], last: 'archived', chosen: past },
    { name: 'an archived one without others', events: [archived], last: null, chosen: archived },
    { name: 'none of none', events: [], last: 'gone', chosen: undefined },
  ])('$name', ({ events, last, chosen }) => {
    expect(chooseDefaultEvent(events, last, now)).toBe(chosen)
  })
})

describe('chooseReportEvent', () => {
  it('is the earliest that has not ended, or none', () => {
    expect(chooseReportEvent([past, later, archived, next], now)).toBe(next)
    expect(chooseReportEvent([past, endedJustNow], now)).toBeUndefined()
  })
})
