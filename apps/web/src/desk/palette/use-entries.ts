import type { Event } from '@muster/contract/events'
import type { Language } from '@muster/contract/language'
import { rightsOfRole } from '@muster/contract/rules/member-role'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { now } from '../../clock.ts'
import { dateFormat } from '../../format/dates.ts'
import { fullName, sortByName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { paths } from '../../paths.ts'
import { eventsQuery } from '../events/api.ts'
import { useOrganization } from '../organizations/use-organization.ts'
import { peopleQuery } from '../people/api.ts'
import { scheduleQuery } from '../shifts/api.ts'
import type { Entry } from './find-entries.ts'
import { useText } from './texts.ts'

/** Returns what the palette can open, as far as it is loaded and the member's role may see it (M1). */
export function useEntries() {
  const language = useLanguage()
  const acts = useActs()
  const { data: events } = useQuery(eventsQuery())
  const { data: people } = useQuery(peopleQuery())
  const { data: shifts } = useQuery(scheduleQuery())
  return useMemo(() => {
    const start = now().toISOString()
    return {
      acts,
      events: (events ?? []).map((event) => eventEntry(event, language)),
      people: sortByName(people ?? [], language).map((person): Entry => {
        const name = fullName(person)
        return {
          id: person.id,
          text: name,
          ...(person.child_team && { hint: person.child_team }),
          more: [person.child_team, person.email, person.phone?.replaceAll(/\D/g, '')].join(' '),
          path: paths.peopleFound(name),
        }
      }),
      shifts: (shifts ?? [])
        .filter((shift) => !isOver(shift, start))
        .map((shift) => shiftEntry(shift, events, language)),
    }
  }, [acts, events, people, shifts, language])
}

function eventEntry(
  { id, name, location, time_zone, event_date_start, event_date_end }: Event,
  language: Language,
): Entry {
  const days = dateFormat(language, time_zone).dayRange(event_date_start, event_date_end)
  return { id, text: name, hint: days, more: `${location ?? ''} ${days}`, path: paths.shiftsOf(id) }
}

function shiftEntry(
  { id, role, start_dt, end_dt }: Shift,
  events: readonly Event[] | undefined,
  language: Language,
): Entry {
  const zone = events?.find((event) => event.id === role.event.id)?.time_zone ?? 'UTC'
  const format = dateFormat(language, zone)
  const time = `${format.day(start_dt)} ${format.timeRange(start_dt, end_dt)}`
  return {
    id,
    text: `${role.name}, ${time}`,
    hint: role.event.name,
    more: role.event.name,
    path: paths.shiftsOf(role.event.id, id),
  }
}

function useActs(): Entry[] {
  const t = useText()
  const role = useOrganization()?.role
  return useMemo(() => {
    const rights = role ? rightsOfRole[role] : []
    return listActs()
      .filter(({ right }) => rights.includes(right))
      .map(({ act, path }): Entry => ({ id: act, text: t(`acts.${act}`), path }))
  }, [t, role])
}

/** A function, because the addresses name the organisation (D38). */
const listActs = () =>
  [
    { act: 'shifts', path: paths.shifts, right: 'view' },
    { act: 'people', path: paths.people, right: 'view' },
    { act: 'events', path: paths.events, right: 'view' },
    { act: 'reports', path: paths.reports, right: 'view' },
    { act: 'add_person', path: paths.newPerson, right: 'plan' },
    { act: 'members', path: paths.members, right: 'view' },
    { act: 'notices', path: paths.notices, right: 'plan' },
    { act: 'settings', path: paths.organizationSettings, right: 'manage' },
    { act: 'api_keys', path: paths.apiKeys, right: 'manage' },
    { act: 'log', path: paths.log, right: 'manage' },
    { act: 'account', path: paths.account, right: 'view' },
    { act: 'security', path: paths.security, right: 'view' },
  ] as const
