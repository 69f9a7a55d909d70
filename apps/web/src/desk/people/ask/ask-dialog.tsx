import type { Event } from '@muster/contract/events'
import type { Person } from '@muster/contract/people'
import { MOST_CANDIDATES } from '@muster/contract/rules/ask'
import { holdsPlace } from '@muster/contract/rules/assignment-status'
import { spotsLeft } from '@muster/contract/rules/capacity'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Shift } from '@muster/contract/shifts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { refreshOrganization } from '../../../api/organization-key.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { fullName } from '../../../format/names.ts'
import { useNow } from '../../../live/use-now.ts'
import { showUndoable } from '../../../ui/consequences/undo-batch.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { CancelButton } from '../../../ui/overlays/cancel-button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { listChoices } from '../../events/order.ts'
import { askPeople, scheduleQuery } from '../../shifts/api.ts'
import { type Hindrance, listHindrances } from './list-hindrances.ts'
import { useText } from './texts.ts'

/** Asks people for one shift (D61). Who cannot be asked is named before, and left out. */
export default function AskDialog({
  people,
  event: first,
  events,
  onAsked,
  onClose,
}: {
  people: readonly Person[]
  event: Event
  events: readonly Event[]
  onAsked: () => void
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const now = useNow()
  const [event_id, setEventId] = useState(first.id)
  const [shift_id, setShiftId] = useState('')
  const event = events.find(({ id }) => id === event_id) ?? first
  const format = useDateFormat(event.time_zone)
  const { data: schedule, error } = useQuery(scheduleQuery())
  const coming = (schedule ?? []).filter((each) => each.role.event.id === event.id && !isOver(each, now))
  const shift = coming.find(({ id }) => id === shift_id)

  const hindrances =
    shift && schedule
      ? listHindrances(
          shift,
          schedule,
          people.map(({ id }) => id),
        )
      : new Map<string, Hindrance>()
  const askable = people.filter(({ id, email, phone }) => !hindrances.has(id) && Boolean(email ?? phone))
  const left_out = shift ? people.filter((person) => !askable.includes(person)) : []
  const places = shift ? freePlaces(shift) : 0
  const isFirst = places > 0 && askable.length > places
  const isTooMany = askable.length > MOST_CANDIDATES

  const asking = useMutation({
    mutationFn: (asked: Shift) =>
      askPeople(asked.id, {
        person_ids: askable.map(({ id }) => id),
        mode: isFirst ? 'first' : 'each',
        method: 'BOTH',
      }),
    onSuccess: ({ batch_id }) => {
      showUndoable(t('asked', { count: askable.length }), batch_id)
      onClose()
      onAsked()
    },
    onSettled: () => void refreshOrganization(client),
  })
  const failure = asking.error && errorText(asking.error, t('failed'))
  const problem = shift && askable.length === 0 ? t('nobody') : (failure ?? undefined)

  return (
    <Dialog
      title={t('title', { count: people.length })}
      busy={asking.isPending}
      problem={isTooMany ? t('at_most', { count: MOST_CANDIDATES }) : problem}
      onClose={onClose}
      footer={
        <>
          <CancelButton busy={asking.isPending} onClose={onClose} />
          <Button
            busy={asking.isPending && t('busy_now')}
            aria-disabled={!shift || askable.length === 0 || isTooMany}
            onClick={() => {
              if (shift && askable.length > 0 && !isTooMany) asking.mutate(shift)
            }}
          >
            {isFirst
              ? t('ask_first', { count: askable.length })
              : t('ask', { count: shift ? askable.length : people.length })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <NativeSelect
          label={t('event')}
          value={event.id}
          onChange={({ currentTarget }) => {
            setEventId(currentTarget.value)
            setShiftId('')
          }}
        >
          {listChoices(events, event.id).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
        {!schedule && !error && <SkeletonRows rows={1} />}
        {error && <p className="text-ink-2">{errorText(error, t('load_failed'))}</p>}
        {schedule && coming.length === 0 && <p className="text-ink-2">{t('no_shifts')}</p>}
        {coming.length > 0 && (
          <NativeSelect
            label={t('shift')}
            value={shift?.id ?? ''}
            onChange={({ currentTarget }) => setShiftId(currentTarget.value)}
          >
            <option value="">{t('choose')}</option>
            {coming.map((each) => (
              <option key={each.id} value={each.id}>
                {`${format.day(each.start_dt)} ${format.timeRange(each.start_dt, each.end_dt)}, ${each.role.name} · ${freePlaces(each) > 0 ? t('missing', { count: freePlaces(each) }) : t('full')}`}
              </option>
            ))}
          </NativeSelect>
        )}
        {isFirst && <p className="text-ink-2">{t('first', { count: places })}</p>}
        {left_out.length > 0 && (
          <LeftOut people={left_out} hindrances={hindrances} timeZone={event.time_zone} />
        )}
      </div>
    </Dialog>
  )
}

export const freePlaces = ({ required_qty, assignment }: Shift): number =>
  spotsLeft(required_qty, assignment.filter(({ status }) => holdsPlace(status)).length)

function LeftOut({
  people,
  hindrances,
  timeZone,
}: {
  people: readonly Person[]
  hindrances: ReadonlyMap<string, Hindrance>
  timeZone: string
}) {
  const t = useText()
  const format = useDateFormat(timeZone)
  const reasonOf = (person: Person) => {
    const hindrance = hindrances.get(person.id)
    if (!hindrance) return t('unreachable')
    if (hindrance.kind === 'already') return t('already')
    const { start_dt, end_dt, role } = hindrance.with
    return t('busy', { time: format.timeRange(start_dt, end_dt), role: role.name })
  }
  return (
    <section aria-label={t('left_out')} className="rounded-control bg-wait-soft px-4 py-3">
      <h3 className="text-meta/body font-semibold text-wait">{t('left_out')}</h3>
      <ul className="max-h-40 overflow-auto text-compact">
        {people.map((person) => (
          <li key={person.id}>
            <b className="font-semibold">{fullName(person)}</b> · {reasonOf(person)}
          </li>
        ))}
      </ul>
    </section>
  )
}
