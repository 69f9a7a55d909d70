import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { ignoreSecondClick } from './ignore-second-click.ts'
import { ModalElement } from './modal-element.ts'

type ModalProps = {
  className: string
  labelledBy: string
  role?: 'alertdialog'
  /** By Escape or a press beside it. */
  onClose: () => void
  /** Default: the first field, else the first button. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

export function Modal({ className, labelledBy, role, onClose, initialFocus, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    const first = initialFocus?.current ?? element?.querySelector<HTMLElement>('input, select, textarea')
    first?.focus()
    ignoreSecondClick()
    return () => {
      // Closing returns the focus; removing the element does not.
      element?.close()
      ignoreSecondClick()
    }
  }, [initialFocus])

  useEffect(() => {
    const element = dialog.current
    const cancel = (event: Event) => {
      if (event.target !== element) return
      // The owner decides: something may be unsaved.
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
