import { clockOf, minutesOf } from '@muster/contract/rules/typed-time'
import { useLayoutEffect, useRef } from 'react'
import '../../../styles/desk-forms.css'

const STEP = 30
const DAY = 24 * 60

/** The half hours of a day, from `after` on, for who points. The keys stay with the field. */
export function TimeList({
  side,
  after,
  clock,
  hintOf,
  onPick,
}: {
  side: 'top' | 'bottom'
  after: string | undefined
  clock: string | undefined
  hintOf: ((clock: string) => string) | undefined
  onPick: (clock: string) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const first = after === undefined ? 0 : minutesOf(after) - (minutesOf(after) % STEP) + STEP
  const clocks = Array.from({ length: DAY / STEP }, (_, at) => clockOf(first + at * STEP))
  const nearest = clock === undefined ? clocks[0] : clockOf(minutesOf(clock) - (minutesOf(clock) % STEP))

  useLayoutEffect(() => {
    const option = list.current?.querySelector<HTMLElement>(`[data-clock="${nearest}"]`)
    // `scrollIntoView` would scroll the page too.
    if (option && list.current) list.current.scrollTop = option.offsetTop - list.current.clientHeight / 2
  }, [nearest])

  return (
    <div ref={list} className="time-list" data-side={side}>
      {clocks.map((each) => (
        <button
          key={each}
          type="button"
          data-clock={each}
          aria-current={each === clock ? 'time' : undefined}
          tabIndex={-1}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(each)}
        >
          <b>{each}</b>
          <span>{hintOf?.(each)}</span>
        </button>
      ))}
    </div>
  )
}
