import type { PublicEvent } from '@muster/contract/events'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { isOver } from '@muster/contract/rules/shift-phase'
import { useDateFormat } from '../../../format/dates.ts'
import type { Highlights } from '../../../live/use-highlights.ts'
import { useNow } from '../../../live/use-now.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { CoverageBar } from '../../../ui/feedback/coverage-bar.tsx'
import { PageLink } from '../../../ui/page/page-link.tsx'
import { PublicNames } from './names.tsx'
import { PublicSpots } from './spots.tsx'
import { usePublicText } from './texts.ts'

type ShiftCardProps = {
  event: PublicEvent
  role: { name: string }
  shift: SeenShift
  highlights: Highlights
}

export function PublicShiftCard({ event, role, shift, highlights }: ShiftCardProps) {
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  const over = isOver(shift, useNow())
  const full = shift.spots_left === 0
  const when = `${format.day(shift.start_dt)} ${format.timeRange(shift.start_dt, shift.end_dt)}`
  const names = <PublicNames shift={shift} lit={highlights.people} />
  return (
    <article className={`card shift-card ${full || over ? 'shift-card-closed' : ''}`}>
      <header className="shift-card-head">
        <h3>
          <span>{format.day(shift.start_dt)}</span>{' '}
          <time dateTime={shift.start_dt}>{format.timeRange(shift.start_dt, shift.end_dt)}</time>
        </h3>
        {!over && <PublicSpots count={shift.spots_left} isLit={highlights.spots.has(shift.id)} />}
      </header>
      <CoverageBar slim needed={shift.required_qty} confirmed={shift.assigned_count} />
      {over ? (
        names
      ) : (
        <div className="who">
          {names}
          {(shift.signing_up ?? 0) > 0 && (
            <p className="live-dot">{t('signing_up', { count: shift.signing_up ?? 0 })}</p>
          )}
        </div>
      )}
      {over ? (
        <p className="text-meta text-ink-2">{t('over')}</p>
      ) : full ? (
        <Button disabled className="min-h-12 w-full">
          {t('full')}
        </Button>
      ) : (
        <PageLink
          href={paths.signup(event.id, shift.id)}
          className={`${buttonClass()} min-h-12`}
          aria-label={`${t('sign_up')}: ${role.name}, ${when}`}
        >
          {t('sign_up')}
        </PageLink>
      )}
    </article>
  )
}
