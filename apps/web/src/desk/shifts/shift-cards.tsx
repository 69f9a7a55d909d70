import { groupBy } from '@muster/contract/rules/group-by'
import { memo, type ReactNode, useId, useMemo } from 'react'
import { useMay } from '../../api/rights.ts'
import { useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CoverageBar } from '../../ui/feedback/coverage-bar.tsx'
import { useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { OpenPlaces } from '../../ui/feedback/open-places.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { Chevron } from '../../ui/page/chevron.tsx'
import { usePiece } from '../../ui/page/windowing.tsx'
import type { CountedShift, ListedGroup } from './group-shifts.ts'
import {
  cutGroups,
  FarShifts,
  litIn,
  openPartsIn,
  type PieceProps,
  type ShiftActions,
  type ShiftListProps,
} from './shift-pieces.tsx'
import { editShiftId, openShiftId, ShiftClock, ShiftNotes } from './shift-words.tsx'
import { useText } from './texts.ts'

const CARD_PX = 92

export function ShiftCards({ groups, event, lit, onToggle, onEdit, onDelete, ...open }: ShiftListProps) {
  const t = useText()
  const roles = useMemo(() => cutGroups(groups), [groups])
  return (
    <section aria-label={t('by_role')}>
      {roles.map(({ group, pieces }) => (
        <RoleSection key={group.role_id} group={group}>
          {pieces.map((piece) => (
            <CardPiece
              key={piece.first}
              piece={piece}
              open={openPartsIn(piece, open)}
              lit={litIn(piece, lit)}
              {...{ event, onToggle, onEdit, onDelete }}
            />
          ))}
        </RoleSection>
      ))}
    </section>
  )
}

function RoleSection({ group, children }: { group: ListedGroup; children: ReactNode }) {
  const { confirmedOf } = useCoverageWords()
  const id = useId()
  return (
    <section className="mt-10" aria-labelledby={id}>
      <h3 id={id} className="text-h3">
        {group.name}
      </h3>
      <p className="text-meta text-ink-2">{confirmedOf(group.coverage)}</p>
      {children}
    </section>
  )
}

const CardPiece = memo(function CardPiece({ piece, open, lit, ...actions }: PieceProps) {
  const { event } = actions
  const { before, items } = piece
  const { calendarDay: nameOf } = useDateFormat(event.time_zone)
  const { ref, isFull, height } = usePiece(piece.isAlwaysFull || open !== undefined)
  if (!isFull) {
    return (
      <div ref={ref}>
        <FarShifts event={event} piece={piece} height={height ?? items.length * CARD_PX} />
      </div>
    )
  }
  return (
    <div ref={ref}>
      {[...groupBy(items, ({ day }) => day)].map(([day, ofDay], index) => (
        <div key={day}>
          {/* The previous piece may have named the day. */}
          {!(index === 0 && before?.day === day) && (
            <h4 className="mt-4 text-meta font-semibold text-ink-2">{nameOf(day)}</h4>
          )}
          <ul>
            {ofDay.map(({ counted, isRepeat }) => (
              <li
                key={counted.shift.id}
                className={cardClass({
                  padding: 'none',
                  className: `mt-2 break-inside-avoid overflow-hidden ${lit?.has(counted.shift.id) ? 'bg-primary-soft!' : ''}`,
                })}
              >
                {isRepeat ? (
                  // D25: a night shift on its later day. The card of its start counts it.
                  <button
                    type="button"
                    className="block w-full px-4 py-3.5 text-ink-3 tabular-nums -outline-offset-4"
                    onClick={() => actions.onToggle(counted.shift)}
                  >
                    <ShiftClock event={event} shift={counted.shift} day={day} />
                  </button>
                ) : counted.shift.id === open?.editedId ? (
                  <div className="p-4">{open.editor}</div>
                ) : (
                  <ShiftCard
                    counted={counted}
                    day={day}
                    panel={counted.shift.id === open?.openId && open.renderPanel(counted.shift)}
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
  day,
  panel,
  onToggle,
  onEdit,
  onDelete,
}: ShiftActions & {
  counted: CountedShift
  day: string
  panel: ReactNode
}) {
  const mayPlan = useMay('plan')
  const t = useText()
  const isOpen = panel !== false
  return (
    <>
      <button
        type="button"
        id={openShiftId(shift)}
        // The card clips an outer outline.
        className="block w-full rounded-card px-4 py-3.5 -outline-offset-4"
        aria-expanded={isOpen}
        onClick={() => onToggle(shift)}
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <b className="text-lead tabular-nums">
            <ShiftClock event={event} shift={shift} day={day} />
          </b>
          <span>
            <OpenPlaces coverage={coverage} />
            <ShiftNotes shift={shift} isFirst={coverage.missing === 0 && coverage.pending === 0} />
          </span>
        </span>
        <span className="mt-2 flex items-center gap-3">
          <CoverageBar className="flex-1" {...coverage} />
          <span className="tabular-nums" aria-hidden="true">
            {coverage.confirmed}/{coverage.needed}
          </span>
          <Chevron />
        </span>
      </button>
      {isOpen && (
        <div className="bg-sunken px-3 pt-1 pb-3">
          {mayPlan && (
            <div className="mb-1 flex flex-wrap">
              <Button kind="quiet" id={editShiftId(shift)} onClick={() => onEdit(shift)}>
                {t('edit_shift')}
              </Button>
              <Button kind="quiet" onClick={() => onDelete(shift)}>
                {t('remove_shift')}
              </Button>
            </div>
          )}
          {panel}
        </div>
      )}
    </>
  )
}
