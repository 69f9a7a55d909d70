import type { Event } from '@muster/contract/events'
import { useId } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { dateBlock } from '../../format/date-block.ts'
import { useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass, IconButton } from '../../ui/controls/button.tsx'
import { LaterMenu } from '../../ui/controls/later-menu.tsx'
import type { MenuEntry } from '../../ui/controls/menu.tsx'
import { OpenPlaces } from '../../ui/feedback/open-places.tsx'
import { StateBar } from '../../ui/feedback/state-bar.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { CopySignupLink } from './copy-signup-link.tsx'
import { editEventId, moreAboutId } from './event-ids.ts'
import { StateBadge } from './state-badge.tsx'
import { useText } from './texts.ts'

type EventCardProps = {
  event: Event
  entries: readonly MenuEntry[]
  onEdit: () => void
  onAddRole: () => void
  onPublish: () => void
  onPreview: () => void
}

export function EventCard({ event, entries, onEdit, onAddRole, onPublish, onPreview }: EventCardProps) {
  const t = useText()
  const mayPlan = useMay('plan')
  const maySend = useMay('send')
  const id = useId()
  return (
    <article
      className={cardClass({
        className: 'relative flex break-inside-avoid flex-col pb-2! hover:border-line-strong',
      })}
      aria-labelledby={id}
    >
      <div className="flex flex-1 flex-col gap-3 tablet:flex-row tablet:gap-5">
        <DateBlock event={event} />
        <div className="min-w-0 flex-1 tablet:pt-2">
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h2 className="min-w-0 flex-1 basis-40 font-bold">
              {/* The whole card is its link; the buttons stand above it. */}
              <Link
                id={id}
                to={paths.event(event.id)}
                className="text-inherit no-underline after:absolute after:inset-0 after:rounded-card"
              >
                {event.name}
              </Link>
            </h2>
            <StateBadge event={event} />
          </div>
          {event.location && <p className="mt-0.5 text-ink-2">{event.location}</p>}
          <EventCoverage event={event} />
          <RoleChips event={event} onAddRole={onAddRole} />
        </div>
      </div>
      <footer className="relative -mx-2 mt-5 flex flex-wrap items-center border-t border-line pt-1.5 max-tablet:static max-tablet:*:px-2! max-tablet:[&>:not([aria-haspopup=menu])]:relative tablet:-mx-3">
        <Link
          to={paths.event(event.id, '/shifts')}
          className={buttonClass({ kind: 'quiet', className: 'max-tablet:hidden' })}
          aria-describedby={id}
        >
          {t('shifts')}
        </Link>
        {mayPlan && !event.published && (
          <>
            <Button kind="quiet" aria-describedby={id} onClick={onPublish}>
              {t('publish')}
            </Button>
            <Button kind="quiet" aria-describedby={id} onClick={onPreview}>
              {t('preview')}
            </Button>
          </>
        )}
        {maySend && event.published && (
          <Link
            to={paths.event(event.id, '/broadcast')}
            className={buttonClass({ kind: 'quiet' })}
            aria-describedby={id}
          >
            {t('broadcast')}
          </Link>
        )}
        {event.published && <CopySignupLink event={event} describedBy={id} />}
        {mayPlan && (
          <>
            <Button kind="quiet" id={editEventId(event)} aria-describedby={id} onClick={onEdit}>
              {t('edit')}
            </Button>
            <span className="flex-1" />
            <LaterMenu
              trigger={
                <IconButton
                  id={moreAboutId(event)}
                  label={t('more_named', { name: event.name })}
                  className="max-tablet:absolute max-tablet:top-3 max-tablet:right-2"
                >
                  <Icon name="more" />
                </IconButton>
              }
              entries={entries}
            />
          </>
        )}
      </footer>
    </article>
  )
}

function DateBlock({ event }: { event: Event }) {
  const format = useDateFormat(event.time_zone)
  const { days, month, weekdays, year } = dateBlock(format, event.event_date_start, event.event_date_end)
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 leading-heading max-tablet:pr-8 tablet:w-23 tablet:flex-none tablet:flex-col">
      <b className="text-h1 font-bold tracking-tight whitespace-nowrap">{days}</b>
      <span className="mt-0.5 font-semibold text-primary">{month}</span>
      <small className="text-hint text-ink-3">
        {weekdays} {year}
      </small>
    </p>
  )
}

function EventCoverage({ event }: { event: Event }) {
  const t = useText()
  const mayPlan = useMay('plan')
  const { needed, confirmed, pending, missing } = event.coverage
  const hasOpenPlaces = pending + missing > 0
  if (event.roles.length === 0) return null
  if (needed === 0) {
    return <p className="mt-3 text-ink-2">{t(mayPlan ? 'no_shifts' : 'no_shifts_to_see')}</p>
  }
  return (
    <div className="mt-4">
      <StateBar coverage={{ ...event.coverage, new_time: 0 }} />
      <p className="mt-1.5 text-ink-2">
        <b className="text-ink tabular-nums">
          {confirmed}/{needed}
        </b>{' '}
        {t('confirmed')}
        {hasOpenPlaces && ' · '}
        <OpenPlaces coverage={event.coverage} />
      </p>
    </div>
  )
}

function RoleChips({ event, onAddRole }: { event: Event; onAddRole: () => void }) {
  const t = useText()
  const mayPlan = useMay('plan')
  if (event.roles.length === 0) {
    return (
      <p className="mt-3 text-ink-2">
        {t(mayPlan ? 'no_roles' : 'no_roles_to_see')}{' '}
        {mayPlan && (
          <button
            type="button"
            className="relative min-h-11 text-primary underline underline-offset-4"
            onClick={onAddRole}
          >
            {t('add_first_role')}
          </button>
        )}
      </p>
    )
  }
  return (
    <ul className="mt-3 flex flex-wrap gap-1.5" aria-label={t('roles')}>
      {event.roles.map((role) => (
        <li
          className="inline-flex min-h-7.5 items-center gap-1.5 rounded-panel border border-line px-2.75 py-0.75 text-meta/snug text-ink-2"
          key={role.id}
        >
          <span className="wrap-anywhere">{role.name}</span>
          <b className="tabular-nums" aria-hidden="true">
            {role.shift_count}
          </b>
          <span className="sr-only">, {t('shifts_of_role', { count: role.shift_count })}</span>
        </li>
      ))}
    </ul>
  )
}
