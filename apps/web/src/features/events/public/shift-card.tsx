import type { PublicEvent } from '@muster/contract/events'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { isOver } from '@muster/contract/rules/shift-phase'
import { useDateFormat } from '../../../format/dates.ts'
import type { Highlights } from '../../../live/use-highlights.ts'
import { useNow } from '../../../live/use-now.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { CoverageBar } from '../../../ui/feedback/coverage-bar.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import { PageLink } from '../../../ui/page/page-link.tsx'
import { LiveNames } from './names.tsx'
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
  return (
    <article className={cardClass({ padding: 'shift', flat: full || over, className: 'grid gap-3' })}>
      <header className="flex flex-wrap items-baseline-last justify-between gap-x-4 gap-y-1">
        <h3 className="text-lead/[1.35] tracking-normal tabular-nums">
          <span className="block text-meta/[1.35] text-ink-2">{format.day(shift.start_dt)}</span>{' '}
          <time dateTime={shift.start_dt}>{format.timeRange(shift.start_dt, shift.end_dt)}</time>
        </h3>
        {!over && <PublicSpots count={shift.spots_left} isLit={highlights.spots.has(shift.id)} />}
      </header>
      <CoverageBar size="slim" needed={shift.required_qty} confirmed={shift.assigned_count} />
      <LiveNames
        shift={shift}
        lit={highlights.people}
        isOver={over}
        present={(shift.signing_up ?? 0) > 0 && t('signing_up', { count: shift.signing_up ?? 0 })}
      />
      {over ? (
        <p className="text-meta text-ink-2">{t('over')}</p>
      ) : full ? (
        <Button disabled size="tall" className="print:hidden">
          {t('full')}
        </Button>
      ) : (
        <PageLink
          href={paths.signup(event.id, shift.id)}
          className={buttonClass({ size: 'tall', className: 'print:hidden' })}
          aria-label={`${t('sign_up')}: ${role.name}, ${when}`}
        >
          {t('sign_up')}
        </PageLink>
      )}
    </article>
  )
}
