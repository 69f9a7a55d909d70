import { type ReactNode, useId } from 'react'
import '../../../styles/batch.css'
import { Button } from '../../../ui/controls/button.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { CancelButton } from '../../../ui/overlays/cancel-button.tsx'
import { Modal } from '../../../ui/overlays/modal.tsx'

/** What opens above the bar of the selected shifts: the choice, what becomes of it, and one button. */
export function BatchPopup({
  title,
  confirm,
  busy,
  isDisabled,
  problem,
  tick,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  confirm: string
  busy: false | string
  isDisabled: boolean
  problem: string | undefined
  tick?: ReactNode
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const isBusy = busy !== false
  return (
    <Modal className="batch-popup" labelledBy={id} busy={isBusy} onClose={onClose}>
      <form
        noValidate
        aria-labelledby={id}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isDisabled && !isBusy) onConfirm()
        }}
      >
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <div className="batch-body">{children}</div>
        <footer>
          <FormError text={problem} className="w-full" />
          {tick}
          <span className="flex-1" />
          <CancelButton busy={isBusy} onClose={onClose} />
          <Button type="submit" aria-disabled={isDisabled} busy={busy}>
            {confirm}
          </Button>
        </footer>
      </form>
    </Modal>
  )
}
