import type { ApiKey } from '@muster/contract/api-keys'
import { isApiKeyExpired } from '@muster/contract/rules/api-key'
import type { ReactNode } from 'react'
import { now } from '../../clock.ts'
import { useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { useText } from './texts.ts'

export function ApiKeyItem({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const t = useText()
  const format = useDateFormat(useOrganization()?.time_zone ?? 'UTC')
  const { name, start, rights, event, expires_at, last_used_at } = apiKey
  const { created_by, created_by_name, created_at, is_stopped } = apiKey
  return (
    <li className="py-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-base font-semibold">{name}</h2>
          <p className="text-meta text-ink-2">
            <span className="sr-only">{t('secret_starts', { start })}</span>
            <span aria-hidden="true">{start}…</span>
          </p>
        </div>
        <Button kind="quiet" className="-mr-3" aria-label={t('revoke_named', { name })} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      </div>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-meta tabular-nums">
        <Fact name={t('list.rights')}>{rights.map((right) => t(`right.${right}`)).join(', ')}</Fact>
        <Fact name={t('list.scope')}>{event?.name ?? t('all_events')}</Fact>
        <Fact name={t('list.last_used')}>
          {last_used_at ? format.dateTime(last_used_at) : t('list.never_used')}
        </Fact>
        <Fact name={t('list.expires')}>
          {isApiKeyExpired(apiKey, now().toISOString()) ? (
            <Badge tone="miss">{t('expired')}</Badge>
          ) : (
            expiryOf(expires_at)
          )}
        </Fact>
        <Fact name={t('list.created')}>
          {t('list.created_by', { date: format.date(created_at), name: created_by_name })}
          {created_by_name !== created_by && (
            <span className="block text-hint wrap-anywhere text-ink-3">{created_by}</span>
          )}
          {is_stopped && (
            <span className="block">
              <Badge tone="miss">{t('stopped')}</Badge>
            </span>
          )}
        </Fact>
      </dl>
    </li>
  )

  function expiryOf(instant: string | null): string {
    return instant === null ? t('list.never_expires') : format.date(instant)
  }
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
