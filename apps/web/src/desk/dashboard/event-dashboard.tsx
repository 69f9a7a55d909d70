import type { Event } from '@muster/contract/events'
import type { TimeWindow } from '@muster/contract/rules/time-conflict'
import type { Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import {
  Suspense,
  startTransition,
  useCallback,
  useContext,
  useId,
  useMemo,
  useOptimistic,
  useState,
} from 'react'
import { useMay } from '../../api/rights.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useSelection } from '../../ui/hooks/use-selection.ts'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { useReadFailure } from '../../ui/overlays/use-read-failure.ts'
import { HeadActionsPlace } from '../../ui/page/head-actions.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import type { AskKind } from '../assignments/send/recipients.ts'
import { pendingOf, type StaffingDraft } from '../assignments/staffing-draft.ts'
import { shiftsQuery } from '../shifts/api.ts'
import type { BatchKind } from '../shifts/batch/batch-act.tsx'
import { panelId } from '../shifts/shift-row.tsx'
import { editShiftId, openShiftId, shiftMenuId } from '../shifts/shift-words.tsx'
import { AddButtons, addButtonId } from './add-buttons.tsx'
import { EventHeader } from './event-header.tsx'
import { EventPicker } from './event-picker.tsx'
import { EventShifts } from './event-shifts.tsx'
import { findNeighbours, listGaps, shiftsInOrder } from './list-order.ts'
import { DashboardHead, LoadingPart, LoadingShifts, NoRoles } from './page-parts.tsx'
import { useText } from './texts.ts'
import type { Placing } from './timeline.tsx'
import { ToDo } from './to-do.tsx'
import { clearSearch, gapsId, searchId, Toolbar } from './toolbar.tsx'
import { useAskedToAdd } from './use-asked-to-add.ts'
import {
  type ChangeFilters,
  type DashboardFilters,
  isFiltered,
  rememberView,
  views,
} from './use-chosen-event.ts'
import { focusedShiftId, focusRow, useDashboardKeys } from './use-dashboard-keys.ts'
import { useFirstShifts } from './use-first-shifts.ts'
import { useLiveShifts } from './use-live-shifts.ts'
import { useMissingShift } from './use-missing-shift.ts'
import { useShownShifts } from './use-shown-shifts.ts'
import { useTask } from './use-task.ts'
import { useUnsavedStaffing } from './use-unsaved-staffing.ts'

const NewShift = lazyPart(() => import('../shifts/new-shift.tsx'))
const ShiftSheet = lazyPart(() => import('./shift-sheet.tsx'))
const FillCard = lazyPart(() => import('../fill/fill-card.tsx'))
const BulkBar = lazyPart(() => import('../shifts/batch/bulk-bar.tsx'))
const BatchAct = lazyPart(() => import('../shifts/batch/batch-act.tsx'))
const SaveQuestion = lazyPart(() => import('../assignments/save-question.tsx'))
const SendInvitations = lazyPart(() => import('../assignments/send/send-invitations.tsx'))
const RequestsSheet = lazyPart(() => import('../requests/requests-sheet.tsx'))

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
  const headingId = useId()
  const mayPlan = useMay('plan')
  const isPart = useContext(HeadActionsPlace) !== undefined
  const maySend = useMay('send')
  const focusNext = useFocusNext()
  const { data: shifts, error, refetch } = useQuery(shiftsQuery(event.id))
  useReadFailure(error, t(shifts ? 'refresh_failed' : 'fetch_failed'))
  const lit = useLiveShifts(event)

  const task = useTask(event.id)
  const { adding, staffing, dispatch } = task
  const staffed = shifts?.find(({ id }) => id === staffing?.shift_id)
  const unsaved = staffed && pendingOf(staffing, staffed)
  const { markUnsaved, leave, question } = useDiscardQuestion(
    () => dispatch({ type: 'end' }),
    (answers) =>
      // Whether removed people are told is asked where they are saved.
      staffed &&
      unsaved?.remove.length === 0 && (
        <SaveQuestion event={event} shift={staffed} draft={unsaved} {...answers} />
      ),
  )
  const list = useShownShifts({
    event,
    shifts,
    first: useFirstShifts(event, { filters, isDue: !shifts }),
    filters,
  })
  const [sending, setSending] = useState<{ kind: AskKind; shifts: readonly Shift[] }>()
  const [acting, setActing] = useState<{ kind: BatchKind; ids: readonly string[]; to?: Placing }>()
  const [filling, setFilling] = useState<string>()
  const [isAnswering, setAnswering] = useState(false)
  const [isSearching, setIsSearching] = useState(false)
  const [takesFocus, setTakesFocus] = useState(false)
  const mayAdd = mayPlan && event.roles.length > 0
  useAskedToAdd(mayAdd, (way) => {
    dispatch({ type: 'add', role_id: undefined, way })
    onFilter({}, { replace: true })
  })
  useUnsavedStaffing(staffing, shifts, markUnsaved)
  const { groups } = list
  const order = useMemo(() => shiftsInOrder(groups).map(({ id }) => id), [groups])
  const selection = useSelection(shifts, order)
  useLoadAhead(
    [ShiftSheet, NewShift, SaveQuestion, SendInvitations, BulkBar, BatchAct, FillCard, RequestsSheet],
    list.counted.length > 0,
  )
  const expectRemoval = useMissingShift({
    shift_id: filters.shift,
    shifts,
    onMissing: (shift_id) => {
      dispatch({ type: 'removed', shift_id })
      onFilter({ shift: undefined }, { replace: true })
      showFailure(t('shift_gone'))
    },
  })
  const open = list.counted.find(({ shift }) => shift.id === filters.shift)
  // The row answers at once; its sheet takes longer to render.
  const [pressedId, showPressed] = useOptimistic(filters.shift)
  const neighbours = findNeighbours(list, filters.shift)
  const filled = list.counted.find(({ shift }) => shift.id === filling)
  const gaps = listGaps(list)
  const fill = useCallback(({ id }: Shift) => setFilling(id), [])

  const toggle = useCallback(
    (shift: Shift, byKeyboard: boolean) =>
      leave(() => {
        setTakesFocus(byKeyboard)
        dispatch({ type: 'end' })
        startTransition(() => {
          showPressed((id) => (id === shift.id ? undefined : shift.id))
          onFilter((current) => ({ shift: current.shift === shift.id ? undefined : shift.id }))
        })
      }),
    [leave, dispatch, onFilter, showPressed],
  )
  const startEdit = useCallback(
    (shift: Shift) =>
      leave(() => {
        dispatch({ type: 'edit', shift })
        onFilter({ shift: shift.id })
      }),
    [leave, dispatch, onFilter],
  )
  const startAdd = useCallback(
    (role_id: string | undefined) => leave(() => dispatch({ type: 'add', role_id })),
    [leave, dispatch],
  )
  const startMany = () => leave(() => dispatch({ type: 'add', role_id: undefined, way: 'many' }))
  const go = (shift: Shift | undefined) => {
    if (!shift) return
    leave(() => {
      dispatch({ type: 'end' })
      startTransition(() => {
        showPressed(shift.id)
        onFilter({ shift: shift.id }, { replace: true })
      })
    })
  }
  const closeSheet = () =>
    leave(() => {
      dispatch({ type: 'end' })
      startTransition(() => {
        showPressed(undefined)
        onFilter({ shift: undefined })
      })
      if (filters.shift) focusNext(openShiftId({ id: filters.shift }))
    })
  const endAdd = () => {
    dispatch({ type: 'end' })
    focusNext(addButtonId)
  }
  const changeStaffing = ({ id }: Shift, draft: StaffingDraft | undefined) => {
    // A late answer must not end a task that was begun since.
    if (!draft) dispatch({ type: 'staffed', shift_id: id })
    else if (staffing) dispatch({ type: 'staff', draft })
    else leave(() => dispatch({ type: 'staff', draft }))
  }
  const showView = (at: number) => () => {
    const view = views[at]
    if (!view) return
    rememberView(view)
    onFilter({ view })
  }
  const actedOn = useMemo(() => (shifts ?? []).filter(({ id }) => acting?.ids.includes(id)), [shifts, acting])
  const endAct = () => {
    if (acting?.kind === 'delete') {
      expectRemoval(acting.ids)
      for (const shift_id of acting.ids) dispatch({ type: 'removed', shift_id })
      if (open && acting.ids.includes(open.shift.id)) onFilter({ shift: undefined }, { replace: true })
    }
    setActing(undefined)
    selection.clear()
    focusNext(
      acting?.ids.includes(filters.shift ?? '') && acting.kind !== 'delete' ? shiftMenuId : addButtonId,
    )
  }
  const endSearch = filters.q
    ? () => {
        clearSearch()
        onFilter({ q: undefined }, { replace: true })
      }
    : undefined
  const startNew = useCallback(
    (role_id: string, times: TimeWindow) => leave(() => dispatch({ type: 'add', role_id, times })),
    [leave, dispatch],
  )
  const startRetime = useCallback(
    (shift: Shift, to: Placing) => setActing({ kind: 'move', ids: [shift.id], to }),
    [],
  )
  const startCopy = useCallback((ids: readonly string[]) => setActing({ kind: 'copy', ids }), [])
  const tickFocused = (isOn?: true) => {
    const id = focusedShiftId()
    if (id) selection.tick(id, { isOn: isOn ?? !selection.ids.has(id), isRange: false })
  }
  /** Ticks the row and the next one, to which the focus goes. */
  const tickOn = (step: 1 | -1) => {
    tickFocused(true)
    focusRow(step)
    tickFocused(true)
  }
  const clearTicks = () => {
    // The bar leaves with the ticks.
    if (document.activeElement?.closest('.bulk-bar')) focusNext(gapsId)
    selection.clear()
  }
  const startSearch = () => {
    setIsSearching(true)
    focusNext(searchId)
  }
  const closeOpen = open && !adding ? closeSheet : endSearch
  useDashboardKeys({
    '/': startSearch,
    j: open ? () => go(neighbours.next) : () => focusRow(1),
    k: open ? () => go(neighbours.previous) : () => focusRow(-1),
    x: mayPlan ? () => tickFocused() : undefined,
    J: mayPlan ? () => tickOn(1) : undefined,
    K: mayPlan ? () => tickOn(-1) : undefined,
    g: () => onFilter({ show: filters.show ? undefined : 'missing' }),
    f: maySend
      ? () =>
          setFilling(
            (
              open?.shift ??
              gaps.find(({ id }) => openShiftId({ id }) === document.activeElement?.id) ??
              gaps[0]
            )?.id,
          )
      : undefined,
    n: mayAdd ? () => startAdd(undefined) : undefined,
    b: mayAdd ? startMany : undefined,
    1: showView(0),
    2: showView(1),
    3: showView(2),
    Escape: selection.ticked.length > 0 ? clearTicks : closeOpen,
  })

  return (
    <>
      <div
        className={`beside-dock @container ${isPart ? 'mt-3' : '-mt-6'}`}
        data-docked={open || adding ? '' : undefined}
      >
        <section aria-labelledby={headingId}>
          <DashboardHead
            id={headingId}
            event={event}
            picker={
              !isPart &&
              events.length > 1 && (
                <EventPicker
                  events={events}
                  value={event}
                  onChange={(event_id) => leave(() => onChooseEvent(event_id))}
                />
              )
            }
          >
            <IconButton
              label={t('search.label')}
              aria-expanded={isSearching}
              className="desktop:hidden"
              onClick={startSearch}
            >
              <Icon name="search" />
            </IconButton>
            {mayAdd && (
              <AddButtons
                adding={adding && (adding.way ?? 'one')}
                onAdd={() => leave(() => (adding ? endAdd() : startAdd(undefined)))}
                onAddMany={() => (adding?.way === 'many' ? leave(endAdd) : startMany())}
              />
            )}
          </DashboardHead>
          <EventHeader
            event={event}
            hasFacts={!isPart}
            coverage={list.total ?? { ...event.coverage, new_time: 0 }}
            kind={list.kind}
            onKind={(show) => onFilter({ show })}
          />
        </section>
        {list.total && (
          <ToDo
            event={event}
            coverage={list.total}
            kind={list.kind}
            onKind={(show) => onFilter({ show })}
            onSend={(kind) => setSending({ kind, shifts: list.counting.map(({ shift }) => shift) })}
            onFill={() => setFilling(gaps[0]?.id)}
            onAnswer={() => setAnswering(true)}
          />
        )}
        {event.roles.length === 0 && <NoRoles />}
        {event.roles.length > 0 && shifts && list.counted.length === 0 && (
          <EmptyState text={t(mayPlan ? 'no_shifts' : 'no_shifts_to_see')}>
            {mayPlan && <Button onClick={startMany}>{t('add_many')}</Button>}
          </EmptyState>
        )}
        {list.counted.length > 0 && (
          <>
            <Toolbar key={event.id} {...{ event, list, isSearching, onFilter }} />
            <EventShifts
              {...{ event, list, lit, onFilter }}
              openId={filters.shift}
              pressedId={pressedId}
              onToggle={toggle}
              onEdit={startEdit}
              onFill={maySend ? fill : undefined}
              onAdd={startAdd}
              onCopy={startCopy}
              onNew={startNew}
              onRetime={startRetime}
              selection={{ ticked: selection.ids, onTick: selection.tick, onTickAll: selection.tickAll }}
            />
          </>
        )}
        {!shifts && error && <RetryButton onRetry={() => void refetch()} />}
        {!shifts && !error && <LoadingShifts />}
      </div>
      {adding && (
        <section
          className="dock"
          // The row of an open shift names what it has opened.
          id={open && panelId(open.shift)}
          aria-label={t('sheet.new')}
        >
          <div className="min-h-0 flex-1 overflow-auto max-sheet:overflow-visible">
            <Suspense fallback={<LoadingPart />}>
              <NewShift
                key={`${event.id} ${adding.role_id ?? adding.source?.id ?? ''} ${adding.way} ${adding.times?.start_dt ?? ''}`}
                event={event}
                role_id={adding.role_id}
                times={adding.times}
                source={adding.source}
                startsWith={adding.way}
                onUnsaved={markUnsaved}
                // The filters may hide it, unless it is open.
                onAdded={({ id }) => isFiltered(filters) && onFilter({ shift: id })}
                onClose={endAdd}
                onLeave={() => leave(endAdd)}
              />
            </Suspense>
          </div>
        </section>
      )}
      {open && !adding && (
        <Suspense
          fallback={
            <section className="dock">
              <LoadingPart />
            </section>
          }
        >
          <ShiftSheet
            {...{ event, task, neighbours }}
            counted={open}
            lit={lit.people}
            takesFocus={takesFocus}
            onDraft={(draft) => changeStaffing(open.shift, draft)}
            onUnsaved={markUnsaved}
            onGo={go}
            onEdit={startEdit}
            onFill={maySend ? fill : undefined}
            onEdited={() => {
              dispatch({ type: 'end' })
              focusNext(editShiftId(open.shift))
            }}
            onCopy={() => leave(() => dispatch({ type: 'copy', shift: open.shift }))}
            onAct={(kind) => setActing({ kind, ids: [open.shift.id] })}
            onClose={closeSheet}
          />
        </Suspense>
      )}
      {filled && (
        <Suspense fallback={null}>
          <FillCard
            event={event}
            counted={filled}
            gaps={gaps}
            onGo={fill}
            onClose={() => setFilling(undefined)}
          />
        </Suspense>
      )}
      {selection.ticked.length > 0 && (
        <Suspense fallback={null}>
          <BulkBar
            shifts={selection.ticked}
            hidden={selection.ticked.filter(({ id }) => !order.includes(id)).length}
            open={acting?.kind}
            onAct={(kind) => setActing({ kind, ids: [...selection.ids] })}
            onAsk={() => setSending({ kind: 'open', shifts: selection.ticked })}
            onClear={clearTicks}
          />
        </Suspense>
      )}
      {acting && shifts && (
        <Suspense fallback={null}>
          <BatchAct
            kind={acting.kind}
            to={acting.to}
            event={event}
            shifts={actedOn}
            onSaved={endAct}
            onClose={() => {
              setActing(undefined)
              if (acting.ids.includes(filters.shift ?? '')) focusNext(shiftMenuId)
            }}
          />
        </Suspense>
      )}
      {sending && (
        <Suspense fallback={null}>
          <SendInvitations event={event} {...sending} onClose={() => setSending(undefined)} />
        </Suspense>
      )}
      {isAnswering && (
        <Suspense fallback={null}>
          <RequestsSheet event={event} onClose={() => setAnswering(false)} />
        </Suspense>
      )}
      {question}
    </>
  )
}
