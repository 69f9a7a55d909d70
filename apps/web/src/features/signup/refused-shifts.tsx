import type { PublicEvent } from '@muster/contract/public-event'
import type { SignedUpForSeveral } from '@muster/contract/signup'
import { useDateFormat } from '../../format/dates.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

const REASONS = ['shift_full', 'shift_over', 'already_signed_up', 'schedule_conflict'] as const

type RefusedShiftsProps = { event: PublicEvent; refused: SignedUpForSeveral['refused'] }

/** D42: each with its reason. */
export function RefusedShifts({ event, refused }: RefusedShiftsProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const shifts = event.roles.flatMap((role) => role.shifts.map((shift) => ({ ...shift, role })))
  return (
    <section className="mt-6 flex gap-3 rounded-control bg-wait-soft px-4 py-3">
      <Icon name="alert" className="mt-0.5 text-wait" />
      <div className="min-w-0">
        <h2 className="text-base">{t('refused.title')}</h2>
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
                {t(`refused.${REASONS.find((reason) => reason === code) ?? 'other'}`)}
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
