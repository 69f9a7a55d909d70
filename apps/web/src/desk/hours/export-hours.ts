import type { Hours, WorkedShift } from '@muster/contract/hours'
import type { Language } from '@muster/contract/language'
import { instantToWall } from '@muster/contract/rules/zone'
import { sortByName } from '../../format/names.ts'
import type { Column, Table } from '../../ui/exports/table.ts'
import type { useText } from './texts.ts'
import type { Grouping } from './use-hours-filter.ts'

type Given = { hours: Hours; t: ReturnType<typeof useText>; language: Language }

export function buildTable(by: Grouping, given: Given): Table {
  return tables[by](given)
}

export function buildSheets(given: Given, shifts: readonly WorkedShift[]): Table[] {
  return [tables.person(given), tables.role(given), buildShifts(given, shifts)]
}

const tables: Record<Grouping, (given: Given) => Table> = {
  person: ({ hours: { people }, t, language }) => ({
    name: t('sheet.people'),
    columns: [
      { title: t('column.first_name'), type: 'text' },
      { title: t('column.last_name'), type: 'text' },
      { title: t('column.team'), type: 'text' },
      ...figureColumns(t),
    ],
    rows: sortByName(people, language).map((person) => [
      person.first_name,
      person.last_name,
      person.child_team,
      ...figuresOf(person),
    ]),
  }),
  role: ({ hours: { roles }, t }) => ({
    name: t('sheet.roles'),
    columns: [
      { title: t('column.event'), type: 'text' },
      { title: t('column.role'), type: 'text' },
      { title: t('column.people'), type: 'count' },
      ...figureColumns(t),
    ],
    rows: roles.map((role) => [role.event_name, role.name, role.people, ...figuresOf(role)]),
  }),
  event: ({ hours: { events }, t }) => ({
    name: t('column.event'),
    columns: [
      { title: t('column.event'), type: 'text' },
      { title: t('column.people'), type: 'count' },
      ...figureColumns(t),
    ],
    rows: events.map((event) => [event.name, event.people, ...figuresOf(event)]),
  }),
}

function buildShifts({ t }: Given, shifts: readonly WorkedShift[]): Table {
  return {
    name: t('sheet.shifts'),
    columns: [
      { title: t('column.first_name'), type: 'text' },
      { title: t('column.last_name'), type: 'text' },
      { title: t('column.event'), type: 'text' },
      { title: t('column.role'), type: 'text' },
      { title: t('column.start'), type: 'time' },
      { title: t('column.end'), type: 'time' },
      { title: t('column.planned'), type: 'hours' },
      { title: t('column.worked'), type: 'hours' },
      { title: t('column.absences'), type: 'count' },
    ],
    rows: shifts.map(({ person, event, role, ...shift }) => [
      person.first_name,
      person.last_name,
      event.name,
      role.name,
      instantToWall(shift.start_dt, event.time_zone),
      instantToWall(shift.end_dt, event.time_zone),
      shift.planned_minutes,
      shift.worked_minutes,
      shift.is_absence ? 1 : 0,
    ]),
  }
}

const figureColumns = (t: Given['t']): Column[] => [
  { title: t('column.shifts'), type: 'count' },
  { title: t('column.planned'), type: 'hours' },
  { title: t('column.worked'), type: 'hours' },
  { title: t('column.absences'), type: 'count' },
]

const figuresOf = (
  row: Pick<Hours['total'], 'shifts' | 'planned_minutes' | 'worked_minutes' | 'absences'>,
) => [row.shifts, row.planned_minutes, row.worked_minutes, row.absences]
