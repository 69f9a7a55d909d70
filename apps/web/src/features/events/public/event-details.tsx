import type { PublicEvent } from '@muster/contract/events'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { type ComponentType, Suspense, useCallback, useEffect } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { paths } from '../../../paths.ts'
import { ConnectionStrip } from '../../../ui/feedback/connection-strip.tsx'
import { useSearch } from '../../../ui/hooks/navigation.ts'
import { Linkified } from '../../../ui/page/linkified.tsx'
import { MapLink } from '../../../ui/page/map-link.tsx'
import { OrganizerContact } from '../../../ui/page/organizer-contact.tsx'
import { PageLink } from '../../../ui/page/page-link.tsx'
import { PageTitle } from '../../../ui/page/page-title.tsx'
import { TimesShownIn } from '../../../ui/page/times-shown-in.tsx'
import { ShareEvent } from '../share-event.tsx'
import { PublicDays, useChosenDay } from './days.tsx'
import { EventRemoved } from './event-failure.tsx'
import { PublicRole } from './role.tsx'
import { usePublicText } from './texts.ts'
import { usePublicShifts, useSpokenSpots } from './use-public-shifts.ts'

/** More changes are announced as a count: a screen reader cannot finish a longer list. */
const SPOKEN_SHIFTS = 3

type PublicEventDetailsProps = {
  event: PublicEvent
  readAgain: () => void
  ContactForm: ComponentType<{ event: PublicEvent; role: { name: string }; shift: SeenShift }>
}

export function PublicEventDetails({ event, readAgain, ContactForm }: PublicEventDetailsProps) {
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  const { shifts, status, highlights } = usePublicShifts(event)
  const days = [...new Set(shifts.map(({ start_dt }) => format.isoDate(start_dt)))].toSorted()
  const day = useChosenDay(days)
  const asked = useSearch().get('shift')
  const preselected = shifts.find(({ id }) => id === asked)
  const preselectedRole = event.roles.find(({ id }) => id === preselected?.role_id)
  const shown = shifts.filter(({ start_dt }) => day === undefined || format.isoDate(start_dt) === day)

  useSpokenSpots(shifts, useSpotsSentence(event))
  useNewRoles(event, shifts, readAgain)
  useGoToRole()

  if (status === 'gone') return <EventRemoved event={event} />
  return (
    <>
      <p className="text-meta font-semibold text-primary">
        {format.dayRange(event.event_date_start, event.event_date_end)}
      </p>
      <PageTitle title={event.name} className="text-h1 font-bold tablet:text-title" />
      {event.location && <MapLink place={event.location} />}
      {event.description && (
        <p className="mt-2">
          <Linkified text={event.description} />
        </p>
      )}
      {event.notes && (
        <p className="mt-2">
          <Linkified text={event.notes} />
        </p>
      )}
      <TimesShownIn timeZone={event.time_zone} className="mt-2" />
      <OrganizerContact organization={event.organization.name} contact={event.contact} />
      <p className="mt-2">
        {t('signed_up_before')} <PageLink href={paths.links}>{t('get_links')}</PageLink>
      </p>
      <ShareEvent event={event} />
      {preselected && preselectedRole && (
        <Suspense fallback={null}>
          <ContactForm event={event} role={preselectedRole} shift={preselected} />
        </Suspense>
      )}
      {days.length > 1 && <PublicDays event_id={event.id} days={days} day={day} />}
      {shifts.length === 0 && <p className="mt-8 text-lead">{t('no_shifts')}</p>}
      {event.roles.map((role) => (
        <PublicRole
          key={role.id}
          event={event}
          role={role}
          shifts={shown.filter(({ role_id }) => role_id === role.id)}
          highlights={highlights}
        />
      ))}
      <ConnectionStrip status={status} />
    </>
  )
}

function useSpotsSentence(event: PublicEvent): (changed: readonly SeenShift[]) => string | undefined {
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  return useCallback(
    (changed) => {
      if (changed.length === 0) return undefined
      if (changed.length > SPOKEN_SHIFTS) return t('spots_changed', { count: changed.length })
      return changed
        .map(({ role_id, start_dt, end_dt, spots_left }) => {
          const role = event.roles.find(({ id }) => id === role_id)
          const shift = `${role?.name ?? ''} ${format.day(start_dt)} ${format.timeRange(start_dt, end_dt)}`
          return t('spots_of', {
            shift,
            spots: spots_left > 0 ? t('spots_left', { count: spots_left }) : t('full'),
          })
        })
        .join('. ')
    },
    [event, format, t],
  )
}

/** A live shift of an unknown role: the role's name comes with the event. */
function useNewRoles(event: PublicEvent, shifts: readonly SeenShift[], readAgain: () => void): void {
  const hasNewRole = shifts.some(({ role_id }) => !event.roles.some(({ id }) => id === role_id))
  useEffect(() => {
    if (hasNewRole) readAgain()
  }, [hasNewRole, readAgain])
}

/** The server cuts off a long event: the role in the fragment may not have been in its HTML. */
function useGoToRole(): void {
  useEffect(() => {
    if (scrollY === 0) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
}
