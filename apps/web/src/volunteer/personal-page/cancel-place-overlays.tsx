import type { Invitation } from '@muster/contract/personal-shift'
import { CancelDialog } from './cancel-dialog.tsx'
import { LateDialog } from './late-dialog.tsx'
import { UndoToast } from './undo-toast.tsx'
import type { CancelState } from './use-cancel-place.ts'

type CancelOverlaysProps = { invitation: Invitation; cancelPlace: CancelState }

/** Loaded after the page. */
export default function CancelOverlays({ invitation, cancelPlace }: CancelOverlaysProps) {
  const { opened, changes, reason } = cancelPlace
  const { running, problem, givenUp } = changes
  const timeZone = invitation.shift.role.event.time_zone
  return (
    <>
      {opened?.way === 'cancel' && (
        <CancelDialog
          shift={opened.shift}
          timeZone={timeZone}
          reason={reason}
          isBusy={running?.action === 'cancel'}
          problem={problem?.text}
          onReason={cancelPlace.setReason}
          onCancel={() => void cancelPlace.giveUp(opened.shift, reason)}
          onClose={cancelPlace.close}
        />
      )}
      {opened?.way === 'late' && (
        <LateDialog
          shift={opened.shift}
          timeZone={timeZone}
          organization={invitation.organization.name}
          contact={invitation.contact}
          onClose={cancelPlace.close}
        />
      )}
      {givenUp && (
        <UndoToast
          key={givenUp.since}
          since={givenUp.since}
          isBusy={running?.action === 'undo'}
          onUndo={() => void cancelPlace.undo(givenUp)}
          onEnd={cancelPlace.endUndo}
        />
      )}
    </>
  )
}
