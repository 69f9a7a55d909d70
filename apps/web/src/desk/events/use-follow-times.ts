import { DAY_MS, HOUR_MS, MINUTE_MS } from '@muster/contract/rules/instants'
import { minutesOf } from '@muster/contract/rules/typed-time'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { isWall, partsOfWall, wallOfParts } from '../../ui/controls/clock/wall.ts'
import type { Template } from '../templates/templates.ts'
import type { EventDraft } from './event-draft.ts'

const USUAL_MS = 2 * HOUR_MS

/**
 * The end of a new event follows its start: it keeps the length that was chosen, at first that of the template, else two
 * hours. Returns what gives the event the times of a template, as far as they were not chosen by hand.
 */
export function useFollowTimes({ control, getValues, setValue }: UseFormReturn<EventDraft>) {
  const starts = useWatch({ control, name: 'starts' })
  /** Values that were not chosen by hand. */
  const own = useRef({ time: '', ends: '' })
  const length = useRef(USUAL_MS)
  const before = useRef('')

  const setEnd = (ends: string) => {
    own.current.ends = ends
    setValue('ends', ends, { shouldDirty: isWall(ends), shouldValidate: isWall(ends) })
  }
  const follow = useEffectEvent((start: string) => {
    const ends = getValues('ends')
    const isOwn = ends === own.current.ends
    if (isWall(ends) && isWall(before.current) && ends > before.current) {
      const end = addClock(start, clock(ends) - clock(before.current))
      if (isOwn) setEnd(end)
      else setValue('ends', end, { shouldDirty: true })
    } else if (isOwn) setEnd(addClock(start, length.current))
    before.current = start
  })
  useEffect(() => {
    if (isWall(starts)) follow(starts)
  }, [starts])

  return ({ from, to, days }: Template) => {
    length.current = (days - 1) * DAY_MS + (minutesOf(to) - minutesOf(from)) * MINUTE_MS
    const typed = partsOfWall(getValues('starts'))
    const isEndOwn = getValues('ends') === own.current.ends
    const time = typed.time === own.current.time ? from : typed.time
    if (typed.time !== time) own.current.time = time
    const start = wallOfParts(typed.day, time)
    // It is followed here.
    before.current = start
    setValue('starts', start, { shouldDirty: typed.day !== '', shouldValidate: isWall(start) })
    if (isEndOwn) setEnd(isWall(start) ? addClock(start, length.current) : wallOfParts('', to))
  }
}

/** A wall time as ms, to add to. */
const clock = (wall: string) => Date.parse(`${wall}Z`)
const addClock = (wall: string, ms: number) => new Date(clock(wall) + ms).toISOString().slice(0, 16)
