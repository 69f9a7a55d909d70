import { memo, type ReactNode, useId, useMemo } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CoverageBar } from '../../ui/feedback/coverage-bar.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { Chevron } from '../../ui/page/chevron.tsx'
import type { CountedShift, RoleGroup } from './group-shifts.ts'
import {
  cutInPieces,
  FarShifts,
  type PieceProps,
  type ShiftActions,
  type ShiftListProps,
  useDrawnPiece,
  workIn,
} from './shift-pieces.tsx'
import { editShiftId, OpenPlaces, openShiftId, ShiftClock } from './shift-words.tsx'
import { useText } from './texts.ts'

/** Of a card and the gap above it: what a piece that was never drawn keeps free for each. */
const CARD_PX = 92

/** The table for narrow screens: a card each, under its role and its day. */
export function ShiftCards({ groups, event, onToggle, onEdit, onDelete, ...work }: ShiftListProps) {
  const t = useText()
  const roles = useMemo(() => cutInPieces(groups), [groups])
  return (
    <section aria-label={t('by_role')}>
      {roles.map(({ group, pieces }) => (
        <RoleSection key={group.role_id} group={group}>
          {pieces.map((piece, index) => (
            <PieceOfCards
              key={index}
              piece={piece}
              work={workIn(piece, work)}
              {...{ event, onToggle, onEdit, onDelete }}
            />
          ))}
        </RoleSection>
      ))}
    </section>
  )
}

function RoleSection({ group, children }: { group: RoleGroup; children: ReactNode }) {
  const t = useText()
  const id = useId()
  return (
    <section className="mt-10" aria-labelledby={id}>
      <h3 id={id} className="text-h3">
        {group.name}
      </h3>
      <p className="text-meta text-ink-2">
        {t('covered', { covered: group.covered, count: group.shifts.length })}
      </p>
      {children}
    </section>
  )
}

// As in the table: a piece where nothing is done stays as it is.
const PieceOfCards = memo(function PieceOfCards({ piece, work, ...actions }: PieceProps) {
  const { event } = actions
  const { before, shifts } = piece
  const { day: dayOf } = useDateFormat(event.time_zone)
  const { ref, isDrawn, height = shifts.length * CARD_PX } = useDrawnPiece({ piece, work })
  if (!isDrawn) {
    return (
      <div ref={ref}>
        <FarShifts event={event} piece={piece} height={height} />
      </div>
    )
  }
  return (
    <div ref={ref}>
      {partByDay(shifts, dayOf).map(({ day, shifts: ofDay }, index) => (
        <div key={day}>
          {/* A day that goes on from the piece before has been named there. */}
          {!(index === 0 && before && dayOf(before.shift.start_dt) === day) && (
            <h4 className="mt-4 text-meta font-semibold text-ink-2">{day}</h4>
          )}
          <ul>
            {ofDay.map((counted) => (
              <li
                key={counted.shift.id}
                className={cardClass({
                  padding: 'none',
                  className: 'mt-2 break-inside-avoid overflow-hidden',
                })}
              >
                {counted.shift.id === work?.editedId ? (
                  <div className="p-4">{work.editor}</div>
                ) : (
                  <ShiftCard
                    counted={counted}
                    panel={counted.shift.id === work?.openId && work.renderPanel(counted.shift)}
                    {...actions}
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
})

function ShiftCard({
  event,
  counted: { shift, coverage },
  panel,
  onToggle,
  onEdit,
  onDelete,
}: ShiftActions & {
  counted: CountedShift
  /** What lies below it while it is open. */
  panel: ReactNode
}) {
  const t = useText()
  const isOpen = panel !== false
  return (
    <>
      <button
        type="button"
        id={openShiftId(shift)}
        // The card would cut off what is outside of it.
        className="block w-full rounded-card px-4 py-3.5 -outline-offset-4"
        aria-expanded={isOpen}
        onClick={() => onToggle(shift)}
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <b className="text-lead tabular-nums">
            <ShiftClock event={event} shift={shift} />
          </b>
          <span>
            <OpenPlaces coverage={coverage} />
          </span>
        </span>
        <span className="mt-2 flex items-center gap-3">
          <CoverageBar
            className="flex-1"
            needed={coverage.needed}
            confirmed={coverage.confirmed}
            pending={coverage.pending}
          />
          <span className="tabular-nums" aria-hidden="true">
            {coverage.confirmed}/{coverage.needed}
          </span>
          <Chevron />
        </span>
      </button>
      {isOpen && (
        <div className="bg-sunken px-3 pt-1 pb-3">
          <div className="mb-1 flex flex-wrap">
            <Button kind="quiet" id={editShiftId(shift)} onClick={() => onEdit(shift)}>
              {t('edit_shift')}
            </Button>
            <Button kind="quiet" onClick={() => onDelete(shift)}>
              {t('remove_shift')}
            </Button>
          </div>
          {panel}
        </div>
      )}
    </>
  )
}

function partByDay(
  shifts: readonly CountedShift[],
  dayOf: (iso: string) => string,
): { day: string; shifts: CountedShift[] }[] {
  const days = new Map<string, CountedShift[]>()
  for (const counted of shifts) {
    const day = dayOf(counted.shift.start_dt)
    days.set(day, [...(days.get(day) ?? []), counted])
  }
  return [...days].map(([day, ofDay]) => ({ day, shifts: ofDay }))
}
