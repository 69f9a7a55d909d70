import type { Notices } from '@muster/contract/organizations'
import { administratorNotices } from '@muster/contract/rules/administrator-notices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RadioCards } from '../../ui/controls/radio-cards.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { DoneNote } from '../../ui/feedback/done-note.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { SettingsPage } from '../../ui/page/settings-page.tsx'
import { noticesQuery, updateNotices } from './api.ts'
import { useText } from './texts.ts'
import { useOrganization } from './use-organization.ts'

const NEWS = ['sign_ups', 'requests', 'cancellations'] as const

/** D39, D57: settings of the e-mails to this administrator about the organisation. */
export default function NoticesPage() {
  const t = useText()
  const organization = useOrganization()
  const { data, error, refetch } = useQuery(noticesQuery())
  if (!organization) return null
  return (
    <SettingsPage title={t('notices.title')} intro={t('notices.intro', { name: organization.name })}>
      {data && <NoticesForm saved={data} key={organization.id} />}
      {!data && error && (
        <ErrorPanel text={errorText(error, t('notices.fetch_failed'))}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      )}
      {!data && !error && (
        <Loading className={cardClass({ className: 'max-w-110' })}>
          <Skeleton className="h-40" />
        </Loading>
      )}
    </SettingsPage>
  )
}

function NoticesForm({ saved }: { saved: Notices }) {
  const t = useText()
  const client = useQueryClient()
  const [notices, setNotices] = useState(saved)
  const save = useMutation({
    mutationFn: updateNotices,
    onSuccess: (answer) => client.setQueryData(noticesQuery().queryKey, answer),
  })
  return (
    <form
      className={cardClass({ className: 'grid max-w-110 gap-5' })}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(notices)
      }}
    >
      {NEWS.map((news) => (
        <RadioCards
          key={news}
          legend={t(`notices.${news}`)}
          value={notices[news]}
          onChange={(value) => setNotices({ ...notices, [news]: value })}
          choices={administratorNotices.map((value) => ({
            value,
            label: t(`notices.${value}`),
            help: t(value === 'each' ? 'notices.each_help' : `notices.${news}_${value}`),
          }))}
        />
      ))}
      <FormError
        text={save.error ? errorText(save.error, t('notices.failed')) : undefined}
        className="mt-0"
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={save.isPending && t('settings.saving')}>
          {t('notices.save')}
        </Button>
        <DoneNote
          text={save.isSuccess && NEWS.every((news) => notices[news] === saved[news]) && t('settings.saved')}
        />
      </div>
    </form>
  )
}
