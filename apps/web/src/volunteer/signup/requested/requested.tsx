import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import type { SignedUpForSeveral } from '@muster/contract/signup'
import type { ReactNode } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import { SignupResult } from '../signup-result.tsx'
import { useRequestedText } from './texts.ts'

type RequestedProps = {
  event: PublicEvent
  shifts: readonly SeenShift[]
  requested: SignedUpForSeveral['requested']
  email: string
  /** Whether other shifts were taken at once. */
  isPartly: boolean
  /** What follows the shifts. */
  children?: ReactNode
}

/** D52: what an organizer answers first. It says the same whoever asks. */
export default function Requested({ event, shifts, requested, email, isPartly, children }: RequestedProps) {
  const t = useRequestedText()
  const format = useDateFormat(event.time_zone)
  const asked = shifts
    .filter(({ id }) => requested.some(({ shift_id }) => shift_id === id))
    .toSorted((a, b) => Date.parse(a.start_dt) - Date.parse(b.start_dt))
  const organization = event.organization.name
  const count = asked.length
  const content = (
    <>
      <p className="text-ink-2">{t('text', { organization, count })}</p>
      <p className="mt-2 text-ink-2">{t('mail', { email })}</p>
      <ul className={cardClass({ padding: 'none', className: 'mt-4' })}>
        {asked.map(({ id, role_id, start_dt, end_dt }) => (
          <li key={id} className="line-above-5 p-5 wrap-anywhere first:before:hidden">
            <p className="text-meta font-semibold text-primary">
              {event.roles.find((role) => role.id === role_id)?.name}
            </p>
            <p className="mt-0.5 text-h3 font-bold tracking-heading">
              <time dateTime={start_dt}>
                {format.longDay(start_dt)}, {format.timeRange(start_dt, end_dt)}
              </time>
            </p>
            <p className="mt-2">
              <Badge tone="wait">{t('not_yours_yet')}</Badge>
            </p>
          </li>
        ))}
      </ul>
      {children}
    </>
  )
  return isPartly ? (
    <section className="mt-6">
      <h2 className="mb-1 text-lead">{t('partly', { count })}</h2>
      {content}
    </section>
  ) : (
    <SignupResult event={event} title={t('title')} sign={<WaitSign />}>
      <div className="mt-2">{content}</div>
    </SignupResult>
  )
}

const WaitSign = () => (
  <span className="mb-4 grid size-16 place-items-center rounded-full bg-wait-soft text-wait">
    <Icon name="clock" size="large" />
  </span>
)
