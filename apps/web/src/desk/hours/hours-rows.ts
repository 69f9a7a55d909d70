import type { Hours } from '@muster/contract/hours'
import type { Language } from '@muster/contract/language'
import { compareTexts, fullName } from '../../format/names.ts'
import type { Grouping } from './use-hours-filter.ts'

export type HoursRow = Pick<
  Hours['total'],
  'shifts' | 'planned_minutes' | 'worked_minutes' | 'absences' | 'worked_shifts'
> & { id: string; name: string; about: string | null }

/** The most hours first. */
export function listRows(hours: Hours, by: Grouping, language: Language): HoursRow[] {
  const compare = compareTexts(language)
  return rowsBy[by](hours).toSorted(
    (a, b) =>
      b.worked_minutes - a.worked_minutes || b.planned_minutes - a.planned_minutes || compare(a.name, b.name),
  )
}

const rowsBy: Record<Grouping, (hours: Hours) => HoursRow[]> = {
  person: ({ people }) =>
    people.map((person) => ({ ...person, name: fullName(person), about: person.child_team })),
  role: ({ roles }) => roles.map((role) => ({ ...role, about: role.event_name })),
  event: ({ events }) => events.map((event) => ({ ...event, about: null })),
}
