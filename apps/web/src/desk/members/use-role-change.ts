import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { type RoleChange, refreshMembers } from './api.ts'
import type { Row } from './member-row.tsx'
import { useText } from './texts.ts'

export function useRoleChange(onChanged: () => void) {
  const t = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ row, body, replaces_links }: { row: Row; body: RoleChange; replaces_links?: boolean }) =>
      row.change(body, replaces_links),
    onSuccess: (_, { row, body }) => {
      onChanged()
      showToast(t('role_changed', { name: row.name, role: t(`role.${body.role}`) }))
    },
    onError: (error) => showFailure(errorText(error, t('failed'))),
    onSettled: () => void refreshMembers(client),
  })
}
