import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
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
    element?.showModal()
    const first = initialFocus?.current ?? element?.querySelector<HTMLElement>('input, select, textarea')
    first?.focus()
    // Closing, not only leaving the page, is what gives the focus back.
    return () => element?.close()
  }, [initialFocus])

  useEffect(() => {
    const element = dialog.current
    const cancel = (event: Event) => {
      if (event.target !== element) return
      // The owner decides: there may be something unsaved.
      event.preventDefault()
      onClose()
    }
    const press = (event: Event) => {
      if (event.target === element) onClose()
    }
    element?.addEventListener('cancel', cancel)
    element?.addEventListener('mousedown', press)
    return () => {
      element?.removeEventListener('cancel', cancel)
      element?.removeEventListener('mousedown', press)
    }
  }, [onClose])

  return (
    <dialog ref={dialog} className={className} aria-labelledby={labelledBy} role={role}>
      <ModalElement value={dialog}>{children}</ModalElement>
    </dialog>
  )
}
