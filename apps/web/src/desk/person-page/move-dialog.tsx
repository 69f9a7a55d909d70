import type { Event } from '@muster/contract/events'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { useNow } from '../../live/use-now.ts'
import { showUndoable } from '../../ui/consequences/undo-batch.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { freePlaces } from '../people/ask/ask-dialog.tsx'
import { shiftsQuery } from '../shifts/api.ts'
import { moveAssignment } from './api.ts'
import { useText } from './texts.ts'

/** Moves a person to another shift of the event, with one message about it. */
export function MoveDialog({
  event,
  shift,
  assignment,
  onClose,
}: {
  event: Event
  shift: Shift
  assignment: Assignment
  onClose: () => void
}) {
  const t = useText()
  const now = useNow()
  const format = useDateFormat(event.time_zone)
  const [shift_id, setShiftId] = useState('')
  const [notify, setNotify] = useState(true)
  const { data: shifts, error } = useQuery(shiftsQuery(event.id))
  const name = fullName(assignment.person)
  const others = (shifts ?? []).filter((each) => each.id !== shift.id && !hasStarted(each, now))
  const isThere = ({ assignment: people }: Shift) =>
    people.some(({ person_id }) => person_id === assignment.person_id)

  const move = useMutation({
    mutationFn: (how: { despite_conflict: boolean }) =>
      moveAssignment(assignment.id, { shift_id, notify, ...how }),
    onSuccess: ({ batch_id }) => {
      showUndoable(t('move_dialog.done', { name }), batch_id)
      onClose()
    },
  })
  const isConflict = move.error instanceof ApiError && move.error.code === 'schedule_conflict'
  return (
    <Dialog
      title={t('move_dialog.title', { name })}
      busy={move.isPending}
      problem={move.error ? errorText(move.error, t('move_dialog.failed')) : undefined}
      onClose={onClose}
      footer={
        <>
          <CancelButton busy={move.isPending} onClose={onClose} />
          <Button
            busy={move.isPending && t('move_dialog.busy')}
            aria-disabled={shift_id === ''}
            onClick={() => shift_id !== '' && move.mutate({ despite_conflict: isConflict })}
          >
            {t(isConflict ? 'move_dialog.despite' : 'move_dialog.confirm')}
          </Button>
        </>
      }
    >
      {!shifts && !error && <SkeletonRows rows={1} />}
      {error && <p className="text-ink-2">{errorText(error, t('fetch_failed'))}</p>}
      {shifts && others.length === 0 && <p className="text-ink-2">{t('move_dialog.none')}</p>}
      {others.length > 0 && (
        <NativeSelect
          label={t('move_dialog.to')}
          value={shift_id}
          onChange={({ currentTarget }) => {
            setShiftId(currentTarget.value)
            move.reset()
          }}
        >
          <option value="">{t('move_dialog.choose')}</option>
          {others.map((each) => (
            <option key={each.id} value={each.id} disabled={isThere(each)}>
              {`${format.day(each.start_dt)} ${format.timeRange(each.start_dt, each.end_dt)}, ${each.role.name} · ${t('move_dialog.free', { count: freePlaces(each) })}`}
            </option>
          ))}
        </NativeSelect>
      )}
      <Checkbox
        className="mt-3"
        label={t('move_dialog.tell', { name: assignment.person.first_name })}
        hint={t('move_dialog.tell_hint')}
        checked={notify}
        onChange={({ currentTarget }) => setNotify(currentTarget.checked)}
      />
    </Dialog>
  )
}
