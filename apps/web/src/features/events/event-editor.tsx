import type { Event } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText, isChangedElsewhere } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { showIssues } from '../../ui/show-issues.ts'
import { fetchEvent, storeEvent, updateEvent } from './api.ts'
import { changeOf, draftOf, type EventDraft, EventForm, issueFields } from './event-form.tsx'
import { RolePanel } from './role-panel.tsx'
import { useText } from './texts.ts'

/** A card while it is edited: the event at the left, its roles at the right. */
export default function EventEditor({
  event,
  startWithRoles,
  onUnsaved,
  onSaved,
  onCancel,
}: {
  event: Event
  /** The focus begins at the new role. */
  startWithRoles: boolean
  onUnsaved: (isUnsaved: boolean) => void
  onSaved: (event: Event) => void
  onCancel: () => void
}) {
  const t = useText()
  const [isRoleUnsaved, setIsRoleUnsaved] = useState(false)
  const [tell, setTell] = useState(true)
  const { form, zoneBefore, save, problem } = useEventDraft(event, tell, onSaved)
  const { isDirty, dirtyFields } = form.formState
  const isUnsaved = isDirty || isRoleUnsaved
  const { setFocus } = form

  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [isUnsaved, onUnsaved])
  useEffect(() => {
    if (!startWithRoles) setFocus('name')
  }, [setFocus, startWithRoles])

  return (
    <article className="card event-editor">
      <EventForm
        title={t('form.edit')}
        form={form}
        zoneBefore={zoneBefore}
        submit={t('form.save')}
        busy={save.isPending}
        error={problem}
        // D21: whoever knows the old place, or the old times, hears of the new.
        extra={
          (dirtyFields.location || dirtyFields.time_zone) &&
          event.people_count > 0 && (
            <Checkbox
              label={t('tell')}
              checked={tell}
              onChange={({ currentTarget }) => setTell(currentTarget.checked)}
            />
          )
        }
        onSubmit={(draft) => save.mutate(draft)}
        onCancel={onCancel}
      />
      <RolePanel
        event={event}
        startHere={startWithRoles}
        isUnsaved={isRoleUnsaved}
        onUnsaved={setIsRoleUnsaved}
      />
    </article>
  )
}

/**
 * The form of an event and its save. It starts from the event as it was opened and names that version, so that
 * a change made elsewhere is seen (D5), not overwritten; then it takes over all but what was typed here.
 */
function useEventDraft(event: Event, notify: boolean, onSaved: (event: Event) => void) {
  const t = useText()
  const client = useQueryClient()
  const [base, setBase] = useState(event)
  const [problem, setProblem] = useState<string>()
  const form = useForm<EventDraft>({ mode: 'onTouched', defaultValues: draftOf(event) })
  const { dirtyFields } = form.formState

  const save = useMutation({
    mutationFn: (draft: EventDraft) =>
      updateEvent(base.id, { ...changeOf(draft, dirtyFields), version: base.version }, notify),
    onMutate: () => setProblem(undefined),
    onSuccess: (saved) => {
      storeEvent(client, saved)
      void refreshOrganization(client)
      onSaved(saved)
    },
    onError: async (error) => {
      if (isMovedOn(error)) return takeOver()
      if (!showIssues(error, form.setError, issueFields)) setProblem(errorText(error, t('errors.update')))
    },
  })

  const takeOver = async () => {
    const newest = await fetchEvent(client, base.id)
    setProblem(t(newest ? 'form.changed_elsewhere' : 'form.gone'))
    if (!newest) return
    setBase(newest)
    form.reset(draftOf(newest), { keepDirtyValues: true })
  }
  return { form, zoneBefore: base.time_zone, save, problem }
}

function isMovedOn(error: unknown): boolean {
  return isChangedElsewhere(error) || (error instanceof ApiError && error.code === 'event_not_found')
}
