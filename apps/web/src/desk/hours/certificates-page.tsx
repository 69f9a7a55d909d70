import type { WorkedShift } from '@muster/contract/hours'
import { groupBy } from '@muster/contract/rules/group-by'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { now } from '../../clock.ts'
import { fullName, sortByName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { inOrganization, screens } from '../../paths.ts'
import { CertificateSheet } from '../../ui/certificate/certificate-sheet.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { backLinkClass } from '../../ui/page/back-link.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { workedShiftsQuery } from './api.ts'
import { useText } from './texts.ts'
import { useHoursFilter } from './use-hours-filter.ts'

/** D56: of everybody who has worked in what the address names, or of one person. */
export default function CertificatesPage() {
  const t = useText()
  const [search] = useSearchParams()
  const { filter } = useHoursFilter()
  const person_id = search.get('person') ?? undefined
  const { data: shifts, error, refetch } = useQuery(workedShiftsQuery({ ...filter, person_id }))
  const people = useWorkers(shifts)
  const [only] = people ?? []
  const back = Object.fromEntries([...search].filter(([name]) => name !== 'person' && name !== 'org'))
  return (
    <>
      <Link
        to={inOrganization(screens.hours, back)}
        className={backLinkClass({ className: '-mt-4 print:hidden' })}
      >
        <Icon name="left" />
        {t('title')}
      </Link>
      <PageHead
        // Browsers use the title as file name when printing to a file.
        title={
          only && people?.length === 1 ? t('certificate_of', { name: fullName(only) }) : t('certificates')
        }
        className="print:hidden"
      >
        {only && <Button onClick={() => print()}>{t('print')}</Button>}
      </PageHead>
      {people?.length === 0 && <EmptyState text={t('nothing_worked')} />}
      {people && <Sheets people={people} year={filter.year} />}
      {!shifts && error && (
        <ErrorPanel text={errorText(error, t('errors.fetch'))}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      )}
      {!shifts && !error && (
        <Loading>
          <Skeleton className="h-200 max-w-200" />
        </Loading>
      )}
    </>
  )
}

type Worker = WorkedShift['person'] & { shifts: WorkedShift[] }

function useWorkers(shifts: readonly WorkedShift[] | undefined): Worker[] | undefined {
  const language = useLanguage()
  return useMemo(() => {
    if (!shifts) return undefined
    const worked = shifts.filter(({ worked_minutes }) => worked_minutes > 0)
    const byPerson = groupBy(worked, ({ person }) => person.id)
    const workers = [...byPerson.values()].flatMap((its) =>
      its[0] ? [{ ...its[0].person, shifts: its }] : [],
    )
    return sortByName(workers, language)
  }, [shifts, language])
}

function Sheets({ people, year }: { people: readonly Worker[]; year: number | undefined }) {
  const organization = useOrganization()
  if (!organization) return null
  const { name, time_zone, language } = organization
  return (
    <div className="certificates">
      {people.map((person) => (
        <CertificateSheet
          key={person.id}
          organization={name}
          name={fullName(person)}
          language={person.language ?? language}
          shifts={person.shifts}
          signed_at={now().toISOString()}
          {...{ year, time_zone }}
        />
      ))}
    </div>
  )
}
