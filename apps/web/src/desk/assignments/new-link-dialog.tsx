import type { Event } from '@muster/contract/events'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notifiedQuery } from '../../api/notices-query.ts'
import { fullName } from '../../format/names.ts'
import { useNow } from '../../live/use-now.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { replaceLink } from './api.ts'
import { AssignmentDialog } from './assignment-dialog.tsx'
import { linkStateOf } from './link-state.ts'
import { canReopen } from './next-step.ts'
import { useText } from './texts.ts'

export function NewLinkDialog({
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
  const [notify, setNotify] = useState(true)
  const { data: notified } = useQuery(notifiedQuery({ link_of: assignment.id }))
  const name = fullName(assignment.person)
  // A sent link gives time to answer (D18).
  const staysExpired = (!notify || notified === 0) && canReopen(assignment, shift, now)

  return (
    <AssignmentDialog
      event={event}
      title={t('new_link.title', { name })}
      action={t('new_link.make')}
      doing={t('new_link.making')}
      act={() => replaceLink(assignment.id, notify)}
      said={() => t('new_link.made', { name })}
      failed={t('errors.link')}
      onClose={onClose}
    >
      <p>{t(`new_link.text_${linkStateOf(assignment, shift, now)}`, { name })}</p>
      <p className="mt-2">{t('new_link.others')}</p>
      {notified === 0 ? (
        <p className="mt-2 text-ink-2">{t('new_link.not_asked')}</p>
      ) : (
        <Checkbox
          className="mt-2"
          label={t('new_link.send', { name })}
          checked={notify}
          onChange={({ currentTarget }) => setNotify(currentTarget.checked)}
        />
      )}
      {staysExpired && <p className="mt-2">{t('new_link.stays_expired')}</p>}
    </AssignmentDialog>
  )
}
