import type { Event, Role } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { Notices } from '../../ui/consequences/notices.tsx'
import { untilGone } from '../../ui/hooks/until-gone.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { deleteRole, eventsQuery } from './api.ts'
import { useEditorText } from './editor-texts.ts'

/** D21: the server refuses a role with people on its shifts; its sentence is shown here. */
export function DeleteRoleDialog({
  role,
  onClose,
  onDeleted,
}: {
  role: Role
  onClose: () => void
  onDeleted: () => void
}) {
  const t = useEditorText()
  const client = useQueryClient()
  const [tell, setTell] = useState(true)
  const removal = useMutation({
    mutationFn: () => untilGone(deleteRole(role, tell)),
    onSuccess: () => {
      client.setQueryData(eventsQuery().queryKey, (before) => before?.map(withoutRole))
      onDeleted()
    },
    onSettled: () => void refreshOrganization(client),
  })
  const withoutRole = (event: Event): Event => ({
    ...event,
    roles: event.roles.filter(({ id }) => id !== role.id),
  })

  return (
    <AlertDialog
      title={t('roles.delete_title', { name: role.name })}
      confirm={t('roles.delete')}
      busy={removal.isPending && t('roles.deleting')}
      problem={removal.error ? errorText(removal.error, t('errors.delete_role')) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('roles.delete_text')}</p>
      {role.shift_count > 0 && (
        <>
          <p className="mt-2">{t('roles.delete_shifts', { count: role.shift_count })}</p>
          {/* A shift without assignments may have a waiting list (D44). */}
          <Notices className="mt-2" target={{ role_id: role.id }} tells={tell} onTells={setTell} />
        </>
      )}
    </AlertDialog>
  )
}
