import type { Event } from '@muster/contract/events'
import { occupiesTime } from '@muster/contract/rules/assignment-status'
import type { Shift } from '@muster/contract/shifts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'
import { newestOf } from '../../api/newest-of.ts'
import { Consequences, TellTick } from '../../ui/consequences/consequences.tsx'
import { showUndoable } from '../../ui/consequences/undo-batch.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { useVersionedSave } from '../../ui/hooks/use-versioned-save.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import {
  type ChangedShift,
  changeShift,
  fetchShift,
  refreshShifts,
  type ShiftBatch,
  shiftsQuery,
} from './api.ts'
import { ClashLines, DespiteTick } from './batch/clashes.tsx'
import { useBatchFoot } from './batch/use-batch.ts'
import { draftOf, type ShiftDraft, timesOfDraft, visibilityOf } from './form/shift-draft.ts'
import { issueFields, ShiftFields } from './form/shift-form.tsx'
import { useText } from './form/texts.ts'

/** Kept for a form that mounts again elsewhere: on paper, or on a turned tablet. */
export type ShiftEdit = { draft: ShiftDraft; tells: boolean }

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
  const batch = useRef<string>(undefined)
  const [typed] = useState(edit?.draft)
  const form = useForm<ShiftDraft>({
    mode: 'onTouched',
    defaultValues: draftOf(shift, event.time_zone),
    ...(typed && { values: typed, resetOptions: { keepDefaultValues: true } }),
  })
  const { dirtyFields } = form.formState
  const { setFocus, subscribe, control } = form
  const draft = useWatch({ control, compute: (values: ShiftDraft) => values })
  const { base, save, problem, isUnsaved } = useVersionedSave({
    opened: shift,
    form,
    draftOf: (newest) => draftOf(newest, event.time_zone),
    send: async (sent, from) => {
      const { saved, batch_id } = await changeShift(foot.answered(batchOf(from, changeOf(sent, from))))
      batch.current = batch_id
      return saved
    },
    fetchNewest: () => fetchShift(client, event.id, shift.id),
    issueFields,
    onSaved: async () => {
      // Without it an earlier try has saved it, and its answer was lost.
      if (batch.current === undefined) announce(t('saved'))
      else showUndoable(t('saved'), batch.current)
      await refreshShifts(client, event.id)
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

  // People may sign up while the form is open.
  const { data: shifts } = useQuery(shiftsQuery(event.id))
  const { assignment, waiting } = newestOf(shifts, shift)
  const { role_id, start_dt, end_dt, meeting_point } = changeOf(draft, base)
  const isTold = waiting > 0 || assignment.some(({ status }) => occupiesTime(status))
  // D21, D68: what people are told of.
  const moved = { role_id, start_dt, end_dt, meeting_point }
  const isMove =
    isTold && Object.values(moved).some((value) => value !== undefined) && isInOrder(draft, event.time_zone)
  const move = isMove ? batchOf(base, moved) : undefined
  const foot = useBatchFoot(move, { isSaving: save.isPending, toldFirst: edit?.tells })

  useReportUnsaved(isUnsaved, onUnsaved)
  useEffect(() => setFocus('from'), [setFocus])
  const report = useEffectEvent((values: ShiftDraft) => onType({ draft: values, tells: foot.tells }))
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => report(values) }),
    [subscribe],
  )

  const confirmed = assignment.filter(({ status }) => status === 'CONFIRMED').length
  const needed = Number(draft.required_qty)

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
      <div className="edit-foot">
        <ReadOnly value={save.isPending}>
          <Consequences of={foot.preview} tells={foot.tells} isMove>
            <ClashLines event={event} foot={foot} />
          </Consequences>
          {foot.preview && (
            <TellTick
              of={foot.preview}
              tells={foot.tells}
              onTells={(tells) => {
                foot.setTells(tells)
                onType({ draft, tells })
              }}
            />
          )}
          <DespiteTick foot={foot} />
        </ReadOnly>
        <FormError text={problem ?? foot.problem} />
        <div className="flex flex-wrap gap-3 not-first:mt-3">
          <Button type="submit" busy={save.isPending && t('saving')}>
            {t('save')}
          </Button>
          <CancelButton busy={save.isPending} onClose={onClose} />
          <Button kind="quiet" aria-disabled={save.isPending} onClick={save.isPending ? undefined : onCopy}>
            {t('duplicate_this')}
          </Button>
        </div>
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
      ...(dirtyFields.only_link && { visibility: visibilityOf(sent) }),
      ...(dirtyFields.meeting_point && { meeting_point: sent.meeting_point }),
      ...(dirtyFields.note && { note: sent.note }),
    }
  }
}

function batchOf({ id, version }: Shift, change: Omit<ChangedShift, 'id' | 'version'>): ShiftBatch {
  return { update: [{ id, version, ...change }] }
}

function isInOrder(draft: ShiftDraft, timeZone: string): boolean {
  const times = timesOfDraft(draft, timeZone)
  return times !== undefined && times.end_dt > times.start_dt
}
