import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { ModalElement } from './modal-element.ts'

type ModalProps = {
  className: string
  labelledBy: string
  role?: 'alertdialog'
  /** Escape and a press beside it. */
  onClose: () => void
  /** What takes the focus first; else the first field, else the first button. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * The browser's own modal dialog: it keeps the focus inside, makes the rest inert and gives the focus back.
 * Open while it is rendered.
 */
export function Modal({ className, labelledBy, role, onClose, initialFocus, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    const first = initialFocus?.current ?? element.querySelector<HTMLElement>('input, select, textarea')
    first?.focus()
    // Closing, not only leaving the page, is what gives the focus back.
    return () => element.close()
  }, [initialFocus])

  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={labelledBy}
      role={role}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        // The owner decides: there may be something unsaved.
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <ModalElement value={dialog}>{children}</ModalElement>
    </dialog>
  )
}
