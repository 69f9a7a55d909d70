import type { Event } from '@muster/contract/events'
import { occupiesTime } from '@muster/contract/rules/assignment-status'
import type { Shift } from '@muster/contract/shifts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Consequences, TellTick } from '../../../ui/consequences/consequences.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { dropShifts, type SavedBatch } from '../api.ts'
import { useShiftName } from '../shift-words.tsx'
import { useText as useShiftText } from '../texts.ts'
import { useText } from './texts.ts'
import { useBatchFoot, useSaveBatch } from './use-batch.ts'

/** More are counted. */
const MOST_NAMED = 5

/** Asks before shifts are removed (D36), and offers to undo it. */
export function DeleteShifts({
  event,
  shifts,
  onSaved,
  onClose,
}: {
  event: Event
  shifts: readonly Shift[]
  onSaved: (saved: SavedBatch) => void
  onClose: () => void
}) {
  const t = useText()
  const words = useShiftText()
  const nameOf = useShiftName(event)
  const client = useQueryClient()
  const ids = useMemo(() => shifts.map(({ id }) => id), [shifts])
  const count = ids.length
  const assigned = shifts.flatMap(({ assignment }) =>
    assignment.filter(({ status }) => occupiesTime(status)).map(({ person_id }) => person_id),
  )
  const people = new Set(assigned).size
  const waiting = shifts.reduce((sum, shift) => sum + shift.waiting, 0)
  const batch = useMemo(() => (people + waiting > 0 ? { delete: ids } : undefined), [ids, people, waiting])
  const { save, isSaving, problem } = useSaveBatch(event.id, {
    failed: words('errors.delete'),
    onSaved: (saved) => {
      dropShifts(client, event.id, ids)
      onSaved(saved)
    },
  })
  const foot = useBatchFoot(batch, { isSaving })
  return (
    <AlertDialog
      title={words('remove.title', { count })}
      confirm={count === 1 ? words('remove_shift') : t('delete.confirm', { count })}
      busy={isSaving && words('remove.busy')}
      problem={problem ?? foot.problem}
      onConfirm={() => save(foot.answered({ delete: ids }), words('remove.removed', { count }))}
      onClose={onClose}
    >
      <ul className="mb-2 font-semibold">
        {shifts.slice(0, MOST_NAMED).map((shift) => (
          <li key={shift.id}>{nameOf(shift)}</li>
        ))}
        {count > MOST_NAMED && (
          <li className="font-normal text-ink-2">{t('more_rows', { count: count - MOST_NAMED })}</li>
        )}
      </ul>
      <p>{words('remove.text', { count })}</p>
      <p className="mt-2">
        {people > 0 ? <b>{words('remove.people', { count: people })}</b> : words('remove.nobody')}
      </p>
      {waiting > 0 && <p className="mt-2">{words('remove.waiting', { count: waiting })}</p>}
      {/* D44: those in line are told too. */}
      {batch && (
        <>
          <Consequences className="mt-3" of={foot.preview} tells={foot.tells} />
          <TellTick of={foot.preview} tells={foot.tells} onTells={foot.setTells} />
        </>
      )}
    </AlertDialog>
  )
}
