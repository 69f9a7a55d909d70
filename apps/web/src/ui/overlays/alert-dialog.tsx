import { type ReactNode, useId, useRef } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../controls/button.tsx'
import { Modal } from './modal.tsx'

/** A question before something that cannot be undone (D36). The way back has the focus. */
export function AlertDialog({
  title,
  confirm,
  busy = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  /** What the button does, in its own words: "Delete event". */
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
      className="dialog dialog-alert"
      role="alertdialog"
      labelledBy={id}
      onClose={onClose}
      initialFocus={back}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
      </header>
      {children && <div className="dialog-body">{children}</div>}
      <footer className="dialog-foot">
        <Button kind="quiet" ref={back} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button onClick={onConfirm} busy={busy}>
          {confirm}
        </Button>
      </footer>
    </Modal>
  )
}
