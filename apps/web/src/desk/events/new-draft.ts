import { addDays } from '@muster/contract/rules/wall-time'
import { dayInZone } from '@muster/contract/rules/zone'
import { now } from '../../clock.ts'
import { isWall } from '../../ui/controls/clock/wall.ts'
import { type EventDay, listEventDays } from '../templates/fit-template.ts'
import type { Template } from '../templates/templates.ts'
import { type EventDraft, emptyDraft } from './event-draft.ts'

const DAYS_AHEAD = 14
const SATURDAY = 6

/** A Saturday in two weeks. */
export const proposedDay = (time_zone: string): string =>
  nextSaturday(addDays(dayInZone(now().toISOString(), time_zone), DAYS_AHEAD))

/** Of the first event: on the proposed day, with the times of a template. */
export function firstDraft({ from, to, days }: Template, time_zone: string): EventDraft {
  const day = proposedDay(time_zone)
  return { ...emptyDraft(time_zone), starts: `${day}T${from}`, ends: `${addDays(day, days - 1)}T${to}` }
}

function nextSaturday(day: string): string {
  return addDays(day, (SATURDAY - new Date(`${day}T00:00Z`).getUTCDay() + 7) % 7)
}

/** The days of a new event, as far as its times can be read. */
export function daysOfTimes({ starts, ends }: Pick<EventDraft, 'starts' | 'ends'>): EventDay[] {
  return isWall(starts) && isWall(ends) ? listEventDays(starts, ends) : []
}
