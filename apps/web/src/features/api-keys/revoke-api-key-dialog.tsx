import type { ApiKey } from '@muster/contract/api-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { forgetApiKey, revokeApiKey } from './api.ts'
import { useText } from './texts.ts'

export function RevokeApiKeyDialog({
  apiKey: { id, name },
  onRevoked,
  onClose,
}: {
  apiKey: ApiKey
  onRevoked: () => void
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const revocation = useMutation({
    mutationFn: () => revokeApiKey(id),
    onSuccess: () => {
      forgetApiKey(client, id)
      showToast(t('revoke_dialog.done', { name }))
      onRevoked()
    },
  })
  return (
    <AlertDialog
      title={t('revoke_dialog.title', { name })}
      confirm={t('revoke_dialog.confirm')}
      busy={revocation.isPending && t('revoke_dialog.busy')}
      problem={revocation.error ? errorText(revocation.error, t('revoke_dialog.failed')) : undefined}
      onConfirm={() => revocation.mutate()}
      onClose={onClose}
    >
      <p>{t('revoke_dialog.text')}</p>
    </AlertDialog>
  )
}
