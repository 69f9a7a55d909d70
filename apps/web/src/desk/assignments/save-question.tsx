import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { Button } from '../../ui/controls/button.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import type { StaffingDraft } from './staffing-draft.ts'
import { useText } from './texts.ts'
import { useSaveStaffing } from './use-save-staffing.ts'

/** Asks what becomes of people who were added to a shift that is left. `draft` removes nobody. */
export default function SaveQuestion({
  event,
  shift,
  draft,
  onLeave,
  onClose,
}: {
  event: Event
  shift: Shift
  draft: StaffingDraft
  onLeave: () => void
  onClose: () => void
}) {
  const t = useText()
  const save = useSaveStaffing({ event, shift, onSaved: onLeave })
  return (
    <AlertDialog
      kind="primary"
      title={t('changes.leave', { count: draft.add.length })}
      confirm={t('changes.save')}
      cancel={t('changes.stay')}
      other={
        <Button kind="quiet" aria-disabled={save.isPending} onClick={save.isPending ? undefined : onLeave}>
          {t('changes.discard')}
        </Button>
      }
      busy={save.isPending && t('changes.saving')}
      onConfirm={() => save.mutate({ draft, notify: false, asks: false }, { onError: onClose })}
      onClose={onClose}
    />
  )
}
