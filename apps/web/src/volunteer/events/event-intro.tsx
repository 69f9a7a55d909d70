import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { Suspense } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { CoverageBar } from '../../ui/feedback/coverage-bar.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { MapLink } from '../../ui/page/map-link.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { TimesShownIn } from '../../ui/page/times-shown-in.tsx'
import { ShareEvent } from './share-event.tsx'
import { isOpenShift } from './shift-terms.ts'
import { ShortenedText } from './shortened-text.tsx'
import { SignupTimes } from './signup-times.tsx'
import { usePublicText } from './texts.ts'
import { useSignupState } from './use-signup-state.ts'

const TellMe = lazyPart(() => import('./opening/tell-me.tsx'))

type EventIntroProps = { event: PublicEvent; shifts: readonly SeenShift[]; isPreview: boolean }

export function EventIntro({ event, shifts, isPreview }: EventIntroProps) {
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  const state = useSignupState(event)
  const now = useNow()
  const isWanted =
    state !== 'closed' && shifts.some((shift) => shift.spots_left > 0 && isOpenShift(event, shift, now))
  const text = [event.description, event.notes].filter(Boolean).join('\n\n')
  return (
    <>
      <div className="flex flex-wrap gap-x-4 text-compact font-semibold text-primary">
        <p>{format.dayRange(event.event_date_start, event.event_date_end)}</p>
        {isWanted && <p>{t('wanted')}</p>}
      </div>
      <PageTitle title={event.name} className="mt-0.5 text-h1 font-bold" />
      {event.location && <MapLink pin place={event.location} />}
      <TimesShownIn timeZone={event.time_zone} />
      <SignupTimes event={event} />
      {state === 'not_open' && !isPreview && (
        <Suspense fallback={<p className="min-h-36" />}>
          <TellMe event={event} />
        </Suspense>
      )}
      {state !== 'closed' && <PlacesLeft event={event} shifts={shifts} />}
      <ShortenedText id="notes" text={text} className="mt-4">
        {!isPreview && <ShareEvent event={event} />}
      </ShortenedText>
    </>
  )
}

function PlacesLeft({ event, shifts }: { event: PublicEvent; shifts: readonly SeenShift[] }) {
  const t = usePublicText()
  const now = useNow()
  const ahead = shifts.filter((shift) => isOpenShift(event, shift, now))
  // The row of a single shift says the same.
  if (ahead.length < 2) return null
  let [needed, left, taken] = [0, 0, 0]
  for (const { required_qty, spots_left, assigned_count } of ahead) {
    needed += required_qty
    left += spots_left
    // D44: a place held for the waiting list is not taken. D12: a shift with too many people counts as full.
    taken += Math.min(assigned_count, required_qty)
  }
  return (
    <div className="mt-2">
      <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
        <b className="text-h3 font-bold">{left > 0 ? t('spots_left', { count: left }) : t('full')}</b>
        <span className="text-meta text-ink-2">
          {t(left === 0 && taken < needed ? 'kept' : 'taken', { taken, needed })}
        </span>
      </p>
      <CoverageBar size="tall" needed={needed} confirmed={taken} />
    </div>
  )
}
