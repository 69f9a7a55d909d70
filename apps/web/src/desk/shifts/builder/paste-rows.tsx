import type { Event } from '@muster/contract/events'
import { readPastedShifts } from '@muster/contract/rules/pasted-shifts'
import type { Slot } from '@muster/contract/rules/shift-slots'
import { shiftInstants } from '@muster/contract/rules/shift-times'
import { LIMITS } from '@muster/contract/rules/text'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { ReadOnly } from '../../../ui/controls/read-only.ts'
import { TextArea } from '../../../ui/controls/text-field.tsx'
import { useReportUnsaved } from '../../../ui/hooks/use-report-unsaved.ts'
import { eventDays } from '../form/day-chips.tsx'
import { SlotPreview } from './slot-preview.tsx'
import { useText } from './texts.ts'
import { useAddSlots } from './use-add-slots.ts'
import { useChosenSlots } from './use-chosen-slots.ts'
import { WrongLines } from './wrong-lines.tsx'

/** Adds the rows of a sheet. A line with a wrong cell is named and left out until it is corrected. */
export default function PasteRows({
  event,
  onUnsaved,
  onClose,
  onLeave,
}: {
  event: Event
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  onLeave: () => void
}) {
  const t = useText()
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const [pasted, setPasted] = useState('')
  const text = useDeferredValue(pasted)
  const rows = useMemo(
    () => readPastedShifts(text, { roles: event.roles, days: eventDays(event) }),
    [text, event],
  )
  const slots = useMemo(
    () =>
      rows.flatMap(({ row }): Slot[] => {
        if (!row) return []
        const { role_id, required_qty, ...clock } = row
        return [{ role_id, required_qty, day: row.day, ...shiftInstants(clock, event.time_zone) }]
      }),
    [rows, event.time_zone],
  )
  const { shifts, listed, chosen, toggle } = useChosenSlots(event, slots, { typed: true })
  const { add, isAdding, problem, setProblem } = useAddSlots(event, onClose)
  useReportUnsaved(pasted.trim() !== '' && !isAdding, onUnsaved)
  const isTooMany = chosen.length > LIMITS.batch_items
  const [role] = event.roles
  const [day] = eventDays(event)

  const submit = () => {
    if (isAdding || isTooMany) return
    if (chosen.length === 0) setProblem(t('nothing'))
    else add(chosen)
  }
  return (
    <form
      noValidate
      aria-labelledby={id}
      className="builder"
      onSubmit={(event_) => {
        event_.preventDefault()
        submit()
      }}
    >
      <div>
        <h4 id={id} className="sr-only">
          {t('paste.form')}
        </h4>
        <ReadOnly value={isAdding}>
          <TextArea
            label={t('paste.label')}
            hint={t('paste.hint')}
            rows={8}
            value={pasted}
            placeholder={t('paste.example', { role: role?.name ?? '', day: format.shortDay(day) })}
            spellCheck={false}
            onChange={({ target }) => setPasted(target.value)}
          />
        </ReadOnly>
        <WrongLines event={event} rows={rows} />
      </div>
      <SlotPreview
        event={event}
        shifts={shifts}
        listed={listed}
        length={undefined}
        problem={isTooMany ? t('too_many', { count: chosen.length, most: LIMITS.batch_items }) : problem}
        isAdding={isAdding}
        onToggle={toggle}
        onLeave={onLeave}
      />
    </form>
  )
}
