import type { Event } from '@muster/contract/events'
import { moveShift } from '@muster/contract/rules/event-dates'
import { DAY_MS } from '@muster/contract/rules/instants'
import { reviewSlots } from '@muster/contract/rules/review-slots'
import type { Slot } from '@muster/contract/rules/shift-slots'
import { LIMITS } from '@muster/contract/rules/text'
import type { Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { newShiftOf, type SavedBatch, shiftsQuery } from '../api.ts'
import { DayChips, eventDays } from '../form/day-chips.tsx'
import { ReviewNote } from '../form/review-note.tsx'
import { TakePeople } from '../form/take-people.tsx'
import { BatchPopup } from './batch-popup.tsx'
import { useText } from './texts.ts'
import { useSaveBatch } from './use-batch.ts'

/** Copies shifts to other days, or to another role, by the clock (D46). */
export function CopyShifts({
  event,
  shifts,
  onSaved,
  onClose,
}: {
  event: Event
  shifts: readonly Shift[]
  onSaved: (saved: SavedBatch) => void
  onClose: () => void
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const first = shifts.map(({ start_dt }) => format.isoDate(start_dt)).toSorted()[0] ?? ''
  const [days, setDays] = useState<readonly string[]>(() => {
    const next = eventDays(event).find((day) => day > first)
    return next === undefined ? [] : [next]
  })
  const [role_id, setRole] = useState('')
  const [withTwins, setWithTwins] = useState(false)
  const [withPeople, setWithPeople] = useState(false)
  const { data: present = [] } = useQuery(shiftsQuery(event.id))
  const reviewed = useMemo(
    () =>
      reviewSlots(
        days.flatMap((day) => copiesOn(day, { shifts, first, role_id, timeZone: event.time_zone })),
        present,
      ),
    [days, shifts, first, role_id, event.time_zone, present],
  )
  const chosen = reviewed.flatMap(({ slot, twin }) => (twin && !withTwins ? [] : [slot]))
  const withPeopleOf = chosen.map(({ people_of, ...slot }) => ({ ...newShiftOf(event.id, slot), people_of }))
  const { save, isSaving, problem } = useSaveBatch(event.id, { onSaved })
  const count = chosen.length
  const places = chosen.reduce((sum, { required_qty }) => sum + required_qty, 0)
  const isTooMany = count > LIMITS.batch_items
  return (
    <BatchPopup
      title={t('copy.title', { count: shifts.length })}
      confirm={t('copy.confirm', { count })}
      busy={isSaving && t('saving')}
      isDisabled={count === 0 || isTooMany}
      problem={problem ?? (isTooMany ? t('copy.too_many', { most: LIMITS.batch_items }) : undefined)}
      tick={
        <p className="text-compact text-ink-2" aria-live="polite">
          {t('copy.sum', { count: places })}
        </p>
      }
      onConfirm={() => {
        const create = withPeople ? withPeopleOf : chosen.map((slot) => newShiftOf(event.id, slot))
        save({ create }, t('copy.done', { count }))
      }}
      onClose={onClose}
    >
      <DayChips
        event={event}
        legend={t('copy.days', { day: format.shortDay(first) })}
        chosen={days}
        onToggle={(day) =>
          setDays((before) =>
            before.includes(day) ? before.filter((each) => each !== day) : [...before, day].toSorted(),
          )
        }
      />
      {event.roles.length > 1 && (
        <NativeSelect
          label={t('copy.role')}
          value={role_id}
          onChange={({ currentTarget }) => setRole(currentTarget.value)}
        >
          <option value="">{t('copy.same_role')}</option>
          {event.roles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
      <ReviewNote
        event={event}
        reviewed={reviewed}
        withTwins={withTwins}
        saysOverlap={false}
        onTwins={setWithTwins}
      />
      <TakePeople shifts={shifts} create={withPeopleOf} isOn={withPeople} onChange={setWithPeople} />
    </BatchPopup>
  )
}

type Copying = { shifts: readonly Shift[]; first: string; role_id: string; timeZone: string }

/** The shifts as they become if the first of their days becomes `day`. */
function copiesOn(
  day: string,
  { shifts, first, role_id, timeZone }: Copying,
): (Slot & { people_of: string })[] {
  const days = (Date.parse(day) - Date.parse(first)) / DAY_MS
  return shifts.map((shift) => {
    const { start_dt, end_dt } = moveShift(shift, { from: timeZone, to: timeZone, days })
    const { id: people_of, required_qty } = shift
    return { role_id: role_id || shift.role_id, required_qty, start_dt, end_dt, day, people_of }
  })
}
