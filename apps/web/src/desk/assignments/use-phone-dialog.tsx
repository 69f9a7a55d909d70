import type { Event } from '@muster/contract/events'
import { formatPhone } from '@muster/contract/rules/phone'
import type { Assignment } from '@muster/contract/shifts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshOrganization } from '../../api/organization-key.ts'
import { NO_BREAK } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { storePerson, updatePerson } from '../people/api.ts'
import { SendNewLinks } from '../people/send-new-links.tsx'
import { AssignmentDialog } from './assignment-dialog.tsx'
import { useText } from './texts.ts'

/** D11: takes over the phone number given at sign-up. */
export function UsePhoneDialog({
  event,
  assignment,
  onClose,
}: {
  event: Event
  assignment: Assignment
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const [notify, setNotify] = useState(true)
  const { person } = assignment
  const [other_phone] = useState(assignment.other_phone ?? '')
  const phone = formatPhone(other_phone).replaceAll(' ', NO_BREAK)
  const name = fullName(person)

  return (
    <AssignmentDialog
      event={event}
      title={t('phone.title', { name })}
      action={t('phone.use')}
      doing={t('phone.saving')}
      act={async () => {
        const saved = await updatePerson(person.id, { phone: other_phone }, notify)
        storePerson(client, saved)
        void refreshOrganization(client)
        return { ...assignment, person: { ...person, phone: saved.phone } }
      }}
      said={() => t('phone.used', { name, phone })}
      failed={t('errors.phone')}
      onClose={onClose}
    >
      <p>{t('phone.text', { name, phone })}</p>
      <SendNewLinks person={person} changed={{ phone: true }} checked={notify} onChange={setNotify} />
    </AssignmentDialog>
  )
}
