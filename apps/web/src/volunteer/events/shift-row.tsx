import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { memo } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { publicPaths } from '../../public-paths.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { CoverageBar } from '../../ui/feedback/coverage-bar.tsx'
import { useIsScripted } from '../../ui/hooks/use-is-scripted.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { isKept, RowNames } from './names.tsx'
import { useOwnPageLink } from './remembered.ts'
import { isTakeable, type RowState } from './row-state.ts'
import { PublicSpots } from './spots.tsx'
import { usePublicText } from './texts.ts'

type ShiftRowProps = {
  event: PublicEvent
  role: { name: string; asks_first: boolean }
  shift: SeenShift
  state: RowState
  /** True where the rows are not grouped by role. */
  isRoleShown: boolean
  /** True for the event's only shift, with which nothing else can be chosen. */
  isOnly: boolean
  areSpotsLit: boolean
  lit: ReadonlySet<string>
  onToggle: (shift_id: string) => void
}

/** Memoised, because an event has hundreds of rows and a live change concerns a few. */
export const ShiftRow = memo(function ShiftRow(props: ShiftRowProps) {
  const { event, role, shift, state, isRoleShown } = props
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  const endDay = format.endDay(shift.start_dt, shift.end_dt)
  const label = `${role.name}, ${format.day(shift.start_dt)} ${format.timeRange(shift.start_dt, shift.end_dt)}`
  const running = state.isRunning && t('running', { end: format.time(shift.end_dt) })
  const isLine = state.kind === 'own' || !isTakeable(state)
  return (
    <article data-state={state.kind} data-line={isLine || undefined} className="shift-row" aria-label={label}>
      <p className="shift-time">
        <time dateTime={shift.start_dt}>{format.clockRange(shift.start_dt, shift.end_dt)}</time>
        {endDay && <small> {endDay}</small>}
        {isRoleShown && isLine && <small> {role.name}</small>}
      </p>
      {isLine ? (
        <LineParts {...props} {...{ label, running }} />
      ) : (
        <OpenParts {...props} {...{ label, running }} />
      )}
    </article>
  )
})

type PartsProps = ShiftRowProps & { label: string; running: string | false }

function LineParts({ event, role, shift, state, lit, label, running }: PartsProps) {
  const t = usePublicText()
  return (
    <>
      <RowNames shift={shift} lit={lit} isOver={state.kind === 'over'} present={false} />
      {state.kind === 'own' ? (
        <div className="flex flex-wrap items-center justify-end gap-3 text-compact [grid-area:action]">
          {/* D45: several people may use one phone. */}
          {shift.spots_left > 0 && !state.isRunning && (
            <PageLink
              href={publicPaths.signup(event.id, shift.id)}
              className="shift-hit font-semibold text-primary print:hidden"
              aria-label={`${t('another')}: ${label}`}
            >
              {t('another')}
            </PageLink>
          )}
          <OwnLink event_id={event.id} shift={shift} label={label} />
        </div>
      ) : state.kind === 'over' ? (
        <p className="text-compact text-ink-3 [grid-area:action]">{t('over')}</p>
      ) : (
        <div className="flex items-center gap-3 text-compact [grid-area:action]">
          <button type="button" disabled className="text-ink-3">
            {(shift.spots_left > 0 && running) || t('full')}
          </button>
          {event.waiting_list && !role.asks_first && state.kind === 'full' && (
            <PageLink
              href={publicPaths.signup(event.id, shift.id)}
              className="shift-hit font-semibold text-primary print:hidden"
              aria-label={`${t('waiting_list')}: ${label}`}
            >
              {t('waiting_list')}
            </PageLink>
          )}
        </div>
      )}
      {state.kind === 'full' && isKept(shift) && <p className="shift-kept">{t('kept')}</p>}
    </>
  )
}

function OwnLink({ event_id, shift, label }: { event_id: string; shift: SeenShift; label: string }) {
  const t = usePublicText()
  const ids = shift.assigned_people.map(({ person_id }) => person_id)
  return (
    <PageLink
      href={useOwnPageLink(event_id, ids) ?? publicPaths.links}
      className="shift-hit"
      aria-label={`${t('yours')}: ${label}`}
    >
      <Badge tone="ok">{t('yours')}</Badge>
    </PageLink>
  )
}

function OpenParts({
  event,
  role,
  shift,
  state,
  isRoleShown,
  isOnly,
  areSpotsLit,
  lit,
  onToggle,
  label,
  running,
}: PartsProps) {
  const t = usePublicText()
  const signing_up = shift.signing_up ?? 0
  return (
    <>
      <div className="shift-left">
        <PublicSpots count={shift.spots_left} isLit={areSpotsLit} />
      </div>
      <CoverageBar
        size="row"
        className="shift-bar"
        needed={shift.required_qty}
        confirmed={shift.assigned_count}
      />
      <div className="shift-people">
        {isRoleShown && <p className="truncate font-semibold text-ink">{role.name}</p>}
        {running && <p className="text-wait">{running}</p>}
        {state.kind === 'clash' || state.kind === 'own_clash' ? (
          <p className="flex items-center gap-1.5">
            <Icon name="ban" size="small" className="text-ink-3" />
            {t(state.kind, { when: state.when })}
          </p>
        ) : (
          <RowNames
            shift={shift}
            lit={lit}
            isOver={false}
            present={signing_up > 0 && t('signing_up', { count: signing_up })}
          />
        )}
      </div>
      {state.kind !== 'clash' && state.kind !== 'closed' && (
        <TakeShift
          href={publicPaths.signup(event.id, shift.id)}
          isOnly={isOnly}
          isChosen={state.kind === 'chosen'}
          label={label}
          onToggle={() => onToggle(shift.id)}
        />
      )}
    </>
  )
}

type TakeShiftProps = {
  href: string
  isOnly: boolean
  isChosen: boolean
  label: string
  onToggle: () => void
}

/** D42: chooses the shift. Without scripts, and for the only shift, a link to its form. */
function TakeShift({ href, isOnly, isChosen, label, onToggle }: TakeShiftProps) {
  const t = usePublicText()
  const isScripted = useIsScripted()
  const word = isOnly ? t('sign_up') : isChosen ? t('chosen') : t('take')
  const colors = isChosen ? 'bg-primary text-on-primary' : 'bg-surface text-primary inner-border-line-strong'
  const shared = { className: `shift-take shift-hit ${colors}`, 'aria-label': `${word}: ${label}` }
  if (isOnly || !isScripted) {
    return (
      <PageLink {...shared} href={href}>
        {word}
      </PageLink>
    )
  }
  return (
    <button {...shared} type="button" aria-pressed={isChosen} onClick={onToggle}>
      {isChosen && <Icon name="check" size="small" />}
      {word}
    </button>
  )
}
