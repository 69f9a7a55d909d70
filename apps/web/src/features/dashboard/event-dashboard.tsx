import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useReadFailure } from '../../api/use-read-failure.ts'
import { useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import type { StaffingDraft } from '../assignments/staffing-draft.ts'
import { shiftsQuery } from '../shifts/api.ts'
import { DeleteShiftDialog } from '../shifts/delete-shift-dialog.tsx'
import { EventHeader } from './event-header.tsx'
import { EventPicker } from './event-picker.tsx'
import { EventShifts, ShiftPanel } from './event-shifts.tsx'
import { FilterBar } from './filter-bar.tsx'
import { daysOf, filterShifts } from './filter-shifts.ts'
import { DashboardHead, LoadingShifts } from './page-parts.tsx'
import { useText } from './texts.ts'
import { Timeline } from './timeline.tsx'
import type { Look } from './use-chosen-event.ts'
import { useCountedShifts } from './use-counted-shifts.ts'
import { useLiveShifts } from './use-live-shifts.ts'
import { useMissingShift } from './use-missing-shift.ts'

const NewShift = lazyPart(() => import('../shifts/new-shift.tsx'))

/** One thing at a time: a new shift, one that is edited, or people moved on the open one; of the event that is shown. */
type Task = { event_id: string; doing: 'new' | Shift | StaffingDraft } | undefined

const addButtonId = 'add-shift'

/** One event: its figures, its timeline and its shifts, and what is being done to them. */
export function EventDashboard({
  events,
  event,
  look,
  onChooseEvent,
  onLook,
  onFailure,
}: {
  events: readonly Event[]
  event: Event
  look: Look
  onChooseEvent: (event_id: string) => void
  onLook: (change: Look, how?: { replace: boolean }) => void
  onFailure: (text: string) => void
}) {
  const t = useText()
  const focusNext = useFocusNext()
  const isWide = useIsWide()
  const { data: shifts, error, refetch } = useQuery(shiftsQuery(event.id))
  useReadFailure(error, t(shifts ? 'refresh_failed' : 'fetch_failed'), onFailure)
  useLiveShifts(event.id)
  // What lies in the shift that the address names comes with its list, and pushes nothing away.
  useLoadAhead(look.shift ? [ShiftPanel, NewShift] : [NewShift])

  const [task, setTask] = useState<Task>()
  const { markUnsaved, leave, question } = useDiscardQuestion(() => setTask(undefined))
  const doing = task?.event_id === event.id ? task.doing : undefined
  const edited = typeof doing === 'object' && 'role_id' in doing ? doing : undefined
  const draft = typeof doing === 'object' && 'add' in doing ? doing : undefined
  const [deleting, setDeleting] = useState<Shift>()
  const [sought, setSought] = useState<{ id: string }>()

  const { counted, total } = useCountedShifts(shifts, edited)
  const { isoDate: dayOf } = useDateFormat(event.time_zone)
  const days = useMemo(() => daysOf(counted ?? [], dayOf), [counted, dayOf])
  const day = days.find((each) => each === look.day)
  const onlyGaps = look.gaps === '1'
  const shown = useMemo(() => {
    const kept = [look.shift, edited?.id]
    return filterShifts(counted ?? [], { day, onlyGaps, kept, dayOf })
  }, [counted, day, onlyGaps, look.shift, edited?.id, dayOf])

  const forgetMissing = useMissingShift({
    shift_id: look.shift,
    shifts,
    onMissing: () => {
      setTask(undefined)
      onLook({ shift: undefined }, { replace: true })
      onFailure(t('shift_gone'))
    },
  })
  const start = (next: 'new' | Shift) => leave(() => setTask({ event_id: event.id, doing: next }))
  const changeDraft = (next: StaffingDraft | undefined) => {
    const change = () => setTask(next && { event_id: event.id, doing: next })
    if (draft) change()
    else leave(change)
  }
  const close = (focus: string) => {
    setTask(undefined)
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
        {event.roles.length > 0 && (
          <Button
            id={addButtonId}
            aria-expanded={doing === 'new'}
            onClick={() => (doing === 'new' ? leave(() => close(addButtonId)) : start('new'))}
          >
            {t('add_shift')}
          </Button>
        )}
      </DashboardHead>
      <EventHeader event={event} coverage={total ?? event.coverage} />
      {doing === 'new' && (
        <Suspense fallback={null}>
          <NewShift
            key={event.id}
            event={event}
            onUnsaved={markUnsaved}
            onFailure={onFailure}
            onClose={() => close(addButtonId)}
          />
        </Suspense>
      )}
      {event.roles.length === 0 && <NoRoles />}
      {event.roles.length > 0 && counted?.length === 0 && <p className="text-ink-2">{t('no_shifts')}</p>}
      {counted && counted.length > 0 && (
        <>
          {isWide && (
            <Timeline
              event={event}
              counted={counted}
              days={days}
              day={day ?? look.timeline}
              // With a filter on, the other day is meant for both.
              onDay={(next) => onLook(day ? { day: next } : { timeline: next })}
              onOpen={(shift) =>
                leave(() => {
                  onLook({ shift: shift.id })
                  setSought({ id: shift.id })
                })
              }
            />
          )}
          <FilterBar
            timeZone={event.time_zone}
            days={days}
            day={day}
            onlyGaps={onlyGaps}
            shown={shown.length}
            all={counted.length}
            onChange={onLook}
          />
          {shown.length === 0 && (
            <EmptyState text={t(onlyGaps ? 'filter.none_gaps' : 'filter.none')}>
              <Button kind="line" onClick={() => onLook({ day: undefined, gaps: undefined })}>
                {t('filter.clear')}
              </Button>
            </EmptyState>
          )}
          <EventShifts
            event={event}
            counted={shown}
            openId={look.shift}
            edited={edited}
            draft={draft}
            sought={sought}
            onOpen={(shift_id) => leave(() => onLook({ shift: shift_id }))}
            onEdit={start}
            onDelete={(shift) => {
              forgetMissing(shift.id)
              setDeleting(shift)
            }}
            onDraft={changeDraft}
            onUnsaved={markUnsaved}
            onFailure={onFailure}
            onClose={close}
          />
        </>
      )}
      {deleting && (
        <DeleteShiftDialog
          shift={deleting}
          onFailure={onFailure}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            setDeleting(undefined)
            setTask(undefined)
            onLook({ shift: undefined }, { replace: true })
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

function NoRoles() {
  const t = useText()
  return (
    <EmptyState text={t('no_roles')}>
      <Link className={buttonClass()} to={paths.events}>
        {t('to_events')}
      </Link>
    </EmptyState>
  )
}
