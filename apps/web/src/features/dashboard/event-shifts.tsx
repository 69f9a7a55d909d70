import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { useStable } from '../../ui/hooks/use-stable.ts'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import { Place } from '../../ui/page/place.tsx'
import { isPending, pendingOf, type StaffingDraft } from '../assignments/staffing-draft.ts'
import { type CountedShift, groupByRole } from '../shifts/group-shifts.ts'
import { ShiftCards } from '../shifts/shift-cards.tsx'
import { ShiftTable } from '../shifts/shift-table.tsx'
import { editShiftId, openShiftId } from '../shifts/shift-words.tsx'

const EditShift = lazyPart(() => import('../shifts/edit-shift.tsx'))
export const ShiftPanel = lazyPart(() => import('../assignments/shift-panel.tsx'))

/** The event's shifts by role: a table, or cards where it is narrow. */
export function EventShifts({
  event,
  counted,
  openId,
  edited,
  draft,
  sought,
  onOpen,
  onEdit,
  onDelete,
  onDraft,
  onUnsaved,
  onFailure,
  onClose,
}: {
  event: Event
  counted: readonly CountedShift[]
  openId: string | undefined
  edited: Shift | undefined
  draft: StaffingDraft | undefined
  /** A shift that somebody wants to get to; a new object each time. */
  sought: { id: string } | undefined
  onOpen: (shift_id: string | undefined) => void
  onEdit: (shift: Shift) => void
  onDelete: (shift: Shift) => void
  onDraft: (draft: StaffingDraft | undefined) => void
  onUnsaved: (isUnsaved: boolean) => void
  onFailure: (text: string) => void
  /** The form is left; the focus goes to the element of this id. */
  onClose: (focus: string) => void
}) {
  const isWide = useIsWide()
  const groups = useMemo(() => groupByRole(counted, event.roles), [counted, event.roles])
  const toggle = useStable((shift: Shift) => onOpen(shift.id === openId ? undefined : shift.id))
  const edit = useStable(onEdit)
  const remove = useStable(onDelete)
  useShowOpenShift(openId)
  useGoToShift(sought, openId)
  useMarkDraft(draft, counted, onUnsaved)
  useLoadAhead([ShiftPanel, EditShift])

  const List = isWide ? ShiftTable : ShiftCards
  // The list is another one on paper, and when a tablet is turned: the form goes along.
  const [editor] = useState(() => document.createElement('div'))
  const shiftInEditor = counted.find(({ shift }) => shift.id === edited?.id)?.shift
  if (groups.length === 0) return null
  return (
    <>
      <List
        event={event}
        groups={groups}
        openId={openId}
        editedId={edited?.id}
        onToggle={toggle}
        onEdit={edit}
        onDelete={remove}
        editor={<Place element={editor} />}
        renderPanel={(shift) => (
          <Suspense fallback={<LoadingPanel />}>
            <ShiftPanel event={event} shift={shift} draft={draft} onDraft={onDraft} onFailure={onFailure} />
          </Suspense>
        )}
      />
      {shiftInEditor &&
        createPortal(
          <Suspense fallback={<LoadingPanel />}>
            <EditShift
              key={shiftInEditor.id}
              event={event}
              shift={shiftInEditor}
              onUnsaved={onUnsaved}
              onFailure={onFailure}
              // A card shows its edit button only while it is open.
              onClose={() =>
                onClose(
                  isWide || shiftInEditor.id === openId
                    ? editShiftId(shiftInEditor)
                    : openShiftId(shiftInEditor),
                )
              }
            />
          </Suspense>,
          editor,
        )}
    </>
  )
}

function LoadingPanel() {
  return (
    <Loading>
      <Skeleton className="h-40" />
    </Loading>
  )
}

/** An address with an open shift leads to it. */
function useShowOpenShift(openId: string | undefined): void {
  const show = useEffectEvent(() => {
    if (openId) document.getElementById(openShiftId({ id: openId }))?.scrollIntoView({ block: 'center' })
  })
  useEffect(() => show(), [])
}

/** From the timeline to the row, once that is open: a filter may have hidden it until then. */
function useGoToShift(sought: { id: string } | undefined, openId: string | undefined): void {
  const reached = useRef(sought)
  useEffect(() => {
    if (!sought || sought === reached.current || sought.id !== openId) return
    reached.current = sought
    const row = document.getElementById(openShiftId(sought))
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [sought, openId])
}

/** People picked or marked for removal are unsaved work, as long as there is still something to do about them. */
function useMarkDraft(
  draft: StaffingDraft | undefined,
  counted: readonly CountedShift[],
  onUnsaved: (isUnsaved: boolean) => void,
): void {
  const shift = draft && counted.find((each) => each.shift.id === draft.shift_id)?.shift
  const isUnsaved = shift !== undefined && isPending(pendingOf(draft, shift))
  const hasDraft = draft !== undefined
  useEffect(() => {
    if (!hasDraft) return undefined
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [hasDraft, isUnsaved, onUnsaved])
}
