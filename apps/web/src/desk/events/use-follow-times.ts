import { DAY_MS, HOUR_MS, MINUTE_MS } from '@muster/contract/rules/instants'
import { minutesOf } from '@muster/contract/rules/typed-time'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { isWall, partsOfWall, wallOfParts } from '../../ui/controls/clock/wall.ts'
import type { Template } from '../templates/templates.ts'
import type { EventDraft } from './event-draft.ts'
import { proposedDay } from './new-draft.ts'

const USUAL_MS = 2 * HOUR_MS

/**
 * The end of a new event follows its start: it keeps the length that was chosen, at first that of the template, else two
 * hours. Returns what gives the event the times of a template, as far as they were not chosen by hand, and a proposed day
 * if it has none.
 */
export function useFollowTimes(form: UseFormReturn<EventDraft>) {
  const { control, getValues, getFieldState, setValue, resetField } = form
  const starts = useWatch({ control, name: 'starts' })
  const before = useRef(starts)
  /** The time of the start that was not chosen by hand. */
  const ownTime = useRef(partsOfWall(starts).time)
  const length = useRef(USUAL_MS)

  const follow = useEffectEvent((start: string) => {
    const ends = getValues('ends')
    const isAfter = isWall(ends) && isWall(before.current) && ends > before.current
    const next = addClock(start, isAfter ? clock(ends) - clock(before.current) : length.current)
    if (!getFieldState('ends').isDirty) resetField('ends', { defaultValue: next })
    else if (isAfter) setValue('ends', next, { shouldDirty: true })
    before.current = start
  })
  useEffect(() => {
    if (isWall(starts) && starts !== before.current) follow(starts)
  }, [starts])

  return ({ from, to, days }: Template) => {
    length.current = (days - 1) * DAY_MS + (minutesOf(to) - minutesOf(from)) * MINUTE_MS
    const { day, time } = partsOfWall(getValues('starts'))
    const isOwn = time === ownTime.current
    if (isOwn) ownTime.current = from
    if (isOwn || day === '') {
      // It is followed here.
      before.current = wallOfParts(day || proposedDay(getValues('time_zone')), isOwn ? from : time)
      if (getFieldState('starts').isDirty) setValue('starts', before.current, { shouldDirty: true })
      else resetField('starts', { defaultValue: before.current })
    }
    if (getFieldState('ends').isDirty) return
    const start = getValues('starts')
    const next = isWall(start) ? addClock(start, length.current) : wallOfParts('', to)
    resetField('ends', { defaultValue: next })
  }
}

/** A wall time as ms, to add to. */
const clock = (wall: string) => Date.parse(`${wall}Z`)
const addClock = (wall: string, ms: number) => new Date(clock(wall) + ms).toISOString().slice(0, 16)
