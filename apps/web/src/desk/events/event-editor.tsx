import type { Event } from '@muster/contract/events'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { showUndoable } from '../../ui/consequences/undo-batch.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { cardClass } from '../../ui/page/card.ts'
import { updateEventUndoably } from './api.ts'
import { DescriptionAndNotes } from './basic-fields.tsx'
import { DateQuestions, TellOfChanges } from './date-questions.tsx'
import { useEditorText } from './editor-texts.ts'
import { eventEditorClass } from './event-editor-class.ts'
import { EventForm } from './event-form.tsx'
import { roleFormId } from './role-form.tsx'
import { RolePanel } from './role-panel.tsx'
import { useText } from './texts.ts'
import { useEventDraft } from './use-event-draft.ts'

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
  const words = useText()
  const batch = useRef<string>(null)
  const focusNext = useFocusNext()
  const { form, base, save, problem, ...edit } = useEventDraft({
    event,
    chosen,
    update: async (...change) => {
      const { event: saved, batch_id } = await updateEventUndoably(...change)
      batch.current = batch_id
      return saved
    },
    onClose: (saved) => {
      if (batch.current) showUndoable(words('saved', { name: saved.name }), batch.current)
      if (!isRoleUnsaved) return onSaved(saved)
      showToast(t('form.saved_without_role', { name: saved.name }))
      focusNext(roleFormId)
    },
  })
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
        next={
          <Link
            to={paths.event(event.id, '/settings')}
            className={buttonClass({ kind: 'quiet', className: 'ml-auto' })}
          >
            {t('form.all_settings')}
          </Link>
        }
        onSubmit={(draft) => save.mutate(draft)}
        onCancel={onCancel}
      >
        <DateQuestions form={form} event={base} hasShifts={hasShifts} />
        <DescriptionAndNotes form={form} />
        <TellOfChanges {...{ form, hasShifts, chosen }} event={base} onChoose={setChosen} />
      </EventForm>
      <RolePanel
        event={event}
        startHere={startWithRoles}
        isUnsaved={isRoleUnsaved}
        onUnsaved={setIsRoleUnsaved}
      />
    </article>
  )
}
