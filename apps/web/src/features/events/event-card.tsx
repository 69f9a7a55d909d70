import type { Event } from '@muster/contract/events'
import { useId } from 'react'
import { Link } from 'react-router'
import { useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass, IconButton } from '../../ui/controls/button.tsx'
import { Menu } from '../../ui/controls/menu.tsx'
import { CoverageBar } from '../../ui/feedback/coverage-bar.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { CopySignupLink } from './copy-signup-link.tsx'
import { useText } from './texts.ts'

type EventCardProps = {
  event: Event
  isPast: boolean
  onEdit: () => void
  onAddRole: () => void
  onDelete: () => void
}

export function EventCard({ event, isPast, onEdit, onAddRole, onDelete }: EventCardProps) {
  const t = useText()
  const id = useId()
  return (
    <article className="card event-card" aria-labelledby={id}>
      <div className="flex flex-1 flex-col gap-3 tablet:flex-row tablet:gap-5">
        <DateBlock event={event} />
        <div className="min-w-0 flex-1 tablet:pt-2">
          <h2 id={id} className="font-bold">
            {event.name}
          </h2>
          {event.location && <p className="mt-0.5 text-ink-2">{event.location}</p>}
          <EventCoverage event={event} isPast={isPast} />
          <RoleChips event={event} onAddRole={onAddRole} />
        </div>
      </div>
      <footer className="-mx-2 mt-5 tablet:-mx-3 flex flex-wrap items-center border-t border-line pt-1.5">
        <Link to={paths.broadcast(event.id)} className={buttonClass('quiet')} aria-describedby={id}>
          {t('broadcast')}
        </Link>
        <CopySignupLink event={event} describedBy={id} />
        <Button kind="quiet" id={editEventId(event)} aria-describedby={id} onClick={onEdit}>
          {t('edit')}
        </Button>
        <span className="flex-1" />
        <Menu
          trigger={
            <IconButton id={moreAboutId(event)} label={t('more_named', { name: event.name })}>
              <Icon name="more" />
            </IconButton>
          }
          entries={[{ label: t('delete'), danger: true, onSelect: onDelete }]}
        />
      </footer>
    </article>
  )
}

/** Where the focus goes back to when the card's editor or dialog closes. */
export function editEventId({ id }: { id: string }): string {
  return `edit-event-${id}`
}

export function moreAboutId({ id }: { id: string }): string {
  return `more-about-${id}`
}

function DateBlock({ event }: { event: Event }) {
  const format = useDateFormat(event.time_zone)
  const { days, month, weekdays, year } = format.dateBlock(event.event_date_start, event.event_date_end)
  return (
    <p className="date">
      <b>{days}</b>
      <span className="mt-0.5 font-semibold text-primary">{month}</span>
      <small className="text-hint text-ink-3">
        {weekdays} {year}
      </small>
    </p>
  )
}

function EventCoverage({ event, isPast }: { event: Event; isPast: boolean }) {
  const t = useText()
  const { needed, confirmed, pending, missing } = event.coverage
  if (needed === 0) return event.roles.length > 0 && <p className="mt-3 text-ink-2">{t('no_shifts')}</p>
  return (
    <div className="mt-4">
      <CoverageBar needed={needed} confirmed={confirmed} pending={pending} missing={missing} segments={20} />
      <p className="mt-1.5 text-ink-2">
        <b className="num text-ink">
          {confirmed}/{needed}
        </b>{' '}
        {t('confirmed')}
        {missing > 0 && !isPast && (
          <>
            {' · '}
            <b className="text-miss">{t('missing', { count: missing })}</b>
          </>
        )}
      </p>
    </div>
  )
}

function RoleChips({ event, onAddRole }: { event: Event; onAddRole: () => void }) {
  const t = useText()
  if (event.roles.length === 0) {
    return (
      <p className="mt-3 text-ink-2">
        {t('no_roles')}{' '}
        <button
          type="button"
          className="min-h-11 text-primary underline underline-offset-4"
          onClick={onAddRole}
        >
          {t('add_first_role')}
        </button>
      </p>
    )
  }
  return (
    <ul className="mt-3 flex flex-wrap gap-1.5" aria-label={t('roles.title')}>
      {event.roles.map((role) => (
        <li className="chip" key={role.id}>
          <span className="wrap-anywhere">{role.name}</span>
          <b className="num" aria-hidden="true">
            {role.shift_count}
          </b>
          <span className="sr-only">, {t('shifts_of_role', { count: role.shift_count })}</span>
        </li>
      ))}
    </ul>
  )
}
