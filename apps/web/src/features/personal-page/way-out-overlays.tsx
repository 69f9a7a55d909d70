import type { Invitation } from '@muster/contract/personal-shift'
import { CancelDialog } from './cancel-dialog.tsx'
import { LateDialog } from './late-dialog.tsx'
import { UndoToast } from './undo-toast.tsx'
import type { WayOutState } from './use-way-out.ts'

type WayOutOverlaysProps = { invitation: Invitation; wayOut: WayOutState }

/** Loaded after the page. */
export default function WayOutOverlays({ invitation, wayOut }: WayOutOverlaysProps) {
  const { opened, changes, reason } = wayOut
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
          onReason={wayOut.setReason}
          onCancel={() => void wayOut.giveUp(opened.shift, reason)}
          onClose={wayOut.close}
        />
      )}
      {opened?.way === 'late' && (
        <LateDialog
          shift={opened.shift}
          timeZone={timeZone}
          organization={invitation.organization.name}
          contact={invitation.contact}
          onClose={wayOut.close}
        />
      )}
      {givenUp && (
        <UndoToast
          key={givenUp.since}
          since={givenUp.since}
          isBusy={running?.action === 'undo'}
          onUndo={() => void wayOut.undo(givenUp)}
          onEnd={wayOut.endUndo}
        />
      )}
    </>
  )
}
