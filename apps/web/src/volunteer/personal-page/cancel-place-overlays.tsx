import type { Invitation } from '@muster/contract/personal-shift'
import { CANCELLATION_UNDO_MS } from '@muster/contract/rules/waiting-list'
import { toastPlaceClass } from '../../ui/feedback/toast-frame.ts'
import { UndoToast } from '../../ui/feedback/undo-toast.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { LateDialog } from './late-dialog.tsx'
import { SwapDialog } from './swap/swap-dialog.tsx'
import { useText } from './texts.ts'
import type { CancelState } from './use-cancel-place.ts'

type CancelOverlaysProps = { invitation: Invitation; cancelPlace: CancelState }

/** Loaded after the page. */
export default function CancelOverlays({ invitation, cancelPlace }: CancelOverlaysProps) {
  const t = useText()
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
      {opened?.way === 'swap' && (
        <SwapDialog
          shift={opened.shift}
          event={invitation.shift.role.event}
          running={running?.action}
          problem={problem?.text}
          onChange={(change) => void cancelPlace.changeSwap(opened.shift, change)}
          onClose={cancelPlace.close}
        />
      )}
      {givenUp && (
        <div className={toastPlaceClass}>
          <UndoToast
            key={givenUp.since}
            text={t('undo.done')}
            undo={t('undo.undo')}
            since={givenUp.since}
            limit_ms={CANCELLATION_UNDO_MS}
            busy={running?.action === 'undo' && t('submitting')}
            onUndo={() => void cancelPlace.undo(givenUp)}
            onEnd={cancelPlace.endUndo}
          />
        </div>
      )}
    </>
  )
}
