import type { Event } from '@muster/contract/events'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { browserTimeZone } from '../../format/dates.ts'
import { useIsMounted } from '../../ui/hooks/use-is-mounted.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { useShowRefusal } from '../../ui/hooks/use-show-refusal.ts'
import { cardClass } from '../../ui/page/card.ts'
import { useOrganization } from '../organizations/use-organization.ts'
import { createEvent, eventsQuery, storeEvent } from './api.ts'
import { useEditorText } from './editor-texts.ts'
import { bodyOf, type EventDraft, emptyDraft, issueFields } from './event-draft.ts'
import { EventForm } from './event-form.tsx'
import { useText } from './texts.ts'

export default function NewEvent({
  onUnsaved,
  onAdded,
  onCancel,
}: {
  onUnsaved: (isUnsaved: boolean) => void
  onAdded: (event: Event) => void
  onCancel: () => void
}) {
  const t = useEditorText()
  const words = useText()
  const client = useQueryClient()
  const zone = useOrganization()?.time_zone ?? browserTimeZone()
  const form = useForm<EventDraft>({ mode: 'onTouched', defaultValues: emptyDraft(zone) })
  const [problem, setProblem] = useState<string>()
  const isMounted = useIsMounted()
  const showRefusal = useShowRefusal(form, issueFields)
  const { isDirty } = form.formState
  const { setFocus } = form
  const creation = useMutation({
    mutationFn: (draft: EventDraft) => createEvent(bodyOf(draft)),
    onMutate: () => setProblem(undefined),
    onSuccess: (event) => {
      storeEvent(client, event)
      if (isMounted()) onAdded(event)
    },
    onError: (error) => showRefusal(error, words('errors.save'), setProblem),
    // Also after an error, because the event may be saved and only the answer lost.
    onSettled: () => void client.invalidateQueries(eventsQuery()),
  })

  const isUnsaved = isDirty && !creation.isPending
  useEndOfStart(form)
  useReportUnsaved(isUnsaved, onUnsaved)
  useEffect(() => setFocus('name'), [setFocus])

  return (
    <section className={cardClass()}>
      <EventForm
        title={t('form.add')}
        isTitleHidden
        form={form}
        submit={t('form.create')}
        next={t('form.next')}
        busy={creation.isPending}
        error={problem}
        onSubmit={(draft) => creation.mutate(draft)}
        onCancel={onCancel}
      />
    </section>
  )
}

const USUAL_HOURS = 2

/** The end follows the start: it is the usual length after it, or keeps the length that was chosen. */
function useEndOfStart({ control, getValues, setValue }: UseFormReturn<EventDraft>): void {
  const starts = useWatch({ control, name: 'starts' })
  const before = useRef('')
  const follow = useEffectEvent((start: string) => {
    const ends = getValues('ends')
    const length =
      hasSensibleYear(before.current) && hasSensibleYear(ends) ? clock(ends) - clock(before.current) : 0
    if (ends === '' || length > 0) {
      const end = clock(start) + (length > 0 ? length : USUAL_HOURS * HOUR_MS)
      setValue('ends', new Date(end).toISOString().slice(0, 16), { shouldDirty: true })
    }
    before.current = start
  })
  useEffect(() => {
    if (hasSensibleYear(starts)) follow(starts)
  }, [starts])
}

/** A wall time as ms, to add to. */
const clock = (wall: string) => Date.parse(`${wall}Z`)
