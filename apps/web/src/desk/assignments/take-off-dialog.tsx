import type { Event } from '@muster/contract/events'
import type { Assignment } from '@muster/contract/shifts'
import { useState } from 'react'
import { now } from '../../clock.ts'
import { fullName } from '../../format/names.ts'
import { Notices } from '../../ui/consequences/notices.tsx'
import { changeStatus } from './api.ts'
import { AssignmentDialog } from './assignment-dialog.tsx'
import { useStateWord } from './assignment-state.tsx'
import { useText } from './texts.ts'

/** D20: a status that takes a confirmed place away. */
export function TakeOffDialog({
  event,
  assignment,
  to,
  onClose,
}: {
  event: Event
  assignment: Assignment
  to: 'DECLINED' | 'INVITED'
  onClose: () => void
}) {
  const t = useText()
  const stateWord = useStateWord()
  const [notify, setNotify] = useState(true)
  const name = fullName(assignment.person)
  return (
    <AssignmentDialog
      event={event}
      title={t('take_off.title', { name })}
      action={t(`mark_as.${to}`)}
      doing={t('take_off.doing')}
      act={() => changeStatus(assignment.id, to, notify)}
      said={(changed) => t('marked', { name, status: stateWord(changed, now().toISOString()) })}
      failed={t('errors.status')}
      onClose={onClose}
    >
      <p>{t('take_off.text', { name })}</p>
      <Notices
        className="mt-2"
        target={{ assignment_ids: [assignment.id] }}
        tells={notify}
        onTells={setNotify}
      />
    </AssignmentDialog>
  )
}
