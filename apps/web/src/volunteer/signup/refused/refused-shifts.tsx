import type { PublicEvent } from '@muster/contract/public-event'
import type { SignedUpForSeveral } from '@muster/contract/signup'
import { useDateFormat } from '../../../format/dates.ts'
import { useNow } from '../../../live/use-now.ts'
import { publicPaths } from '../../../public-paths.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import { PageLink } from '../../../ui/page/page-link.tsx'
import { textLinkClass } from '../../../ui/page/text-link.ts'
import { hasWaitingList, isMoved } from '../signup-state.ts'
import { useText } from '../texts.ts'
import { useRefusedText } from './texts.ts'

const OF_PERSON = ['already_signed_up', 'schedule_conflict', 'too_young', 'too_many_shifts'] as const
const REASONS = ['shift_full', 'shift_over', 'shift_moved', ...OF_PERSON] as const

type RefusedShiftsProps = {
  event: PublicEvent
  refused: SignedUpForSeveral['refused']
  /** First names of everybody of the form (D54). */
  names?: readonly string[]
  /** Whether other shifts were taken, so that one that has moved has a form of its own. */
  isPartly?: boolean
  /** Whether the form was for one shift, at whose address it stands. */
  isOne?: boolean
}

/** D42: lists the refused shifts with their reasons. */
export default function RefusedShifts({
  event,
  refused,
  names = [],
  isPartly = false,
  isOne = false,
}: RefusedShiftsProps) {
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
          {refused.map(({ shift_id, code, person, start_dt, end_dt }) => {
            // The contact, who comes first, is spoken to.
            const other = person ? names[person] : undefined
            const ofPerson = OF_PERSON.find((reason) => reason === code)
            const known = shifts.find(({ id }) => id === shift_id)
            // D13: with the times that a moved shift has now.
            const shift = known && {
              ...known,
              start_dt: start_dt ?? known.start_dt,
              end_dt: end_dt ?? known.end_dt,
            }
            return (
              <li key={shift_id} className="wrap-anywhere">
                {shift && (
                  <b className="block">
                    {shift.role.name}, {format.day(shift.start_dt)}{' '}
                    {format.timeRange(shift.start_dt, shift.end_dt)}
                  </b>
                )}
                {other !== undefined && ofPerson
                  ? t(`of_other.${ofPerson}`, { name: other })
                  : t(`reasons.${REASONS.find((reason) => reason === code) ?? 'other'}`)}{' '}
                {shift && !isOne && code === 'shift_full' && hasWaitingList(event, shift, now) && (
                  <PageLink
                    className={`${textLinkClass} font-semibold`}
                    href={publicPaths.signup(event.id, shift.id)}
                  >
                    {formText('waiting_list.join')}
                  </PageLink>
                )}
                {isPartly && isMoved({ code }) && (
                  <PageLink
                    className={`${textLinkClass} font-semibold`}
                    href={publicPaths.signup(event.id, shift_id)}
                  >
                    {formText('sign_up')}
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

/** Shown to people who have a shift already. Only an e-mail contains the link itself (D13, D40). */
export function OwnLink({ codes }: { codes: readonly string[] }) {
  const t = useRefusedText()
  const isOnShift = codes.includes('already_signed_up')
  if (!isOnShift && !codes.includes('schedule_conflict')) return null
  return (
    <p className="mt-2">
      {t(isOnShift ? 'own.sent' : 'own.page')}{' '}
      <PageLink className={`${textLinkClass} font-semibold`} href={publicPaths.links}>
        {t('own.get_links')}
      </PageLink>
    </p>
  )
}
