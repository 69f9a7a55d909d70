import type { Event } from '@muster/contract/events'
import { instantToWall } from '@muster/contract/rules/zone'
import type { Column, Table } from '../../../ui/exports/table.ts'
import type { ListedShift, PersonShifts } from './build-lists.ts'
import type { useText } from './texts.ts'

type Given = { event: Event; t: ReturnType<typeof useText>; withPhones: boolean }

/** One row for each person on a shift. A shift without anybody has one too. */
export function tableByRole(shifts: readonly ListedShift[], { event, t, withPhones }: Given): Table {
  const wall = (iso: string) => instantToWall(iso, event.time_zone)
  return {
    name: t('sheet.roles'),
    columns: [
      { title: t('column.role'), type: 'text' },
      { title: t('column.start'), type: 'time' },
      { title: t('column.end'), type: 'time' },
      ...nameColumns(t),
      ...phoneColumn({ t, withPhones }),
      { title: t('column.status'), type: 'text' },
    ],
    rows: shifts.flatMap(({ role, start_dt, end_dt, people }) => {
      const times = [role.name, wall(start_dt), wall(end_dt)]
      if (people.length === 0) return [times]
      return people.map(({ first_name, last_name, child_team, phone, state }) => [
        ...times,
        first_name,
        last_name,
        child_team,
        ...(withPhones ? [phone ?? null] : []),
        t(`state.${state}`),
      ])
    }),
  }
}

export function tableByPerson(
  people: readonly PersonShifts[],
  { t, withPhones }: Pick<Given, 't' | 'withPhones'>,
  textOf: (shift: ListedShift) => string,
): Table {
  return {
    name: t('sheet.people'),
    columns: [
      ...nameColumns(t),
      ...phoneColumn({ t, withPhones }),
      { title: t('column.count'), type: 'count' },
      { title: t('shifts'), type: 'text' },
    ],
    rows: people.map(({ person, shifts }) => [
      person.first_name,
      person.last_name,
      person.child_team,
      ...(withPhones ? [person.phone ?? null] : []),
      shifts.length,
      shifts.map(textOf).join(', '),
    ]),
  }
}

const nameColumns = (t: Given['t']): Column[] => [
  { title: t('column.first_name'), type: 'text' },
  { title: t('column.last_name'), type: 'text' },
  { title: t('column.team'), type: 'text' },
]

const phoneColumn = ({ t, withPhones }: Pick<Given, 't' | 'withPhones'>): Column[] =>
  withPhones ? [{ title: t('column.phone'), type: 'text' }] : []
