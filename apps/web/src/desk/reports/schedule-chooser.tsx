import type { Event } from '@muster/contract/events'
import { chooseReportEvent } from '@muster/contract/rules/default-event'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { now } from '../../clock.ts'
import { dateFormat } from '../../format/dates.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Button } from '../../ui/controls/button.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { eventsQuery } from '../events/api.ts'
import { listChoices } from '../events/order.ts'
import { reportQuery } from './api.ts'
import { BackToReports } from './back-to-reports.tsx'
import { useText } from './texts.ts'

export const allEvents = 'all'

type ChooserProps = {
  shown: string | undefined
  onGenerate: (event: string) => void
}

export function ScheduleChooser(props: ChooserProps) {
  const t = useText()
  const { data: events, error, refetch } = useQuery(eventsQuery())
  return (
    <>
      <BackToReports />
      <PageHead title={t('schedule.title')} intro={t('chooser.intro')} />
      {events && <ChooserForm {...props} events={events} />}
      {!events && error && (
        <ErrorPanel text={errorText(error, t('errors.fetch'))}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      )}
      {!events && !error && (
        <Loading>
          <Skeleton className="h-48 max-w-140" />
        </Loading>
      )}
    </>
  )
}

function ChooserForm({ events, shown, onGenerate }: ChooserProps & { events: readonly Event[] }) {
  const t = useText()
  const language = useLanguage()
  const [start] = useState(() => now().toISOString())
  const [picked, setPicked] = useState(shown)
  const known = picked === allEvents || events.some(({ id }) => id === picked) ? picked : undefined
  const chosen = known ?? chooseReportEvent(events, start)?.id ?? allEvents
  const client = useQueryClient()
  /** Reads ahead: thousands of shifts take the server half a second, about the time from pointing to pressing. */
  const readAhead = () => void client.prefetchQuery(reportQuery(chosen === allEvents ? undefined : chosen))

  return (
    <form
      className={cardClass({ className: 'grid max-w-140 justify-items-start gap-6' })}
      aria-label={t('schedule.title')}
      onSubmit={(submit) => {
        submit.preventDefault()
        onGenerate(chosen)
      }}
    >
      <NativeSelect
        label={t('chooser.event')}
        className="w-full"
        value={chosen}
        onChange={({ currentTarget }) => setPicked(currentTarget.value)}
      >
        <option value={allEvents}>{t('chooser.all')}</option>
        {listChoices(events, chosen).map(({ id, name, event_date_start, time_zone }) => (
          <option key={id} value={id}>
            {t('chooser.option', { name, date: dateFormat(language, time_zone).date(event_date_start) })}
          </option>
        ))}
      </NativeSelect>
      <Button type="submit" onPointerEnter={readAhead} onFocus={readAhead}>
        {t('chooser.generate')}
      </Button>
    </form>
  )
}
