import { useSearchParams } from 'react-router'
import { now } from '../../clock.ts'
import { browserTimeZone, dateFormat } from '../../format/dates.ts'
import { useChangeSearch } from '../../ui/hooks/use-change-search.ts'
import { useOrganization } from '../organizations/use-organization.ts'
import type { HoursFilter } from './api.ts'

export const groupings = ['person', 'role', 'event'] as const
export type Grouping = (typeof groupings)[number]

export const everyYear = 'all'

/** Every choice is in the address (D38). Without one of the year it is this year, by the organisation's clock. */
export function useHoursFilter() {
  const [search] = useSearchParams()
  const choose = useChangeSearch<'by' | 'year' | 'event' | 'role' | 'tag'>()
  const organization = useOrganization()
  const thisYear = dateFormat('en', organization?.time_zone ?? browserTimeZone()).year(now().toISOString())
  const year = search.get('year') ?? thisYear
  const filter: HoursFilter = {
    ...(/^\d{1,4}$/.test(year) && { year: Number(year) }),
    event_id: search.get('event') || undefined,
    role_id: search.get('role') || undefined,
    tag_id: search.get('tag') || undefined,
  }
  const by = groupings.find((each) => each === search.get('by')) ?? 'person'
  return {
    by,
    filter,
    year: filter.year === undefined ? everyYear : year,
    thisYear: Number(thisYear),
    choose,
  }
}
