import type { Event } from '@muster/contract/events'
import type { Clash } from '@muster/contract/shifts'
import { useDateFormat } from '../../../format/dates.ts'
import { fullName } from '../../../format/names.ts'
import { Line } from '../../../ui/consequences/consequences.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { useText } from './texts.ts'
import type { BatchFoot } from './use-batch.ts'

/** More are counted. */
const MOST_NAMED = 4

/** Who would have two shifts at once (D14), each with a way out. */
export function ClashLines({
  event,
  foot: { preview },
  onLeaveOut,
}: {
  event: Event
  foot: BatchFoot
  /** Takes the shift out of the batch; without it there is only this shift. */
  onLeaveOut?: ((shift_id: string) => void) | undefined
}) {
  const t = useText()
  const { clashes = [], clash_count = 0 } = preview ?? {}
  const shown = clashes.slice(0, MOST_NAMED)
  if (clash_count === 0) return null
  return (
    <>
      {shown.map((clash, at) => (
        <Line key={`${clash.shift_id} ${clash.person_id} ${clash.other?.shift_id ?? ''}`} kind="clash">
          {at === 0 && <b className="text-miss">{t('clash.count', { count: clash_count })} </b>}
          <ClashWords event={event} clash={clash} />
          {onLeaveOut && (
            <>
              {' '}
              <button
                type="button"
                className="link-button"
                aria-label={t('clash.leave_named', { name: fullName(clash) })}
                onClick={() => onLeaveOut(clash.shift_id)}
              >
                {t('clash.leave')}
              </button>
            </>
          )}
        </Line>
      ))}
      {clash_count > shown.length && (
        <li className="pl-6 text-ink-2">{t('clash.more', { count: clash_count - shown.length })}</li>
      )}
    </>
  )
}

/** "Siv is on Barnens hörna from 13:00 on Sat 28." */
function ClashWords({ event, clash: { other, ...person } }: { event: Event; clash: Clash }) {
  const t = useText()
  const format = useDateFormat(other?.time_zone ?? event.time_zone)
  const name = fullName(person)
  if (!other) return t('clash.elsewhere', { name })
  const start = { time: format.time(other.start_dt), day: format.shortDay(format.isoDate(other.start_dt)) }
  return t('clash.text', { name, role: other.role_name, ...start })
}

/** D14: an organiser may go on in spite of a clash, after a question that names it. */
export function DespiteTick({ foot: { preview, isDespite, setDespite } }: { foot: BatchFoot }) {
  const t = useText()
  const count = preview?.clash_count ?? 0
  if (count === 0) return null
  return (
    <Checkbox
      label={t('clash.despite', { count })}
      checked={isDespite}
      onChange={({ currentTarget }) => setDespite(currentTarget.checked)}
    />
  )
}
