import { type ReactNode, useId, useRef } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../controls/button.tsx'
import { dialogBodyClass, dialogClass, dialogFootClass, dialogHeadClass } from './dialog-classes.ts'
import { Modal } from './modal.tsx'

/** For what cannot be undone (D36): Cancel has the focus. */
export function AlertDialog({
  title,
  confirm,
  busy = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  confirm: string
  busy?: false | string
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}) {
  const t = useWords()
  const id = useId()
  const back = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      className={dialogClass({ size: 'small' })}
      role="alertdialog"
      labelledBy={id}
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
        <Button kind="quiet" ref={back} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button kind="danger" onClick={onConfirm} busy={busy}>
          {confirm}
        </Button>
      </footer>
    </Modal>
  )
}
