import type { Event } from '@muster/contract/events'
import { formatPhone } from '@muster/contract/rules/phone'
import { useDateFormat } from '../../../format/dates.ts'
import { fullName } from '../../../format/names.ts'
import { PersonLink } from '../../../ui/page/person-link.tsx'
import type { PersonShifts } from './build-lists.ts'
import { useText } from './texts.ts'

type PersonListProps = { event: Event; people: readonly PersonShifts[]; withPhones: boolean }

/** Everybody with their shifts, to look somebody up. */
export function PersonList({ event, people, withPhones }: PersonListProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  return (
    <article className="person-list">
      <h2>{event.name}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            {withPhones && <th scope="col">{t('phone')}</th>}
            <th scope="col">{t('shifts')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ person, shifts }) => (
            <tr key={person.id}>
              <th scope="row">
                <PersonLink person_id={person.id}>{fullName(person)}</PersonLink>
                {person.child_team && <small>{person.child_team}</small>}
              </th>
              {withPhones && <td className="sign-in-phone">{person.phone && formatPhone(person.phone)}</td>}
              <td>
                <ul>
                  {shifts.map(({ id, start_dt, end_dt, role, state }) => (
                    <li key={id}>
                      {`${format.day(start_dt)} ${format.timeRange(start_dt, end_dt)} · ${role.name}`}
                      {state !== 'confirmed' && <i>{` ${t(`state.${state}`)}`}</i>}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
