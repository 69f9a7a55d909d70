import type { Event } from '@muster/contract/events'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { refreshOrganization } from '../../api/organization-key.ts'
import { useVersionedSave } from '../../ui/hooks/use-versioned-save.ts'
import { fetchEvent, storeEvent, type updateEvent } from './api.ts'
import { useEditorText } from './editor-texts.ts'
import { changeOf, draftOf, type EventDraft, issueFields } from './event-draft.ts'
import { daysOfDraft } from './shifts-question.tsx'
import { useText } from './texts.ts'

type DirtyFields = { [Field in keyof EventDraft]?: unknown }

/** D21: people on shifts are told of a new place or new times, but of new texts only if it is ticked. */
export const isMoved = ({ location, time_zone }: DirtyFields, days: number) =>
  Boolean(location) || Boolean(time_zone) || days !== 0
export const hasNewTexts = ({ name, description, notes }: DirtyFields) =>
  Boolean(name) || Boolean(description) || Boolean(notes)

/** `chosen`: whether people are told, if the administrator has said so. */
export function useEventDraft({
  event,
  chosen,
  update,
  onClose,
}: {
  event: Event
  chosen: boolean | undefined
  update: typeof updateEvent
  onClose: (event: Event) => void
}) {
  const t = useEditorText()
  const words = useText()
  const client = useQueryClient()
  const form = useForm<EventDraft>({ mode: 'onTouched', defaultValues: draftOf(event) })
  const { dirtyFields } = form.formState

  const { base, save, problem, isUnsaved } = useVersionedSave({
    opened: event,
    form,
    // The answer about the shifts is no part of the event.
    draftOf: (newest) => ({ ...draftOf(newest), shifts: form.getValues('shifts') }),
    send: (draft, newest) => {
      const days = draft.shifts === 'move' ? daysOfDraft(draft, newest) : 0
      const change = { ...changeOf(draft, dirtyFields), version: newest.version }
      return update(newest.id, change, chosen ?? isMoved(dirtyFields, days))
    },
    fetchNewest: () => fetchEvent(client, event.id),
    issueFields,
    onSaved: (saved) => {
      storeEvent(client, saved)
      void refreshOrganization(client)
      form.reset(draftOf(saved))
    },
    onClose,
    texts: {
      changed_elsewhere: t('form.changed_elsewhere'),
      gone: t('form.gone'),
      failed: words('errors.update'),
    },
  })
  return { form, base, save, problem, isUnsaved }
}
