import type { ApiKey } from '@muster/contract/api-keys'
import { isApiKeyExpired } from '@muster/contract/rules/api-key'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { now } from '../../clock.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { untilGone } from '../../ui/hooks/until-gone.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { ReplaceLinksTick } from '../assignments/links/replace-links-tick.tsx'
import { apiKeysQuery, forgetApiKey, revokeApiKey } from './api.ts'
import { useText } from './texts.ts'

export function RevokeApiKeyDialog({
  apiKey,
  onRevoked,
  onClose,
}: {
  apiKey: ApiKey
  onRevoked: () => void
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const { id, name } = apiKey
  const [replacesLinks, setReplacesLinks] = useState(false)
  // D63: a key of one event reads none.
  const couldReadLinks = apiKey.rights.includes('plan') && apiKey.event === null
  const revocation = useMutation({
    mutationFn: () => untilGone(revokeApiKey(id, replacesLinks)),
    onSuccess: () => {
      forgetApiKey(client, id)
      showToast(t('revoke_dialog.done', { name }))
      onRevoked()
    },
    onSettled: () => void client.invalidateQueries(apiKeysQuery()),
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
      <p>{t(`revoke_dialog.${consequenceOf(apiKey)}`)}</p>
      {couldReadLinks && <ReplaceLinksTick checked={replacesLinks} onChange={setReplacesLinks} />}
    </AlertDialog>
  )
}

function consequenceOf(key: ApiKey): 'text' | 'text_expired' | 'text_stopped' {
  if (isApiKeyExpired(key, now().toISOString())) return 'text_expired'
  return key.is_stopped ? 'text_stopped' : 'text'
}
