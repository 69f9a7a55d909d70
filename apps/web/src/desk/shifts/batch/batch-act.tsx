import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import type { SavedBatch } from '../api.ts'
import { ChangeNumber } from './change-number.tsx'
import { CopyShifts } from './copy-shifts.tsx'
import { DeleteShifts } from './delete-shifts.tsx'
import { MoveShifts, RetimeShift } from './move-shifts.tsx'
import type { Moved } from './was-and-is.tsx'

export type BatchKind = keyof typeof ACTS

const ACTS = { move: MoveShifts, number: ChangeNumber, copy: CopyShifts, delete: DeleteShifts }

/** What is done to one or many shifts at once (D46). `to`: the times and the role that one was dragged to. */
export default function BatchAct({
  kind,
  to,
  ...act
}: {
  kind: BatchKind
  to?: Moved['to'] | undefined
  event: Event
  shifts: readonly Shift[]
  onSaved: (saved: SavedBatch) => void
  onClose: () => void
}) {
  const Act = ACTS[kind]
  return to ? <RetimeShift to={to} {...act} /> : <Act {...act} />
}
