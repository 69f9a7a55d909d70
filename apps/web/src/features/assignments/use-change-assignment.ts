import type { Event } from '@muster/contract/events'
import { formatPhone } from '@muster/contract/rules/phone'
import type { Assignment } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { fullName } from '../../format/names.ts'
import { announce } from '../../ui/feedback/live-region.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { storePerson, updatePerson } from '../people/api.ts'
import { refreshShifts } from '../shifts/api.ts'
import { changeStatus, storeAssignment } from './api.ts'
import { useText } from './texts.ts'

/** Sets a status by hand (D20), and takes over the phone number given at sign-up (D11). */
export function useChangeAssignment(event: Event) {
  const t = useText()
  const client = useQueryClient()
  const status = useMutation({
    mutationFn: ({ assignment, to }: { assignment: Assignment; to: Assignment['status'] }) =>
      changeStatus(assignment.id, to),
    onSuccess: (changed) => {
      storeAssignment(client, event.id, changed)
      announce(t('marked', { name: fullName(changed.person), status: t(`status.${changed.status}`) }))
    },
    onError: (error) => showFailure(errorText(error, t('errors.status'))),
    onSettled: () => refreshShifts(client, event.id),
  })
  const phone = useMutation({
    mutationFn: ({ assignment, to }: { assignment: Assignment; to: string }) =>
      updatePerson(assignment.person_id, { phone: to }),
    onSuccess: (saved, { to }) => {
      storePerson(client, saved)
      announce(t('phone_used', { name: fullName(saved), phone: formatPhone(to) }))
    },
    onError: (error) => showFailure(errorText(error, t('errors.phone'))),
    onSettled: () => refreshOrganization(client),
  })
  return {
    mark: (assignment: Assignment, to: Assignment['status']) => status.mutate({ assignment, to }),
    usePhone: (assignment: Assignment) => {
      if (assignment.other_phone) phone.mutate({ assignment, to: assignment.other_phone })
    },
  }
}
