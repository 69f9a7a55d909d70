import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { newestOf } from '../../api/newest-of.ts'
import { useMay } from '../../api/rights.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { useReadFailure } from '../../ui/overlays/use-read-failure.ts'
import { cardClass } from '../../ui/page/card.ts'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import { shiftsQuery } from '../shifts/api.ts'
import { DeleteShiftDialog } from '../shifts/delete-shift-dialog.tsx'
import { EventHeader } from './event-header.tsx'
import { EventPicker } from './event-picker.tsx'
import { EventShifts, loadTimeline, ShiftPanel } from './event-shifts.tsx'
import { DashboardHead, LoadingShifts, NoRoles } from './page-parts.tsx'
import { useText } from './texts.ts'
import type { ChangeFilters, DashboardFilters } from './use-chosen-event.ts'
import { useLiveShifts } from './use-live-shifts.ts'
import { useMissingShift } from './use-missing-shift.ts'
import { useShownShifts } from './use-shown-shifts.ts'
import { useTask } from './use-task.ts'
import { useUnsavedStaffing } from './use-unsaved-staffing.ts'

const NewShift = lazyPart(() => import('../shifts/new-shift.tsx'))

const addButtonId = 'add-shift'

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
  const mayPlan = useMay('plan')
  const focusNext = useFocusNext()
  const { data: shifts, error, refetch } = useQuery(shiftsQuery(event.id))
  useReadFailure(error, t(shifts ? 'refresh_failed' : 'fetch_failed'))
  const lit = useLiveShifts(event)

  const task = useTask(event.id)
  const { isAdding, source, edited, staffing, deleting, dispatch } = task
  const { markUnsaved, leave, question } = useDiscardQuestion(() => dispatch({ type: 'end' }))
  const list = useShownShifts({ event, shifts, edited, filters })
  useUnsavedStaffing(staffing, shifts, markUnsaved)
  // Loaded with the list, so that an open part does not push it down later.
  useLoadAhead(filters.shift ? [ShiftPanel, NewShift] : [NewShift])
  useLoadAhead([{ load: loadTimeline }], useIsWide())
  const expectRemoval = useMissingShift({
    shift_id: filters.shift,
    shifts,
    onMissing: (shift_id) => {
      dispatch({ type: 'removed', shift_id })
      onFilter({ shift: undefined }, { replace: true })
      showFailure(t('shift_gone'))
    },
  })
  const close = (focus: string) => {
    dispatch({ type: 'end' })
    focusNext(focus)
  }

  return (
    <>
      <DashboardHead>
        {events.length > 1 && (
          <EventPicker
            events={events}
            value={event}
            onChange={(event_id) => leave(() => onChooseEvent(event_id))}
          />
        )}
        {event.roles.length > 0 && mayPlan && (
          <Button
            id={addButtonId}
            aria-expanded={isAdding}
            onClick={() => leave(() => (isAdding ? close(addButtonId) : dispatch({ type: 'add' })))}
          >
            {t('add_shift')}
          </Button>
        )}
      </DashboardHead>
      <EventHeader event={event} coverage={list.total ?? event.coverage} />
      {isAdding && (
        <Suspense fallback={null}>
          <div className={cardClass({ padding: 'none', className: 'mb-6' })}>
            <NewShift
              key={source?.id ?? event.id}
              event={event}
              source={source}
              onUnsaved={markUnsaved}
              // The filters may hide it, unless it is open.
              onAdded={({ id }) => (filters.day ?? filters.show) && onFilter({ shift: id })}
              onClose={() => close(addButtonId)}
              onLeave={() => leave(() => close(addButtonId))}
            />
          </div>
        </Suspense>
      )}
      {event.roles.length === 0 && <NoRoles />}
      {event.roles.length > 0 && shifts && list.counted.length === 0 && (
        <p className="text-ink-2">{t(mayPlan ? 'no_shifts' : 'no_shifts_to_see')}</p>
      )}
      {list.counted.length > 0 && (
        <EventShifts
          {...{ event, filters, onFilter, list, lit, task, leave }}
          onUnsaved={markUnsaved}
          onDelete={expectRemoval}
          onClose={close}
        />
      )}
      {deleting && (
        <DeleteShiftDialog
          shift={newestOf(shifts, deleting)}
          onClose={() => dispatch({ type: 'cancel_delete' })}
          onDeleted={() => {
            onFilter({ shift: undefined }, { replace: true })
            dispatch({ type: 'removed', shift_id: deleting.id })
            focusNext(addButtonId)
          }}
        />
      )}
      {!shifts && error && <RetryButton onRetry={() => void refetch()} />}
      {!shifts && !error && <LoadingShifts />}
      {question}
    </>
  )
}
