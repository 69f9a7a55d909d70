import type { PublicEvent } from '@muster/contract/public-event'
import type { SignedUpForSeveral } from '@muster/contract/signup'
import { useDateFormat } from '../../../format/dates.ts'
import { useNow } from '../../../live/use-now.ts'
import { paths } from '../../../paths.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import { PageLink } from '../../../ui/page/page-link.tsx'
import { textLinkClass } from '../../../ui/page/text-link.ts'
import { hasLine } from '../signup-state.ts'
import { useText } from '../texts.ts'
import { OwnLink } from './own-link.tsx'
import { useRefusedText } from './texts.ts'

const REASONS = ['shift_full', 'shift_over', 'already_signed_up', 'schedule_conflict'] as const

type RefusedShiftsProps = { event: PublicEvent; refused: SignedUpForSeveral['refused'] }

/** D42: lists the refused shifts with their reasons. */
export default function RefusedShifts({ event, refused }: RefusedShiftsProps) {
  const t = useRefusedText()
  const formText = useText()
  const now = useNow()
  const format = useDateFormat(event.time_zone)
  const shifts = event.roles.flatMap((role) => role.shifts.map((shift) => ({ ...shift, role })))
  return (
    <section className="mt-6 flex gap-3 rounded-control bg-wait-soft px-4 py-3">
      <Icon name="alert" className="mt-0.5 text-wait" />
      <div className="min-w-0">
        <h2 className="text-base">{t('title')}</h2>
        <ul className="mt-1 grid gap-2">
          {refused.map(({ shift_id, code }) => {
            const shift = shifts.find(({ id }) => id === shift_id)
            return (
              <li key={shift_id} className="wrap-anywhere">
                {shift && (
                  <b className="block">
                    {shift.role.name}, {format.day(shift.start_dt)}{' '}
                    {format.timeRange(shift.start_dt, shift.end_dt)}
                  </b>
                )}
                {t(`reasons.${REASONS.find((reason) => reason === code) ?? 'other'}`)}{' '}
                {shift && code === 'shift_full' && hasLine(event, shift, now) && (
                  <PageLink
                    className={`${textLinkClass} font-semibold`}
                    href={paths.signup(event.id, shift.id)}
                  >
                    {formText('line.join')}
                  </PageLink>
                )}
              </li>
            )
          })}
        </ul>
        <OwnLink codes={refused.map(({ code }) => code)} />
      </div>
    </section>
  )
}
