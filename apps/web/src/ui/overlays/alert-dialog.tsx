import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { CancelButton } from './cancel-button.tsx'
import { dialogBodyClass, dialogClass, dialogFootClass, dialogHeadClass } from './dialog-classes.ts'
import { Modal } from './modal.tsx'

/** Asks before an action that affects others (D36). Cancel has the focus. */
export function AlertDialog({
  title,
  confirm,
  cancel,
  other,
  busy = false,
  blocked = false,
  problem,
  kind = 'danger',
  onConfirm,
  onClose,
  children,
}: {
  title: string
  confirm: string
  /** "Cancel" by default. */
  cancel?: string
  /** A button of a third answer. */
  other?: ReactNode
  /** The label while the action runs. The dialog cannot be closed then. */
  busy?: false | string
  /** Reason why the action cannot be confirmed yet, shown instead of the label. */
  blocked?: false | string
  problem?: string | undefined
  /** Use `primary` for an action that loses nothing for good. */
  kind?: 'danger' | 'primary'
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}) {
  const id = useId()
  const back = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      className={dialogClass({ size: 'small' })}
      role="alertdialog"
      labelledBy={id}
      busy={busy !== false}
      onClose={onClose}
      initialFocus={back}
    >
      <header className={dialogHeadClass({ className: 'pr-6' })}>
        <h2 id={id} className="py-2">
          {title}
        </h2>
      </header>
      {children && <div className={dialogBodyClass}>{children}</div>}
      <footer className={dialogFootClass}>
        <FormError text={problem} className="w-full pb-1" />
        {other}
        <CancelButton ref={back} label={cancel} busy={busy !== false} onClose={onClose} />
        <Button kind={kind} onClick={onConfirm} busy={busy || blocked}>
          {confirm}
        </Button>
      </footer>
    </Modal>
  )
}
