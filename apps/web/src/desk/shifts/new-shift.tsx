import type { Event } from '@muster/contract/events'
import { defaultShiftTimes } from '@muster/contract/rules/default-shift'
import type { Shift } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useIsMounted } from '../../ui/hooks/use-is-mounted.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { useShowRefusal } from '../../ui/hooks/use-show-refusal.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { createShift, refreshShifts } from './api.ts'
import { bodyOf, draftOf, issueFields, type ShiftDraft, ShiftForm } from './shift-form.tsx'
import { useText } from './texts.ts'

export default function NewShift({
  event,
  role_id,
  onUnsaved,
  onAdded,
  onClose,
}: {
  event: Event
  role_id: string | undefined
  onUnsaved: (isUnsaved: boolean) => void
  onAdded: (shift: Shift) => void
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const form = useForm<ShiftDraft>({ mode: 'onTouched', defaultValues: firstDraft(event, role_id) })
  const { isDirty } = form.formState
  const isMounted = useIsMounted()
  const showRefusal = useShowRefusal(form, issueFields)
  const { setFocus } = form
  const creation = useMutation({
    mutationFn: (draft: ShiftDraft) => createShift({ event_id: event.id, ...bodyOf(draft, event.time_zone) }),
    onSuccess: async (added) => {
      await refreshShifts(client, event.id)
      showToast(t('form.added'))
      if (!isMounted()) return
      onAdded(added)
      onClose()
    },
    onError: (error) => showRefusal(error, t('errors.create'), showFailure),
  })

  const isUnsaved = isDirty && !creation.isPending
  useReportUnsaved(isUnsaved, onUnsaved)
  useEffect(() => setFocus('role_id'), [setFocus])

  return (
    <ShiftForm
      title={t('form.add')}
      form={form}
      event={event}
      keepsLength
      busy={creation.isPending}
      onSubmit={(draft) => creation.mutate(draft)}
    >
      <Button type="submit" busy={creation.isPending && t('form.saving')}>
        {t('form.save')}
      </Button>
      <CancelButton busy={creation.isPending} onClose={onClose} />
    </ShiftForm>
  )
}

function firstDraft(event: Event, chosen_id: string | undefined): ShiftDraft {
  const [only, ...others] = event.roles
  const role_id = chosen_id ?? (only && others.length === 0 ? only.id : '')
  return draftOf({ role_id, ...defaultShiftTimes(event), required_qty: 1 }, event.time_zone)
}
