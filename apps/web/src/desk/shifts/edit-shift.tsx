import type { Event } from '@muster/contract/events'
import { occupiesTime } from '@muster/contract/rules/assignment-status'
import type { Shift } from '@muster/contract/shifts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'
import { newestOf } from '../../api/newest-of.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { TellPeople } from '../../ui/controls/tell-people.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { useVersionedSave } from '../../ui/hooks/use-versioned-save.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { fetchShift, refreshShifts, shiftsQuery, updateShift } from './api.ts'
import { draftOf, type ShiftDraft, timesOfDraft } from './form/shift-draft.ts'
import { issueFields, ShiftFields } from './form/shift-form.tsx'
import { useText } from './form/texts.ts'

/** Kept for a form that mounts again elsewhere: on paper, or on a turned tablet. */
export type ShiftEdit = { draft: ShiftDraft; tell: boolean }

/** `shift` is that at opening, because live changes must not alter what was typed. */
export default function EditShift({
  event,
  shift,
  edit,
  onType,
  onUnsaved,
  onCopy,
  onClose,
}: {
  event: Event
  shift: Shift
  edit: ShiftEdit | undefined
  onType: (edit: ShiftEdit) => void
  onUnsaved: (isUnsaved: boolean) => void
  /** Opens the form for a copy of it. */
  onCopy: () => void
  onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const client = useQueryClient()
  const [typed] = useState(edit?.draft)
  const tell = edit?.tell ?? true
  const form = useForm<ShiftDraft>({
    mode: 'onTouched',
    defaultValues: draftOf(shift, event.time_zone),
    ...(typed && { values: typed, resetOptions: { keepDefaultValues: true } }),
  })
  const { dirtyFields } = form.formState
  const { setFocus, subscribe, getValues, control } = form
  const { base, save, problem, isUnsaved } = useVersionedSave({
    opened: shift,
    form,
    draftOf: (newest) => draftOf(newest, event.time_zone),
    send: (draft, from) => updateShift(from.id, { ...changeOf(draft, from), version: from.version }, tell),
    fetchNewest: () => fetchShift(client, event.id, shift.id),
    issueFields,
    onSaved: async () => {
      await refreshShifts(client, event.id)
      announce(t('saved'))
    },
    onClose,
    onFailure: (text, error) => {
      showFailure(text)
      if (error instanceof ApiError && error.code === 'shift_not_found') {
        onClose()
        void refreshShifts(client, event.id)
      }
    },
    texts: { changed_elsewhere: t('changed_elsewhere'), failed: t('update_failed') },
  })

  useReportUnsaved(isUnsaved, onUnsaved)
  useEffect(() => setFocus('from'), [setFocus])
  const report = useEffectEvent((draft: ShiftDraft) => onType({ draft, tell }))
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => report(values) }),
    [subscribe],
  )

  // People may sign up while the form is open.
  const { data: shifts } = useQuery(shiftsQuery(event.id))
  const { assignment, waiting } = newestOf(shifts, shift)
  const confirmed = assignment.filter(({ status }) => status === 'CONFIRMED').length
  const draft = useWatch({ control, compute: (values: ShiftDraft) => values })
  const needed = Number(draft.required_qty)
  const { start_dt, end_dt } = changeOf(draft, base)

  return (
    <form
      className="@container grid grid-cols-1 gap-4"
      noValidate
      aria-labelledby={id}
      onSubmit={form.handleSubmit((sent) => save.mutate(sent))}
    >
      <h3 id={id} className="text-lead">
        {t('edit')}
      </h3>
      <ReadOnly value={save.isPending}>
        <ShiftFields form={form} event={event} />
      </ReadOnly>
      {/* D12: lowering the number keeps all assignments. */}
      {needed >= 1 && needed < confirmed && (
        <output className="block text-meta text-wait">{t('too_few', { count: confirmed })}</output>
      )}
      {(dirtyFields.role_id || dirtyFields.meeting_point || start_dt || end_dt) &&
        (waiting > 0 || assignment.some(({ status }) => occupiesTime(status))) && (
          <ReadOnly value={save.isPending}>
            <TellPeople
              // D21: with the new end a past shift may no longer be over.
              target={{ shift_id: shift.id, ...(end_dt && { end_dt }) }}
              checked={tell}
              onChange={(checked) => onType({ draft: getValues(), tell: checked })}
            />
          </ReadOnly>
        )}
      <FormError text={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending && t('saving')}>
          {t('save')}
        </Button>
        <CancelButton busy={save.isPending} onClose={onClose} />
        <Button kind="quiet" aria-disabled={save.isPending} onClick={save.isPending ? undefined : onCopy}>
          {t('duplicate_this')}
        </Button>
      </div>
    </form>
  )

  /** Only what was edited: the rest may be older than what others have saved. */
  function changeOf(sent: ShiftDraft, from: Shift) {
    const times = timesOfDraft(sent, event.time_zone)
    const before = timesOfDraft(draftOf(from, event.time_zone), event.time_zone)
    return {
      ...(dirtyFields.role_id && { role_id: sent.role_id }),
      ...(times && times.start_dt !== before?.start_dt && { start_dt: times.start_dt }),
      ...(times && times.end_dt !== before?.end_dt && { end_dt: times.end_dt }),
      ...(dirtyFields.required_qty && { required_qty: Number(sent.required_qty) }),
      ...(dirtyFields.meeting_point && { meeting_point: sent.meeting_point }),
      ...(dirtyFields.note && { note: sent.note }),
    }
  }
}
