import type { Event } from '@muster/contract/events'
import { buildSlots, countSlots } from '@muster/contract/rules/shift-slots'
import { LIMITS } from '@muster/contract/rules/text'
import { useId, useMemo, useState } from 'react'
import { ReadOnly } from '../../../ui/controls/read-only.ts'
import { useReportUnsaved } from '../../../ui/hooks/use-report-unsaved.ts'
import type { ShiftDraft } from '../form/shift-draft.ts'
import { firstPattern, type PatternDraft, patternOf } from './pattern-draft.ts'
import { PatternFields } from './pattern-fields.tsx'
import { SlotPreview } from './slot-preview.tsx'
import { useText } from './texts.ts'
import { useAddSlots } from './use-add-slots.ts'
import { useChosenSlots } from './use-chosen-slots.ts'

/** Adds roles × days × times at once, with what becomes of it beside the fields (D46). `like` is a shift to begin from. */
export default function ManyShifts({
  event,
  like,
  onUnsaved,
  onClose,
  onLeave,
}: {
  event: Event
  like: ShiftDraft
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  onLeave: () => void
}) {
  const t = useText()
  const id = useId()
  const [draft, setDraft] = useState(() => firstPattern(event, like))
  const [isTouched, setIsTouched] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const change = (changed: Partial<PatternDraft>) => {
    setDraft((before) => ({ ...before, ...changed }))
    setIsTouched(true)
  }
  const pattern = useMemo(() => patternOf(draft, event), [draft, event])
  const count = pattern ? countSlots(pattern) : 0
  const isTooMany = count > LIMITS.batch_items
  const slots = useMemo(
    () => (pattern && !isTooMany ? buildSlots(pattern, event.time_zone) : []),
    [pattern, isTooMany, event.time_zone],
  )
  const { shifts, listed, chosen, toggle, isChanged } = useChosenSlots(event, slots, { typed: false })
  const { add, isAdding, problem, setProblem } = useAddSlots(event, onClose)
  useReportUnsaved((isTouched || isChanged) && !isAdding, onUnsaved)

  const submit = () => {
    setIsTried(true)
    if (isAdding || isTooMany || !pattern) return
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
          {t('form')}
        </h4>
        <ReadOnly value={isAdding}>
          <PatternFields event={event} draft={draft} pattern={pattern} isTried={isTried} onChange={change} />
        </ReadOnly>
      </div>
      <SlotPreview
        event={event}
        shifts={shifts}
        listed={listed}
        length={pattern?.length}
        problem={isTooMany ? t('too_many', { count, most: LIMITS.batch_items }) : problem}
        isAdding={isAdding}
        onToggle={toggle}
        onLeave={onLeave}
      />
    </form>
  )
}
