import type { Hours } from '@muster/contract/hours'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { useLanguage } from '../../i18n/language.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ExportMenu } from '../../ui/exports/export-menu.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { type HoursFilter, hoursQuery, workedShiftsQuery } from './api.ts'
import { buildSheets, buildTable } from './export-hours.ts'
import { HoursFigures } from './hours-figures.tsx'
import { HoursFilters } from './hours-filters.tsx'
import { HoursTable } from './hours-table.tsx'
import { useText } from './texts.ts'
import { everyYear, type Grouping, useHoursFilter } from './use-hours-filter.ts'

/** D56 */
export default function HoursPage() {
  const t = useText()
  const chosen = useHoursFilter()
  const { by, filter, year } = chosen
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...hoursQuery(filter),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead title={t('title')}>
        {data && !isPlaceholderData && <Actions hours={data} {...{ by, filter, year }} />}
      </PageHead>
      <HoursFilters {...chosen} years={data?.years ?? []} />
      {data && (
        <div aria-busy={isPlaceholderData}>
          <HoursFigures total={data.total} />
          {data.total.shifts === 0 ? (
            <section className={cardClass()}>
              <EmptyState text={t('empty')} />
            </section>
          ) : (
            <HoursTable key={by} hours={data} by={by} filter={filter} />
          )}
          <p className="mt-3 text-hint text-ink-3">{t('explained')}</p>
        </div>
      )}
      {!data && error && (
        <ErrorPanel text={errorText(error, t('errors.fetch'))}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      )}
      {!data && !error && (
        <Loading>
          <Skeleton className="mb-3 h-19" />
          <Skeleton className="h-140" />
        </Loading>
      )}
    </>
  )
}

type ActionsProps = { hours: Hours; by: Grouping; filter: HoursFilter; year: string }

function Actions({ hours, by, filter, year }: ActionsProps) {
  const t = useText()
  const language = useLanguage()
  const client = useQueryClient()
  const given = { hours, t, language }
  return (
    <>
      <Link className={buttonClass({ kind: 'line' })} to={paths.certificates(filter)}>
        <Icon name="award" size="small" />
        {t('certificates')}
      </Link>
      <ExportMenu
        name={t('file', { year: year === everyYear ? t('filter.every_year') : year })}
        sheets={t('sheets')}
        readTable={() => buildTable(by, given)}
        readSheets={async () => buildSheets(given, await client.fetchQuery(workedShiftsQuery(filter)))}
      />
    </>
  )
}
