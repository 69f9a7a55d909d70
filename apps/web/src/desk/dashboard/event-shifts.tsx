import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { Suspense, useCallback, useState } from 'react'
import type { Highlights } from '../../live/use-highlights.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import type { StaffingDraft } from '../assignments/staffing-draft.ts'
import { ShiftCards } from '../shifts/shift-cards.tsx'
import { ShiftTable } from '../shifts/shift-table.tsx'
import { editShiftId, openShiftId } from '../shifts/shift-words.tsx'
import { FilterBar, shownKindId } from './filter-bar.tsx'
import { LoadingPart, LoadingShifts } from './page-parts.tsx'
import { ScrollToShift } from './scroll-to-shift.tsx'
import { useText } from './texts.ts'
import type { ChangeFilters, DashboardFilters } from './use-chosen-event.ts'
import type { ShownShifts } from './use-shown-shifts.ts'
import type { Task } from './use-task.ts'

export const ShiftPanel = lazyPart(() => import('../assignments/shift-panel.tsx'))
const EditShift = lazyPart(() => import('../shifts/edit-shift.tsx'))
const Timeline = lazyPart(() => import('./timeline.tsx'))
export const loadTimeline = Timeline.load

export function EventShifts({
  event,
  filters,
  onFilter,
  list,
  lit,
  task,
  leave,
  onUnsaved,
  onDelete,
  onClose,
}: {
  event: Event
  filters: DashboardFilters
  onFilter: ChangeFilters
  list: ShownShifts
  lit: Highlights
  task: Task
  /** Continues unless something unsaved is kept. Stable between renders. */
  leave: (next: () => void) => void
  onUnsaved: (isUnsaved: boolean) => void
  onDelete: (shift_id: string) => void
  onClose: (focus: string) => void
}) {
  const t = useText()
  const isWide = useIsWide()
  const focusNext = useFocusNext()
  const { counted, days, day, kind, shown, groups } = list
  const { edited, edit, staffing, dispatch } = task
  const [selected, setSelected] = useState<{ id: string }>()
  const hasList = groups.length > 0
  useLoadAhead([ShiftPanel, EditShift], hasList)

  const toggle = useCallback(
    (shift: Shift) =>
      leave(() => onFilter((current) => ({ shift: current.shift === shift.id ? undefined : shift.id }))),
    [leave, onFilter],
  )
  const openFromTimeline = useCallback(
    (shift: Shift) =>
      leave(() => {
        onFilter({ shift: shift.id })
        setSelected({ id: shift.id })
      }),
    [leave, onFilter],
  )
  const startEdit = useCallback(
    (shift: Shift) => leave(() => dispatch({ type: 'edit', shift })),
    [leave, dispatch],
  )
  const askToDelete = useCallback(
    (shift: Shift) => {
      onDelete(shift.id)
      dispatch({ type: 'delete', shift })
    },
    [onDelete, dispatch],
  )
  const changeStaffing = ({ id }: Shift, draft: StaffingDraft | undefined) => {
    // A late answer must not end a task that was begun since.
    if (!draft) dispatch({ type: 'staffed', shift_id: id })
    else if (staffing) dispatch({ type: 'staff', draft })
    else leave(() => dispatch({ type: 'staff', draft }))
  }

  const List = isWide ? ShiftTable : ShiftCards
  return (
    <Suspense fallback={<LoadingShifts />}>
      {isWide && (
        <Timeline
          event={event}
          counted={counted}
          lit={lit.spots}
          days={days}
          day={day ?? filters.timeline}
          // If the list is filtered by day, it follows the timeline.
          onDay={(next) => onFilter(day ? { day: next } : { timeline: next })}
          onOpen={openFromTimeline}
        />
      )}
      <FilterBar
        timeZone={event.time_zone}
        days={days}
        day={day}
        kind={kind}
        shown={shown.length}
        all={counted.length}
        onChange={onFilter}
      />
      {shown.length === 0 && (
        <EmptyState text={t(textOfNone(list))}>
          <Button
            kind="line"
            onClick={() => {
              onFilter({ day: undefined, show: undefined })
              focusNext(shownKindId)
            }}
          >
            {t('filter.clear')}
          </Button>
        </EmptyState>
      )}
      {hasList && (
        <List
          event={event}
          groups={groups}
          lit={lit.spots}
          openId={filters.shift}
          editedId={edited?.id}
          onToggle={toggle}
          onEdit={startEdit}
          onDelete={askToDelete}
          editor={
            edited && (
              <Suspense fallback={<LoadingPart />}>
                <EditShift
                  key={edited.id}
                  event={event}
                  shift={edited}
                  edit={edit}
                  onType={(typed) => dispatch({ type: 'type', edit: typed })}
                  onUnsaved={onUnsaved}
                  onCopy={() => leave(() => dispatch({ type: 'copy', shift: edited }))}
                  // A card has an edit button only while it is open.
                  onClose={() =>
                    onClose(isWide || edited.id === filters.shift ? editShiftId(edited) : openShiftId(edited))
                  }
                />
              </Suspense>
            )
          }
          renderPanel={(shift) => (
            <Suspense fallback={<LoadingPart />}>
              <ShiftPanel
                event={event}
                shift={shift}
                lit={lit.people}
                draft={staffing}
                onDraft={(draft) => changeStaffing(shift, draft)}
              />
            </Suspense>
          )}
        />
      )}
      <ScrollToShift openId={filters.shift} selected={selected} hasList={hasList} />
    </Suspense>
  )
}

/** D37: a person who has not confirmed must not count as one who comes. */
function textOfNone({ kind, unconfirmed }: ShownShifts) {
  if (!kind) return 'filter.none'
  if (kind === 'missing' && unconfirmed.length > 0) return 'filter.none_missing_unconfirmed'
  return `filter.none_${kind}` as const
}
