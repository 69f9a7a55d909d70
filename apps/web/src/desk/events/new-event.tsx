import type { Event } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
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
  useReportUnsaved(isUnsaved, onUnsaved)
  useEffect(() => setFocus('name'), [setFocus])

  return (
    <section className={cardClass({ className: 'mb-6' })}>
      <div className="max-w-160">
        <EventForm
          title={t('form.add')}
          form={form}
          submit={t('form.save')}
          busy={creation.isPending}
          error={problem}
          onSubmit={(draft) => creation.mutate(draft)}
          onCancel={onCancel}
        />
      </div>
    </section>
  )
}
