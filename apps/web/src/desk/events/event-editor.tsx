import type { Event } from '@muster/contract/events'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { refreshOrganization } from '../../api/organization-key.ts'
import { TellPeople } from '../../ui/controls/tell-people.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { useVersionedSave } from '../../ui/hooks/use-versioned-save.ts'
import { cardClass } from '../../ui/page/card.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { fetchEvent, storeEvent, updateEvent } from './api.ts'
import { useEditorText } from './editor-texts.ts'
import { changeOf, draftOf, type EventDraft, issueFields } from './event-draft.ts'
import { eventEditorClass } from './event-editor-class.ts'
import { EventForm } from './event-form.tsx'
import { roleFormId } from './role-form.tsx'
import { RolePanel } from './role-panel.tsx'
import { ShiftsOutside } from './shifts-outside.tsx'
import { daysOfDraft, ShiftsQuestion } from './shifts-question.tsx'
import { useText } from './texts.ts'

const MovePreview = lazyPart(() => import('./preview/move-preview.tsx'))

export default function EventEditor({
  event,
  startWithRoles,
  onUnsaved,
  onSaved,
  onCancel,
}: {
  event: Event
  startWithRoles: boolean
  onUnsaved: (isUnsaved: boolean) => void
  onSaved: (event: Event) => void
  onCancel: () => void
}) {
  const t = useEditorText()
  const [isRoleUnsaved, setIsRoleUnsaved] = useState(false)
  const [chosen, setChosen] = useState<boolean>()
  const focusNext = useFocusNext()
  const { form, base, save, problem, ...edit } = useEventDraft(event, chosen, (saved) => {
    if (!isRoleUnsaved) return onSaved(saved)
    showToast(t('form.saved_without_role', { name: saved.name }))
    focusNext(roleFormId)
  })
  const { dirtyFields } = form.formState
  const [starts, ends, time_zone, shifts] = useWatch({
    control: form.control,
    name: ['starts', 'ends', 'time_zone', 'shifts'],
  })
  const days = daysOfDraft({ starts, time_zone }, base)
  const moved = shifts === 'move' ? days : 0
  const hasShifts = event.roles.some(({ shift_count }) => shift_count > 0)
  const isUnsaved = edit.isUnsaved || isRoleUnsaved
  const { setFocus } = form

  useReportUnsaved(isUnsaved, onUnsaved)
  useEffect(() => {
    if (!startWithRoles) setFocus('name')
  }, [setFocus, startWithRoles])

  return (
    <article className={cardClass({ className: eventEditorClass() })}>
      <EventForm
        title={t('form.edit')}
        form={form}
        zoneBefore={base.time_zone}
        submit={t('form.save')}
        busy={save.isPending}
        error={problem}
        extra={
          <>
            {days !== 0 && hasShifts && <ShiftsQuestion control={form.control} days={days} />}
            {(dirtyFields.starts || dirtyFields.ends) && hasShifts && (
              <ShiftsOutside event={base} draft={{ starts, ends, time_zone }} moved={moved} />
            )}
            {(dirtyFields.time_zone || moved !== 0) && hasShifts && (
              <Suspense fallback={null}>
                <MovePreview event={base} move={{ from: base.time_zone, to: time_zone, days: moved }} />
              </Suspense>
            )}
            {(isMoved(dirtyFields, moved) || hasNewTexts(dirtyFields)) && hasShifts && (
              <TellPeople
                target={{ event_id: event.id, days: moved }}
                checked={chosen ?? isMoved(dirtyFields, moved)}
                onChange={setChosen}
              />
            )}
          </>
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

type DirtyFields = { [Field in keyof EventDraft]?: unknown }

/** D21: people on shifts are told of a new place or new times, but of new texts only if it is ticked. */
const isMoved = ({ location, time_zone }: DirtyFields, days: number) =>
  Boolean(location) || Boolean(time_zone) || days !== 0
const hasNewTexts = ({ name, description, notes }: DirtyFields) =>
  Boolean(name) || Boolean(description) || Boolean(notes)

function useEventDraft(event: Event, chosen: boolean | undefined, onClose: (event: Event) => void) {
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
      return updateEvent(newest.id, change, chosen ?? isMoved(dirtyFields, days))
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
