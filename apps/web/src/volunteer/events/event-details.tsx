import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { useStore } from '@nanostores/react'
import { type ComponentType, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { $copyTime } from '../../live/copy-time.ts'
import type { LiveStatus } from '../../live/live-status.ts'
import { useNow } from '../../live/use-now.ts'
import { publicPaths } from '../../public-paths.ts'
import { ConnectionStrip } from '../../ui/feedback/connection-strip.tsx'
import { useSearch } from '../../ui/hooks/navigation.ts'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { ChoiceBar } from './choice-bar.tsx'
import { useChosenShifts } from './chosen-shifts.ts'
import { EventRemoved } from './event-failure.tsx'
import { EventIntro } from './event-intro.tsx'
import type { EventPreview } from './public-event.ts'
import { useOwnAssignments, useOwnPageLink } from './remembered.ts'
import { isFull, isTakeable, listRowStates } from './row-state.ts'
import { ShiftFilterBar } from './shift-filter-bar.tsx'
import { ShiftList } from './shift-list.tsx'
import { usePublicText } from './texts.ts'
import { usePublicShifts, useSpokenSpots } from './use-public-shifts.ts'
import { useShiftFilter } from './use-shift-filter.ts'
import { useSignupState } from './use-signup-state.ts'

/** More changes are announced as a count: a screen reader cannot finish a longer list. */
const SPOKEN_SHIFTS = 3

type PublicEventDetailsProps = {
  event: PublicEvent
  /** Maximum number of shifts that are rendered. */
  most: number
  /** D49: of a draft, which takes no sign-ups and has no live channel. */
  preview: EventPreview | undefined
  readAgain: () => void
  ContactForm: ComponentType<{
    event: PublicEvent
    role: { id: string; name: string; min_age: number | null; asks_first: boolean }
    shift: SeenShift
    onChanged: () => void
  }>
}

export function PublicEventDetails({
  event,
  preview,
  readAgain,
  ContactForm,
  most,
}: PublicEventDetailsProps) {
  const t = usePublicText()
  const isPreview = preview !== undefined
  const { shifts, status, highlights } = usePublicShifts(event, false, !isPreview)
  const filter = useShiftFilter(event, shifts)
  const { states, chosen, lost, toggle } = useRowStates(event, shifts, isPreview)
  const ownPage = useOwnPageLink(event.id)
  const asked = useSearch().get('shift')
  // Decided once: the last place may be the one that this form has just taken.
  const [isOffered] = useState(() => {
    const state = states.get(asked ?? '')
    return isTakeable(state) && state?.kind !== 'closed'
  })
  const preselected = shifts.find(({ id }) => id === asked)
  const preselectedRole = event.roles.find(({ id }) => id === preselected?.role_id)

  useSpokenSpots(shifts, useSpotsSentence(event))
  useReadAfterCopy(status, readAgain)
  useNewRoles(event, shifts, readAgain)
  useGoToRole()

  if (status === 'gone') return <EventRemoved event={event} />
  return (
    <div className="event-columns">
      <div className="event-side">
        <EventIntro event={event} shifts={shifts} isPreview={isPreview} />
        <ShiftFilterBar event={event} shifts={shifts} filter={filter} />
      </div>
      <div className="min-w-0">
        {isOffered && preselected && preselectedRole && (
          <Suspense fallback={null}>
            <ContactForm event={event} role={preselectedRole} shift={preselected} onChanged={readAgain} />
          </Suspense>
        )}
        <ShiftList
          event={event}
          shifts={shifts}
          states={states}
          filter={filter}
          highlights={highlights}
          most={most}
          onToggle={toggle}
        />
        <div className="mt-8 grid gap-1">
          <OrganizerContact organization={event.organization.name} contact={event.contact} />
          <p className="text-meta text-ink-2">
            {t('signed_up_before')}{' '}
            <PageLink className={textLinkClass} href={ownPage ?? publicPaths.links}>
              {t(ownPage ? 'your_page' : 'get_links')}
            </PageLink>
          </p>
        </div>
        <div className="z-10 tall:not-print:sticky tall:not-print:bottom-0">
          <ConnectionStrip status={status} />
          <ChoiceBar event={event} shifts={chosen} lost={lost} />
        </div>
      </div>
    </div>
  )
}

function useRowStates(event: PublicEvent, shifts: readonly SeenShift[], isPreview: boolean) {
  const format = useDateFormat(event.time_zone)
  const { chosen, toggle } = useChosenShifts(event.id)
  const assignments = useOwnAssignments(event.id)
  const now = useNow()
  const is_open = useSignupState(event) === 'open' && !isPreview
  return useMemo(() => {
    const own = new Set(assignments)
    const whenOf = ({ start_dt, end_dt }: SeenShift) =>
      `${format.weekday(start_dt)} ${format.clockRange(start_dt, end_dt)}`
    const states = listRowStates(shifts, { event, chosen, own, is_open, now, whenOf })
    const still = shifts.filter(({ id }) => states.get(id)?.kind === 'chosen')
    return {
      states,
      toggle,
      lost: chosen.filter((id) => isFull(states.get(id))).length,
      chosen: still.toSorted((a, b) => Date.parse(a.start_dt) - Date.parse(b.start_dt)),
    }
  }, [event, shifts, chosen, toggle, assignments, is_open, now, format])
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
          return `${shift}: ${spots_left > 0 ? t('spots_left', { count: spots_left }) : t('full')}`
        })
        .join('. ')
    },
    [event, format, t],
  )
}

/** Reads the event again for a live shift of an unknown role, because only the event has the role's name. */
function useNewRoles(event: PublicEvent, shifts: readonly SeenShift[], readAgain: () => void): void {
  const hasNewRole = shifts.some(({ role_id }) => !event.roles.some(({ id }) => id === role_id))
  useEffect(() => {
    if (hasNewRole) readAgain()
  }, [hasNewRole, readAgain])
}

/** Reads the event again after a copy was opened, because the live channel sends only the shifts. */
function useReadAfterCopy(status: LiveStatus, readAgain: () => void): void {
  const isCopy = useStore($copyTime) !== undefined
  useEffect(() => {
    if (isCopy && status === 'connected') readAgain()
  }, [isCopy, status, readAgain])
}

/** Scrolls to the role in the fragment, which the HTML of a long event may not contain. */
function useGoToRole(): void {
  useEffect(() => {
    if (scrollY === 0) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
}
