import type { Event } from '@muster/contract/events'
import { occupiesTime } from '@muster/contract/rules/assignment-status'
import type { Shift } from '@muster/contract/shifts'
import { Suspense, useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Menu } from '../../ui/controls/menu.tsx'
import { useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { StateBar } from '../../ui/feedback/state-bar.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { copyLink } from '../../ui/overlays/copy-by-hand.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import ShiftPanel from '../assignments/shift-panel.tsx'
import type { StaffingDraft } from '../assignments/staffing-draft.ts'
import type { BatchKind } from '../shifts/batch/batch-act.tsx'
import type { CountedShift } from '../shifts/group-shifts.ts'
import { panelId } from '../shifts/shift-row.tsx'
import { editShiftId, shiftMenuId } from '../shifts/shift-words.tsx'
import { useText as useShiftText } from '../shifts/texts.ts'
import { LoadingPart } from './page-parts.tsx'
import { useText } from './texts.ts'
import type { Task } from './use-task.ts'

const EditShift = lazyPart(() => import('../shifts/edit-shift.tsx'))

/** The sheet of an open shift, with its people or its form. */
export default function ShiftSheet({
  event,
  counted,
  task,
  lit,
  neighbours,
  takesFocus,
  onDraft,
  onUnsaved,
  onGo,
  onEdit,
  onFill,
  onEdited,
  onCopy,
  onAct,
  onClose,
}: {
  event: Event
  counted: CountedShift
  task: Task
  lit: ReadonlySet<string>
  neighbours: Neighbours
  /** Whether it was opened by the keyboard, which then goes on here. */
  takesFocus: boolean
  onDraft: (draft: StaffingDraft | undefined) => void
  onUnsaved: (isUnsaved: boolean) => void
  onGo: (shift: Shift) => void
  onEdit: (shift: Shift) => void
  onFill: ((shift: Shift) => void) | undefined
  onEdited: () => void
  onCopy: () => void
  onAct: (kind: BatchKind) => void
  onClose: () => void
}) {
  const { shift, coverage } = counted
  const { edited, edit, staffing, dispatch } = task
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const titleId = useId()
  const title = useTitleFocus(takesFocus)

  return (
    <section className="dock" id={panelId(shift)} aria-labelledby={titleId}>
      <SheetBar {...{ shift, neighbours, onGo, onEdit, onCopy, onAct, onClose }} />
      <div className="flex-none px-5 pt-0.5 tablet:px-6">
        <div className="flex items-start gap-3">
          <h3
            ref={title}
            id={titleId}
            tabIndex={-1}
            className="min-w-0 flex-1 text-h3 font-bold outline-none"
            title={shift.role.name}
          >
            <span className="line-clamp-2 wrap-anywhere">{shift.role.name}</span>
            <span className="block text-base/6 font-semibold tracking-normal">
              {format.day(shift.start_dt)}, {format.timeRange(shift.start_dt, shift.end_dt)}
            </span>
          </h3>
          {onFill && !counted.isOver && isGap(counted) && (
            <Button
              kind="line"
              className="min-h-9! flex-none rounded-small! px-3.5! text-compact pointer-coarse:min-h-11!"
              onClick={() => onFill(shift)}
            >
              {t('sheet.fill')}
            </Button>
          )}
        </div>
        <StateBar coverage={coverage} className="mt-2 *:h-3!" />
        <Legend counted={counted} />
      </div>
      {edited?.id === shift.id ? (
        <div className="min-h-0 flex-1 overflow-auto px-5 py-4 max-sheet:overflow-visible tablet:px-6">
          <Suspense fallback={<LoadingPart />}>
            <EditShift
              key={edited.id}
              event={event}
              shift={edited}
              edit={edit}
              onType={(typed) => dispatch({ type: 'type', edit: typed })}
              onUnsaved={onUnsaved}
              onClose={onEdited}
              onCopy={onCopy}
            />
          </Suspense>
        </div>
      ) : (
        <ShiftPanel key={shift.id} event={event} shift={shift} lit={lit} draft={staffing} onDraft={onDraft} />
      )}
    </section>
  )
}

/** Somebody is missing, or people were asked at once who have not answered (D61). */
const isGap = ({ shift, coverage }: CountedShift): boolean =>
  coverage.missing > 0 || shift.assignment.some(({ status, ask_id }) => status === 'INVITED' && ask_id)

export type Neighbours = { at: number; all: number; previous: Shift | undefined; next: Shift | undefined }

function SheetBar({
  shift,
  neighbours: { at, all, previous, next },
  onGo,
  onEdit,
  onCopy,
  onAct,
  onClose,
}: {
  shift: Shift
  neighbours: Neighbours
  onGo: (shift: Shift) => void
  onEdit: (shift: Shift) => void
  onCopy: () => void
  onAct: (kind: BatchKind) => void
  onClose: () => void
}) {
  const t = useText()
  const words = useShiftText()
  const mayPlan = useMay('plan')
  const maySend = useMay('send')
  const navigate = useNavigate()
  const people = shift.assignment.filter(({ status }) => occupiesTime(status)).length
  const copy = async () => {
    if (await copyLink(location.href)) showToast(t('sheet.copied'))
  }
  return (
    <div className="flex min-h-13 flex-none items-center gap-0.5 px-3.5">
      <IconButton
        label={t('sheet.previous')}
        aria-disabled={!previous}
        className="aria-disabled:text-line-strong!"
        onClick={() => previous && onGo(previous)}
      >
        <Icon name="up" />
      </IconButton>
      <IconButton
        label={t('sheet.next')}
        aria-disabled={!next}
        className="aria-disabled:text-line-strong!"
        onClick={() => next && onGo(next)}
      >
        <Icon name="down" />
      </IconButton>
      <span className="mr-auto ml-1.5 truncate text-hint text-ink-3 tabular-nums">
        {at > 0 && t('sheet.place', { at, all })}
      </span>
      {mayPlan && (
        <>
          <Button
            kind="quiet"
            id={editShiftId(shift)}
            className="flex-none text-compact"
            onClick={() => onEdit(shift)}
          >
            {words('edit_shift')}
          </Button>
          <Menu
            trigger={
              <IconButton id={shiftMenuId} label={t('sheet.more')}>
                <Icon name="more" />
              </IconButton>
            }
            entries={[
              { label: t('sheet.duplicate'), onSelect: onCopy },
              { label: t('sheet.move'), onSelect: () => onAct('move') },
              ...(maySend && people > 0
                ? [
                    {
                      label: t('sheet.message', { count: people }),
                      onSelect: () =>
                        void navigate(paths.event(shift.role.event.id, '/broadcast', { shift: shift.id })),
                    },
                  ]
                : []),
              { label: t('sheet.print'), onSelect: () => void navigate(paths.schedule(shift.role.event.id)) },
              { label: t('sheet.copy_link'), onSelect: () => void copy() },
              'rule',
              { label: words('remove_shift'), danger: true, onSelect: () => onAct('delete') },
            ]}
          />
        </>
      )}
      <IconButton label={t('sheet.close')} className="max-sheet:order-first" onClick={onClose}>
        <Icon name="cross" className="max-sheet:hidden" />
        <Icon name="left" className="sheet:hidden" />
      </IconButton>
    </div>
  )
}

/** "3 of 8 confirmed  1 asked  1 expired", and at the end what is missing. */
function Legend({ counted: { shift, coverage } }: { counted: CountedShift }) {
  const words = useShiftText()
  const { confirmedOf, openParts } = useCoverageWords()
  const parts = openParts(coverage)
  const missing = parts.find(({ kind }) => kind === 'missing')
  const extra = coverage.confirmed - coverage.needed
  return (
    // The bar reads the same to screen readers.
    <p className="mt-1.5 flex flex-wrap gap-x-4.5 text-meta/5 text-ink-2 tabular-nums" aria-hidden="true">
      <span>{confirmedOf(coverage)}</span>
      {coverage.new_time > 0 && <span>{words('asked_again', { count: coverage.new_time })}</span>}
      {parts
        .filter(({ kind }) => kind !== 'missing')
        .map(({ kind, text }) => (
          <span key={kind}>{text}</span>
        ))}
      {shift.waiting > 0 && <span>{words('waiting', { count: shift.waiting })}</span>}
      {missing && <b className="ml-auto text-miss">{missing.text}</b>}
      {extra > 0 && <b className="ml-auto text-wait">{words('too_many', { count: extra })}</b>}
    </p>
  )
}

/** Opened by the keyboard, or as a page of its own, the sheet takes the focus. */
function useTitleFocus(takesFocus: boolean) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isPage = matchMedia('(width < 45rem)').matches
    if (isPage) scrollTo(0, 0)
    if (isPage || takesFocus) title.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return title
}
