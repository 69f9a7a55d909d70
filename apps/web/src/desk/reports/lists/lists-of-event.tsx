import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { now } from '../../../clock.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RetryButton } from '../../../ui/controls/retry-button.tsx'
import { ExportMenu } from '../../../ui/exports/export-menu.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { useOrganization } from '../../organizations/use-organization.ts'
import { usePageFoot } from '../use-page-foot.ts'
import { listedShiftsQuery } from './api.ts'
import { buildPersonLists, buildSignInSheets, type ListedShift, listShifts } from './build-lists.ts'
import { tableByPerson, tableByRole } from './export-lists.ts'
import { ListsFilters } from './lists-filters.tsx'
import { PersonList } from './person-list.tsx'
import { SignInSheets } from './sign-in-sheets.tsx'
import { useText } from './texts.ts'
import { type ListsChoice, useListsChoice } from './use-lists-choice.ts'

type ListsProps = { event: Event; events: readonly Event[]; maySeePhones: boolean }

export function ListsOfEvent({ event, events, maySeePhones }: ListsProps) {
  const t = useText()
  const [choice, change] = useListsChoice(maySeePhones)
  const { layout, withPhones } = choice
  const { data, error, refetch } = useQuery({
    ...listedShiftsQuery(event.id, withPhones),
    placeholderData: keepPreviousData,
  })
  const shifts = useListedShifts(event, data, choice)
  usePrintFoot(event, withPhones)
  return (
    <>
      <PageHead
        // Browsers use the title as file name when printing to a file.
        title={`${t(`filter.${layout}`)} ${event.name}`}
        heading={t('title')}
        className="print:hidden"
      >
        {shifts && shifts.length > 0 && <Actions event={event} shifts={shifts} choice={choice} />}
      </PageHead>
      <ListsFilters {...{ event, events, choice, maySeePhones }} shifts={data ?? []} onChange={change} />
      {shifts && <Content event={event} shifts={shifts} choice={choice} />}
      {!data && error && (
        <ErrorPanel text={errorText(error, t('errors.fetch'))}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      )}
      {!data && !error && (
        <Loading>
          <Skeleton className="h-105" />
        </Loading>
      )}
    </>
  )
}

function useListedShifts(event: Event, shifts: readonly Shift[] | undefined, { filter }: ListsChoice) {
  const language = useLanguage()
  const { role_id, day } = filter
  return useMemo(
    () =>
      shifts && listShifts({ event, shifts, filter: { role_id, day }, language, now: now().toISOString() }),
    [event, shifts, role_id, day, language],
  )
}

function usePrintFoot(event: Event, withPhones: boolean): void {
  const t = useText()
  const organization = useOrganization()
  const time = useDateFormat(event.time_zone).dateTime(now().toISOString())
  const foot = t('printed', { organization: organization?.name ?? '', time })
  usePageFoot(withPhones ? t('shred', { foot }) : foot)
}

type ContentProps = { event: Event; shifts: readonly ListedShift[]; choice: ListsChoice }

function Content({ event, shifts, choice: { layout, withPhones } }: ContentProps) {
  const t = useText()
  const language = useLanguage()
  if (shifts.length === 0) return <EmptyState text={t('empty')} />
  if (layout === 'sign_in')
    return <SignInSheets event={event} sheets={buildSignInSheets(event, shifts)} withPhones={withPhones} />
  const people = buildPersonLists(shifts, language)
  if (people.length === 0) return <EmptyState text={t('nobody')} />
  return <PersonList event={event} people={people} withPhones={withPhones} />
}

function Actions({ event, shifts, choice: { layout, withPhones } }: ContentProps) {
  const t = useText()
  const language = useLanguage()
  const format = useDateFormat(event.time_zone)
  const byRole = () => tableByRole(shifts, { event, t, withPhones })
  const byPerson = () =>
    tableByPerson(
      buildPersonLists(shifts, language),
      { t, withPhones },
      ({ start_dt, end_dt, role }) =>
        `${format.day(start_dt)} ${format.timeRange(start_dt, end_dt)} ${role.name}`,
    )
  return (
    <>
      <ExportMenu
        kind="line"
        name={t('file', { event: event.name })}
        sheets={t('sheets')}
        readTable={layout === 'sign_in' ? byRole : byPerson}
        readSheets={async () => [byRole(), byPerson()]}
      />
      <Button onClick={() => print()}>{t('print')}</Button>
    </>
  )
}
