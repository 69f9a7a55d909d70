import type { Event } from '@muster/contract/events'
import { Suspense } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Notices } from '../../ui/consequences/notices.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import type { EventDraft } from './event-draft.ts'
import { ShiftsOutside } from './shifts-outside.tsx'
import { daysOfDraft, ShiftsQuestion } from './shifts-question.tsx'
import { hasNewTexts, isMoved } from './use-event-draft.ts'

const MovePreview = lazyPart(() => import('./preview/move-preview.tsx'))

/** `event`: as it was when the form was filled. */
type QuestionProps = {
  form: UseFormReturn<EventDraft>
  event: Event
  /** Whether it has shifts now. */
  hasShifts: boolean
}

/** D21: what becomes of the shifts with other dates or another zone. */
export function DateQuestions({ form, event, hasShifts }: QuestionProps) {
  const { dirtyFields } = form.formState
  const [starts, ends, time_zone] = useWatch({ control: form.control, name: ['starts', 'ends', 'time_zone'] })
  const { days, moved } = useMove({ form, event })
  if (!hasShifts) return null
  return (
    <>
      {days !== 0 && <ShiftsQuestion control={form.control} days={days} />}
      {(dirtyFields.starts || dirtyFields.ends) && (
        <ShiftsOutside event={event} draft={{ starts, ends, time_zone }} moved={moved} />
      )}
      {(dirtyFields.time_zone || moved !== 0) && (
        <Suspense fallback={null}>
          <MovePreview event={event} move={{ from: event.time_zone, to: time_zone, days: moved }} />
        </Suspense>
      )}
    </>
  )
}

/** D21: whether people on the shifts are told, if the changes are of interest to them. */
export function TellOfChanges({
  form,
  event,
  hasShifts,
  chosen,
  onChoose,
}: QuestionProps & { chosen: boolean | undefined; onChoose: (tells: boolean) => void }) {
  const { dirtyFields } = form.formState
  const time_zone = useWatch({ control: form.control, name: 'time_zone' })
  const { moved } = useMove({ form, event })
  const isOfInterest = isMoved(dirtyFields, moved) || hasNewTexts(dirtyFields)
  if (!isOfInterest || !hasShifts) return null
  return (
    <Notices
      target={{ event_id: event.id, days: moved, ...(dirtyFields.time_zone && { time_zone }) }}
      isMove={moved !== 0 || Boolean(dirtyFields.time_zone)}
      tells={chosen ?? isMoved(dirtyFields, moved)}
      onTells={onChoose}
    />
  )
}

function useMove({ form: { control }, event }: Pick<QuestionProps, 'form' | 'event'>) {
  const [starts, time_zone, shifts] = useWatch({ control, name: ['starts', 'time_zone', 'shifts'] })
  const days = daysOfDraft({ starts, time_zone }, event)
  return { days, moved: shifts === 'move' ? days : 0 }
}
