import type { Event } from '@muster/contract/events'
import { occupiesTime } from '@muster/contract/rules/assignment-status'
import { wallToInstant } from '@muster/contract/rules/wall-time'
import type { Shift } from '@muster/contract/shifts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'
import { newestOf } from '../../api/newest-of.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TellPeople } from '../../ui/controls/tell-people.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { useVersionedSave } from '../../ui/hooks/use-versioned-save.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { fetchShift, refreshShifts, shiftsQuery, updateShift } from './api.ts'
import { bodyOf, draftOf, issueFields, type ShiftDraft, ShiftForm } from './shift-form.tsx'
import { useText } from './texts.ts'

/** Kept for a form that mounts again elsewhere: on paper, or on a turned tablet. */
export type ShiftEdit = { draft: ShiftDraft; tell: boolean }

/** `shift` is that at opening, because live changes must not alter what was typed. */
export default function EditShift({
  event,
  shift,
  edit,
  onType,
  onUnsaved,
  onClose,
}: {
  event: Event
  shift: Shift
  edit: ShiftEdit | undefined
  onType: (edit: ShiftEdit) => void
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const [typed] = useState(edit?.draft)
  const tell = edit?.tell ?? true
  const form = useForm<ShiftDraft>({
    mode: 'onTouched',
    defaultValues: draftOf(shift, event.time_zone),
    ...(typed && { values: typed, resetOptions: { keepDefaultValues: true } }),
  })
  const { dirtyFields } = form.formState
  const { starts, ends: ends_dirty, starts_second, ends_second } = dirtyFields
  const isTimeDirty = starts || ends_dirty || starts_second || ends_second
  const { setFocus, subscribe, getValues, control } = form
  const { save, problem, isUnsaved } = useVersionedSave({
    opened: shift,
    form,
    draftOf: (base) => draftOf(base, event.time_zone),
    send: (draft, { id, version }) => updateShift(id, { ...changeOf(draft), version }, tell),
    fetchNewest: () => fetchShift(client, event.id, shift.id),
    issueFields,
    onSaved: async () => {
      await refreshShifts(client, event.id)
      announce(t('form.saved'))
    },
    onClose,
    onFailure: (text, error) => {
      showFailure(text)
      if (error instanceof ApiError && error.code === 'shift_not_found') {
        onClose()
        void refreshShifts(client, event.id)
      }
    },
    texts: { changed_elsewhere: t('form.changed_elsewhere'), failed: t('errors.update') },
  })

  useReportUnsaved(isUnsaved, onUnsaved)
  useEffect(() => setFocus('starts'), [setFocus])
  const report = useEffectEvent((draft: ShiftDraft) => onType({ draft, tell }))
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => report(values) }),
    [subscribe],
  )

  // People may sign up while the form is open.
  const { data: shifts } = useQuery(shiftsQuery(event.id))
  const { assignment, waiting } = newestOf(shifts, shift)
  const confirmed = assignment.filter(({ status }) => status === 'CONFIRMED').length
  const [required_qty, ends] = useWatch({ control, name: ['required_qty', 'ends'] })
  const needed = Number(required_qty)

  return (
    <ShiftForm
      title={t('form.edit')}
      form={form}
      event={event}
      // D12: lowering the number keeps all assignments.
      warning={needed >= 1 && needed < confirmed ? t('form.too_few', { count: confirmed }) : undefined}
      busy={save.isPending}
      error={problem}
      onSubmit={(draft) => save.mutate(draft)}
      extra={
        (dirtyFields.role_id || isTimeDirty) &&
        (waiting > 0 || assignment.some(({ status }) => occupiesTime(status))) && (
          <TellPeople
            target={{ shift_id: shift.id, ...endOf(ends, event.time_zone) }}
            checked={tell}
            onChange={(checked) => onType({ draft: getValues(), tell: checked })}
          />
        )
      }
    >
      <Button type="submit" busy={save.isPending && t('form.saving')}>
        {t('form.save')}
      </Button>
      <CancelButton busy={save.isPending} onClose={onClose} />
    </ShiftForm>
  )

  function changeOf(draft: ShiftDraft) {
    const body = bodyOf(draft, event.time_zone)
    return {
      ...(dirtyFields.role_id && { role_id: body.role_id }),
      ...((dirtyFields.starts || dirtyFields.starts_second) && { start_dt: body.start_dt }),
      ...((dirtyFields.ends || dirtyFields.ends_second) && { end_dt: body.end_dt }),
      ...(dirtyFields.required_qty && { required_qty: body.required_qty }),
    }
  }
}

/** D21: adds the new end, with which a past shift may no longer be over. */
function endOf(ends: string, timeZone: string): { end_dt?: string } {
  return ends === '' ? {} : { end_dt: wallToInstant(ends, timeZone) }
}
