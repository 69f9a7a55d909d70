import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { DeleteShiftDialog } from '../shifts/delete-shift-dialog.tsx'
import { EditShift } from '../shifts/edit-shift.tsx'
import { type CountedShift, groupByRole } from '../shifts/group-shifts.ts'
import { ShiftCards } from '../shifts/shift-cards.tsx'
import { ShiftTable } from '../shifts/shift-table.tsx'
import { editShiftId, openShiftId } from '../shifts/shift-words.tsx'

/** The event's shifts by role: a table, or cards where it is narrow. */
export function EventShifts({
  event,
  counted,
  openId,
  edited,
  onOpen,
  onEdit,
  onUnsaved,
  onFailure,
  onClose,
  onDeleted,
}: {
  event: Event
  counted: readonly CountedShift[]
  openId: string | undefined
  edited: Shift | undefined
  onOpen: (shift_id: string | undefined) => void
  onEdit: (shift: Shift) => void
  onUnsaved: (isUnsaved: boolean) => void
  onFailure: (text: string) => void
  /** The form is left; the focus goes to the element of this id. */
  onClose: (focus: string) => void
  /** The last shift takes this list with it: the focus is for the page to give. */
  onDeleted: () => void
}) {
  const isWide = useIsWide()
  const [deleting, setDeleting] = useState<Shift>()
  const groups = useMemo(() => groupByRole(counted, event.roles), [counted, event.roles])
  const toggle = useStable((shift: Shift) => onOpen(shift.id === openId ? undefined : shift.id))
  const edit = useStable(onEdit)
  useShowOpenShift(openId)

  const List = isWide ? ShiftTable : ShiftCards
  return (
    <>
      <List
        event={event}
        groups={groups}
        openId={openId}
        editedId={edited?.id}
        onToggle={toggle}
        onEdit={edit}
        onDelete={setDeleting}
        renderEditor={(shift) => (
          <EditShift
            event={event}
            shift={shift}
            onUnsaved={onUnsaved}
            onFailure={onFailure}
            // A card shows its edit button only while it is open.
            onClose={() => onClose(isWide || shift.id === openId ? editShiftId(shift) : openShiftId(shift))}
          />
        )}
      />
      {deleting && (
        <DeleteShiftDialog
          shift={deleting}
          onFailure={onFailure}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            setDeleting(undefined)
            onOpen(undefined)
            onDeleted()
          }}
        />
      )}
    </>
  )
}

/** The same function at every drawing, so that rows which have not changed are not drawn again. */
function useStable<Value>(run: (value: Value) => void): (value: Value) => void {
  const newest = useRef(run)
  useEffect(() => {
    newest.current = run
  })
  return useCallback((value) => newest.current(value), [])
}

/** An address with an open shift leads to it. */
function useShowOpenShift(openId: string | undefined): void {
  const show = useEffectEvent(() => {
    if (openId) document.getElementById(openShiftId({ id: openId }))?.scrollIntoView({ block: 'center' })
  })
  useEffect(() => show(), [])
}
