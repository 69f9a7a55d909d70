import type { Event } from '@muster/contract/events'
import { formatPhone } from '@muster/contract/rules/phone'
import { NO_BREAK, useDateFormat } from '../../../format/dates.ts'
import { fullName } from '../../../format/names.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { SelectBox } from '../../../ui/controls/native-select.tsx'
import type { InviteMethod } from '../api.ts'
import { useText } from '../texts.ts'
import type { Recipient } from './recipients.ts'

type RowProps = {
  event: Event
  recipient: Recipient
  methods: readonly InviteMethod[]
  method: InviteMethod | undefined
  isLandline: boolean
  isTicked: boolean
  /** Why the person was not asked, or cannot be. */
  problem: string | undefined
  busy: boolean
  onTick: (isTicked: boolean) => void
  onMethod: (method: InviteMethod) => void
}

export function RecipientRow({
  event,
  recipient: { person, asked },
  methods,
  method,
  isLandline,
  isTicked,
  problem,
  busy,
  onTick,
  onMethod,
}: RowProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const name = fullName(person)
  return (
    <li className="flex flex-wrap items-center gap-x-4 px-3.5 py-1.5">
      <Checkbox
        className="min-w-48 flex-1"
        disabled={method === undefined || busy}
        checked={isTicked && method !== undefined}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        label={
          <span className="block leading-snug wrap-anywhere">
            <b className="block text-compact" translate="no">
              {name}
            </b>
            {asked.map(({ shift, assignment }) => (
              <span key={assignment.id} className="block text-meta/snug text-ink-2">
                {shift.role.name}, {format.shortDay(format.isoDate(shift.start_dt))},{' '}
                {format.timeRange(shift.start_dt, shift.end_dt)}
              </span>
            ))}
            {isLandline && (
              <span className="block text-hint/snug text-ink-3">
                {t('send.landline', { phone: formatPhone(person.phone ?? '').replaceAll(' ', NO_BREAK) })}
              </span>
            )}
            {methods.length === 0 && !isLandline && (
              <span className="block text-hint/snug text-ink-3">{t('send.no_contact')}</span>
            )}
          </span>
        }
        error={problem}
      />
      {method && (
        <SelectBox
          narrow
          className="toolbar-select flex-none max-tablet:ml-9"
          aria-label={t('send.by', { name })}
          disabled={busy}
          value={method}
          onChange={({ currentTarget }) => {
            const next = methods.find((each) => each === currentTarget.value)
            if (next) onMethod(next)
          }}
        >
          {methods.map((each) => (
            <option key={each} value={each}>
              {t(`invite.${each}`)}
            </option>
          ))}
        </SelectBox>
      )}
    </li>
  )
}
