import type { Event } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText, isChangedElsewhere } from '../../api/api-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { fetchEvent, refreshOrganization, storeEvent, updateEvent } from './api.ts'
import { changeOf, draftOf, type EventDraft, EventForm } from './event-form.tsx'
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
  const places = event.coverage.confirmed + event.coverage.pending
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
          places > 0 && (
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
      <RolePanel event={event} startHere={startWithRoles} onUnsaved={setIsRoleUnsaved} />
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
  const [isGone, setIsGone] = useState(false)
  const form = useForm<EventDraft>({ mode: 'onTouched', defaultValues: draftOf(event) })
  const { dirtyFields } = form.formState

  const save = useMutation({
    mutationFn: (draft: EventDraft) =>
      updateEvent(base.id, { ...changeOf(draft, dirtyFields), version: base.version }, notify),
    onSuccess: (saved) => {
      storeEvent(client, saved)
      void refreshOrganization(client)
      onSaved(saved)
    },
    onError: async (error) => {
      if (!isChangedElsewhere(error)) return
      const newest = await fetchEvent(client, base.id)
      setIsGone(newest === undefined)
      if (!newest) return
      setBase(newest)
      form.reset(draftOf(newest), { keepDirtyValues: true })
    },
  })

  const problem = () => {
    if (!save.error) return undefined
    if (isGone) return t('form.gone')
    return isChangedElsewhere(save.error)
      ? t('form.changed_elsewhere')
      : errorText(save.error, t('errors.update'))
  }
  return { form, zoneBefore: base.time_zone, save, problem: problem() }
}
