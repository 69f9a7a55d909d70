import type { Event } from '@muster/contract/events'
import type { PersonPage } from '@muster/contract/people'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Shift } from '@muster/contract/shifts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { useNow } from '../../live/use-now.ts'
import { showUndoable } from '../../ui/consequences/undo-batch.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { RadioCards } from '../../ui/controls/radio-cards.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { saveAssignments } from '../assignments/api.ts'
import { listChoices } from '../events/order.ts'
import { freePlaces } from '../people/ask/ask-dialog.tsx'
import { listHindrances } from '../people/ask/list-hindrances.ts'
import { askPeople, scheduleQuery } from '../shifts/api.ts'
import { useText } from './texts.ts'

type How = 'ask' | 'place'

/** Asks a person for a shift with a free place (D61), or puts them on it without a message. */
export default function AddDialog({
  person,
  event: first,
  events,
  onClose,
}: {
  person: PersonPage
  event: Event
  events: readonly Event[]
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const now = useNow()
  const [event_id, setEventId] = useState(first.id)
  const [shift_id, setShiftId] = useState('')
  const [how, setHow] = useState<How>('ask')
  const event = events.find(({ id }) => id === event_id) ?? first
  const format = useDateFormat(event.time_zone)
  const { data: schedule, error } = useQuery(scheduleQuery())
  const open = (schedule ?? []).filter(
    (each) =>
      each.role.event.id === event.id &&
      !isOver(each, now) &&
      freePlaces(each) > 0 &&
      !each.assignment.some(({ person_id }) => person_id === person.id),
  )
  const shift = open.find(({ id }) => id === shift_id)
  const hindrance = shift && listHindrances(shift, schedule ?? [], [person.id]).get(person.id)
  const busy = hindrance?.kind === 'busy' ? hindrance.with : undefined
  const name = fullName(person)

  const adding = useMutation({
    mutationFn: ({ id }: Shift): Promise<{ batch_id: string | null }> =>
      how === 'ask'
        ? askPeople(id, { person_ids: [person.id], mode: 'each', method: 'BOTH' })
        : saveAssignments(id, { add: [person.id], remove: [], ...(busy && { despite_conflict: true }) }),
    onSuccess: ({ batch_id }) => {
      const done = t(`add_dialog.done_${how}`, { name })
      if (batch_id) showUndoable(done, batch_id)
      else announce(done)
      onClose()
    },
    onSettled: () => void refreshOrganization(client),
  })
  const mayAct = shift && !(busy && how === 'ask')
  return (
    <Dialog
      title={t('add_dialog.title', { name })}
      busy={adding.isPending}
      problem={adding.error ? errorText(adding.error, t('add_dialog.failed')) : undefined}
      onClose={onClose}
      footer={
        <>
          <CancelButton busy={adding.isPending} onClose={onClose} />
          <Button
            busy={adding.isPending && t('add_dialog.busy_now')}
            aria-disabled={!mayAct}
            onClick={() => mayAct && adding.mutate(shift)}
          >
            {t(busy && how === 'place' ? 'add_dialog.despite' : `add_dialog.confirm_${how}`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <NativeSelect
          label={t('add_dialog.event')}
          value={event.id}
          onChange={({ currentTarget }) => {
            setEventId(currentTarget.value)
            setShiftId('')
          }}
        >
          {listChoices(events, event.id).map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </NativeSelect>
        {!schedule && !error && <SkeletonRows rows={1} />}
        {error && <p className="text-ink-2">{errorText(error, t('fetch_failed'))}</p>}
        {schedule && open.length === 0 && <p className="text-ink-2">{t('add_dialog.none')}</p>}
        {open.length > 0 && (
          <>
            <NativeSelect
              label={t('add_dialog.shift')}
              value={shift?.id ?? ''}
              onChange={({ currentTarget }) => {
                setShiftId(currentTarget.value)
                adding.reset()
              }}
            >
              <option value="">{t('move_dialog.choose')}</option>
              {open.map((each) => (
                <option key={each.id} value={each.id}>
                  {`${format.day(each.start_dt)} ${format.timeRange(each.start_dt, each.end_dt)}, ${each.role.name} · ${t('move_dialog.free', { count: freePlaces(each) })}`}
                </option>
              ))}
            </NativeSelect>
            <RadioCards
              legend={t('add_dialog.how')}
              choices={[
                { value: 'ask', label: t('add_dialog.ask'), help: t('add_dialog.ask_help') },
                { value: 'place', label: t('add_dialog.place'), help: t('add_dialog.place_help') },
              ]}
              value={how}
              onChange={setHow}
            />
            <output className="block text-compact text-wait empty:hidden">
              {busy &&
                t(`add_dialog.taken_${how}`, {
                  name: person.first_name,
                  time: format.timeRange(busy.start_dt, busy.end_dt),
                  role: busy.role.name,
                })}
            </output>
          </>
        )}
      </div>
    </Dialog>
  )
}
