import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { type HTMLAttributes, type KeyboardEvent, useId, useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { useCoverageLabel, useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { StateBar } from '../../ui/feedback/state-bar.tsx'
import { pressShift } from '../shifts/press-gap.ts'
import { barId, openShiftId } from '../shifts/shift-words.tsx'
import { useText as useShiftText } from '../shifts/texts.ts'
import { instantsOf } from './drag-block.ts'
import type { Block, Lane } from './lay-timeline.ts'
import { useText } from './texts.ts'
import type { BlockKeys } from './use-block-keys.ts'
import type { Dragged } from './use-lane-drag.ts'

/** Id of the words that say what keys do. */
export const keysId = 'timeline-keys'

export type BlockActs = {
  onOpen: (shift: Shift, byKeyboard: boolean) => void
  onFill: ((shift: Shift) => void) | undefined
}

type Placed = Dragged & { from: number; to: number }

export function RoleLane({
  event,
  midnight,
  lane: { role_id, name, blocks },
  lit,
  style,
  dragged,
  keys,
  handlers,
  onOpen,
  onFill,
}: {
  event: Event
  midnight: number
  lane: Lane
  lit: ReadonlySet<string>
  style: { gridTemplateColumns: string; backgroundSize: string }
  dragged: Placed | undefined
  keys: BlockKeys | undefined
  handlers: HTMLAttributes<HTMLElement>
} & BlockActs) {
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const [at, setAt] = useState(0)
  const isGhost =
    dragged && (dragged.mode === 'new' || dragged.mode === 'copy' || dragged.shift?.role_id !== role_id)
  const ghostRow = blocks.find(({ counted }) => counted.shift === dragged?.shift)?.row ?? 1
  return (
    <>
      <b id={id} className="line-clamp-2 pr-3 text-compact leading-tight wrap-anywhere" title={name}>
        {name}
      </b>
      <fieldset
        className="timeline-lane"
        data-role={role_id}
        data-draggable={keys !== undefined || undefined}
        aria-labelledby={id}
        style={style}
        {...handlers}
      >
        {blocks.map((block, index) => (
          <ShiftBlock
            key={block.counted.shift.id}
            event={event}
            block={block}
            isFromBefore={Date.parse(block.counted.shift.start_dt) < midnight}
            isLit={lit.has(block.counted.shift.id)}
            // One tab stop per lane; the arrow keys move within it.
            tabIndex={index === Math.min(at, blocks.length - 1) ? 0 : -1}
            dragged={!isGhost && dragged?.shift?.id === block.counted.shift.id ? dragged : undefined}
            keys={keys}
            onFocus={() => setAt(index)}
            {...{ onOpen, onFill }}
          />
        ))}
        {isGhost && (
          <span
            className="timeline-ghost"
            aria-hidden="true"
            style={{ gridColumn: `${dragged.from} / ${dragged.to}`, gridRow: ghostRow }}
          >
            {format.timeRange(...instantsOf(dragged))}
          </span>
        )}
      </fieldset>
    </>
  )
}

/** Up and down, Home and End go along the lane; so do left and right where they move nothing. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const blocks = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const at = blocks.findIndex((block) => block === event.currentTarget)
  const next = {
    ArrowRight: blocks[at + 1],
    ArrowDown: blocks[at + 1],
    ArrowLeft: blocks[at - 1],
    ArrowUp: blocks[at - 1],
    Home: blocks[0],
    End: blocks.at(-1),
  }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function ShiftBlock({
  event,
  isFromBefore,
  block: { counted, from, to, row },
  isLit,
  tabIndex,
  dragged,
  keys,
  onFocus,
  onOpen,
  onFill,
}: {
  event: Event
  isFromBefore: boolean
  block: Block
  isLit: boolean
  tabIndex: 0 | -1
  /** Where it would be. */
  dragged: Placed | undefined
  keys: BlockKeys | undefined
  onFocus: () => void
} & BlockActs) {
  const t = useText()
  const labelOf = useCoverageLabel()
  const { openParts } = useCoverageWords()
  const words = useShiftText()
  const format = useDateFormat(event.time_zone)
  const { shift, coverage } = counted
  const time = format.timeRange(shift.start_dt, shift.end_dt)
  const [missing] = openParts({ needed: 0, confirmed: 0, missing: coverage.missing })
  return (
    <button
      type="button"
      id={openShiftId(shift)}
      className={`timeline-shift ${isLit ? 'bg-primary-soft' : ''} ${missing ? 'timeline-gap' : ''}`}
      data-shift={shift.id}
      data-dragged={dragged !== undefined || undefined}
      style={{ gridColumn: `${dragged?.from ?? from} / ${dragged?.to ?? to}`, gridRow: row }}
      tabIndex={tabIndex}
      title={time}
      aria-describedby={keys ? keysId : undefined}
      aria-label={t('timeline.shift', { role: shift.role.name, time, coverage: labelOf(coverage) })}
      onFocus={onFocus}
      onBlur={keys?.end}
      onKeyDown={(press) => {
        if (!keys?.onKeyDown(press, shift)) moveAlong(press)
      }}
      onClick={(press) => pressShift(press, counted, { onFill, onOpen })}
    >
      {/* A word without room wraps, and is hidden whole. */}
      <b className="flex h-lh flex-wrap justify-between gap-x-1 overflow-hidden whitespace-nowrap tabular-nums">
        <span>
          {dragged ? format.timeRange(...instantsOf(dragged)) : `${coverage.confirmed}/${coverage.needed}`}
          {isFromBefore && !dragged && (
            <small className="ml-1.5 font-normal text-ink-2">
              {words('from_before', {
                start: `${format.weekday(shift.start_dt)} ${format.time(shift.start_dt)}`,
              })}
            </small>
          )}
        </span>
        {missing && !dragged && (
          <span className="text-miss" data-kind="missing">
            {missing.text}
          </span>
        )}
      </b>
      <span id={barId(shift)}>
        <StateBar coverage={coverage} className="*:h-2!" />
      </span>
    </button>
  )
}
