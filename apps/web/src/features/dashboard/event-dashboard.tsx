import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { useReadFailure } from '../../ui/overlays/use-read-failure.ts'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import type { StaffingDraft } from '../assignments/staffing-draft.ts'
import { shiftsQuery } from '../shifts/api.ts'
import { DeleteShiftDialog } from '../shifts/delete-shift-dialog.tsx'
import { ShiftCards } from '../shifts/shift-cards.tsx'
import { ShiftTable } from '../shifts/shift-table.tsx'
import { editShiftId, openShiftId } from '../shifts/shift-words.tsx'
import { EventHeader } from './event-header.tsx'
import { EventPicker } from './event-picker.tsx'
import { FilterBar } from './filter-bar.tsx'
import { LoadingPart, LoadingShifts, NoRoles, PageHead } from './page-parts.tsx'
import { useText } from './texts.ts'
import { Timeline } from './timeline.tsx'
import type { ChangeFilters, DashboardFilters } from './use-chosen-event.ts'
import { useLiveShifts } from './use-live-shifts.ts'
import { useMissingShift } from './use-missing-shift.ts'
import { useScrollToShift } from './use-scroll-to-shift.ts'
import { useShownShifts } from './use-shown-shifts.ts'
import { useTask } from './use-task.ts'
import { useUnsavedStaffing } from './use-unsaved-staffing.ts'

const NewShift = lazyPart(() => import('../shifts/new-shift.tsx'))
const EditShift = lazyPart(() => import('../shifts/edit-shift.tsx'))
const ShiftPanel = lazyPart(() => import('../assignments/shift-panel.tsx'))

const addButtonId = 'add-shift'

/** One event: its figures, its timeline and its shifts, and what is being done to them. */
export function EventDashboard({
  events,
  event,
  filters,
  onChooseEvent,
  onFilter,
}: {
  events: readonly Event[]
  event: Event
  filters: DashboardFilters
  onChooseEvent: (event_id: string) => void
  onFilter: ChangeFilters
}) {
  const t = useText()
  const focusNext = useFocusNext()
  const isWide = useIsWide()
  const { data: shifts, error, refetch } = useQuery(shiftsQuery(event.id))
  useReadFailure(error, t(shifts ? 'refresh_failed' : 'fetch_failed'))
  useLiveShifts(event.id)

  const { isAdding, edited, edit, staffing, deleting, dispatch } = useTask(event.id)
  const { markUnsaved, leave, question } = useDiscardQuestion(() => dispatch({ type: 'end' }))
  const [selected, setSelected] = useState<{ id: string }>()
  const { counted, total, days, day, onlyGaps, shown, groups } = useShownShifts({
    event,
    shifts,
    edited,
    filters,
  })
  const hasList = groups.length > 0
  useScrollToShift({ openId: filters.shift, selected, hasList })
  useUnsavedStaffing(staffing, shifts, markUnsaved)
  // What the address opens comes together with the list, and pushes nothing away.
  useLoadAhead(filters.shift ? [ShiftPanel, NewShift] : [NewShift])
  useLoadAhead([ShiftPanel, EditShift], hasList)
  const expectRemoval = useMissingShift({
    shift_id: filters.shift,
    shifts,
    onMissing: () => {
      dispatch({ type: 'end' })
      onFilter({ shift: undefined }, { replace: true })
      showFailure(t('shift_gone'))
    },
  })

  // The same functions at each render, so that rows without a change are not rendered again.
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
      expectRemoval(shift.id)
      dispatch({ type: 'delete', shift })
    },
    [expectRemoval, dispatch],
  )
  const changeStaffing = (draft: StaffingDraft | undefined) => {
    if (staffing) dispatch({ type: 'staff', draft })
    else leave(() => dispatch({ type: 'staff', draft }))
  }
  const close = (focus: string) => {
    dispatch({ type: 'end' })
    focusNext(focus)
  }

  const List = isWide ? ShiftTable : ShiftCards
  return (
    <>
      <PageHead>
        {events.length > 1 && (
          <EventPicker
            events={events}
            value={event}
            onChange={(event_id) => leave(() => onChooseEvent(event_id))}
          />
        )}
        {event.roles.length > 0 && (
          <Button
            id={addButtonId}
            aria-expanded={isAdding}
            onClick={() => leave(() => (isAdding ? close(addButtonId) : dispatch({ type: 'add' })))}
          >
            {t('add_shift')}
          </Button>
        )}
      </PageHead>
      <EventHeader event={event} coverage={total ?? event.coverage} />
      {isAdding && (
        <Suspense fallback={null}>
          <NewShift key={event.id} event={event} onUnsaved={markUnsaved} onClose={() => close(addButtonId)} />
        </Suspense>
      )}
      {event.roles.length === 0 && <NoRoles />}
      {event.roles.length > 0 && shifts && counted.length === 0 && (
        <p className="text-ink-2">{t('no_shifts')}</p>
      )}
      {counted.length > 0 && (
        <>
          {isWide && (
            <Timeline
              event={event}
              counted={counted}
              days={days}
              day={day ?? filters.timeline}
              // With a filter on, the other day is meant for both.
              onDay={(next) => onFilter(day ? { day: next } : { timeline: next })}
              onOpen={openFromTimeline}
            />
          )}
          <FilterBar
            timeZone={event.time_zone}
            days={days}
            day={day}
            onlyGaps={onlyGaps}
            shown={shown.length}
            all={counted.length}
            onChange={onFilter}
          />
        </>
      )}
      {counted.length > 0 && shown.length === 0 && (
        <EmptyState text={t(onlyGaps ? 'filter.none_gaps' : 'filter.none')}>
          <Button kind="line" onClick={() => onFilter({ day: undefined, gaps: undefined })}>
            {t('filter.clear')}
          </Button>
        </EmptyState>
      )}
      {hasList && (
        <List
          event={event}
          groups={groups}
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
                  onUnsaved={markUnsaved}
                  // A card shows its edit button only while it is open.
                  onClose={() =>
                    close(isWide || edited.id === filters.shift ? editShiftId(edited) : openShiftId(edited))
                  }
                />
              </Suspense>
            )
          }
          renderPanel={(shift) => (
            <Suspense fallback={<LoadingPart />}>
              <ShiftPanel event={event} shift={shift} draft={staffing} onDraft={changeStaffing} />
            </Suspense>
          )}
        />
      )}
      {deleting && (
        <DeleteShiftDialog
          shift={deleting}
          onClose={() => dispatch({ type: 'cancel_delete' })}
          onDeleted={() => {
            onFilter({ shift: undefined }, { replace: true })
            close(addButtonId)
          }}
        />
      )}
      {!shifts && error && <RetryButton onRetry={() => void refetch()} />}
      {!shifts && !error && <LoadingShifts />}
      {question}
    </>
  )
}
