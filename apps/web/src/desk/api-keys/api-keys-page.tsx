import type { ApiKey } from '@muster/contract/api-keys'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { cardClass } from '../../ui/page/card.ts'
import { SettingsPage } from '../../ui/page/settings-page.tsx'
import { apiKeysQuery } from './api.ts'
import { ApiKeyItem } from './api-key-item.tsx'
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx'
import { RevokeApiKeyDialog } from './revoke-api-key-dialog.tsx'
import { useText } from './texts.ts'

/** K1 */
export default function ApiKeysPage() {
  const t = useText()
  const id = useId()
  const [isCreating, setIsCreating] = useState(false)
  const [revoked, setRevoked] = useState<ApiKey>()
  const focusNext = useFocusNext()
  const createId = `${id}-create`
  return (
    <SettingsPage
      title={t('title')}
      intro={t('intro')}
      actions={
        <Button kind="line" id={createId} className="max-tablet:w-full" onClick={() => setIsCreating(true)}>
          {t('create')}
        </Button>
      }
    >
      <ApiKeyList onRevoke={setRevoked} />
      {isCreating && <CreateApiKeyDialog onClose={() => setIsCreating(false)} />}
      {revoked && (
        <RevokeApiKeyDialog
          apiKey={revoked}
          onRevoked={() => {
            setRevoked(undefined)
            // The button that had the focus is gone.
            focusNext(createId)
          }}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </SettingsPage>
  )
}

function ApiKeyList({ onRevoke }: { onRevoke: (key: ApiKey) => void }) {
  const t = useText()
  const { data: keys, error, refetch } = useQuery(apiKeysQuery())
  if (!keys && error) {
    return (
      <ErrorPanel text={errorText(error, t('failed_to_fetch'))}>
        <RetryButton onRetry={() => void refetch()} />
      </ErrorPanel>
    )
  }
  if (!keys) return <SkeletonRows rows={2} />
  if (keys.length === 0) return <EmptyState text={t('empty')} />
  return (
    <ul className={cardClass({ padding: 'none', className: 'divide-y divide-line px-5 tablet:px-6' })}>
      {keys.map((key) => (
        <ApiKeyItem key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
      ))}
    </ul>
  )
}
