import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { toServerTime } from '../../clock.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { reportQuery } from './api.ts'
import { BackToReports } from './back-to-reports.tsx'
import { ScheduleSheet } from './schedule-sheet.tsx'
import { useText } from './texts.ts'

export function RunningSchedule({ event_id }: { event_id: string | undefined }) {
  const t = useText()
  const { data: report, error, refetch, dataUpdatedAt } = useQuery(reportQuery(event_id))
  return (
    <>
      <BackToReports />
      <PageHead
        // Browsers use the title as file name when printing to a file.
        title={report?.event ? `${t('schedule.title')} ${report.event.name}` : t('schedule.title')}
        heading={t('schedule.title')}
        className="print:hidden"
      >
        <Link className={buttonClass({ kind: 'line' })} to={paths.scheduleChooser}>
          {t('change')}
        </Link>
        {report && <Button onClick={() => print()}>{t('print')}</Button>}
      </PageHead>
      {report && (
        <ScheduleSheet report={report} as_of={new Date(toServerTime(dataUpdatedAt)).toISOString()} />
      )}
      {report === null && <ErrorPanel text={t('gone')} />}
      {report === undefined && error && (
        <ErrorPanel text={errorText(error, t('errors.fetch'))}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      )}
      {report === undefined && !error && (
        <div aria-live="polite" aria-busy="true">
          <p className="mb-4 text-ink-2">{t('loading')}</p>
          <Skeleton className="h-105" />
        </div>
      )}
    </>
  )
}
