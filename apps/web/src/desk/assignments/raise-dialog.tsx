import type { Event } from '@muster/contract/events'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { now } from '../../clock.ts'
import { fullName } from '../../format/names.ts'
import { confirmAndRaise } from './api.ts'
import { AssignmentDialog } from './assignment-dialog.tsx'
import { useStateWord } from './assignment-state.tsx'
import { useText } from './texts.ts'

/** D20: somebody is to be confirmed on a full shift. */
export function RaiseDialog({
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
  const stateWord = useStateWord()
  const name = fullName(assignment.person)
  const confirmed = shift.assignment.filter(({ status }) => status === 'CONFIRMED').length
  const count = Math.max(shift.required_qty, confirmed) + 1
  return (
    <AssignmentDialog
      event={event}
      title={t('raise.title')}
      action={t('raise.action', { count })}
      doing={t('raise.doing')}
      act={() => confirmAndRaise(assignment.id)}
      said={(changed) => t('marked', { name, status: stateWord(changed, now().toISOString()) })}
      failed={t('errors.status')}
      onClose={onClose}
    >
      <p>{t('raise.text', { name })}</p>
    </AssignmentDialog>
  )
}
