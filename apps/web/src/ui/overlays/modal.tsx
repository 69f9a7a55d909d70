import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { ignoreSecondClick } from './ignore-second-click.ts'
import { ModalElement } from './modal-element.ts'

type ModalProps = {
  className: string
  labelledBy: string
  role?: 'alertdialog'
  /** True while a request is sent. The modal cannot be closed then. */
  busy?: boolean
  /** Called by Escape and by a press outside the modal. */
  onClose: () => void
  /** Element that gets the focus; by default the first field, else the first button. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

export function Modal({ className, labelledBy, role, busy, onClose, initialFocus, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  const close = useEffectEvent(() => {
    if (!busy) onClose()
  })

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    const open = () => {
      element.showModal()
      const first =
        initialFocus?.current ??
        element.querySelector<HTMLElement>('input, select, textarea') ??
        // The browser would choose the heading, which can take the focus.
        element.querySelector<HTMLElement>('button')
      first?.focus()
    }
    const cancel = (event: Event) => {
      if (event.target !== element) return
      // The owner decides whether to close, because something may be unsaved.
      event.preventDefault()
      close()
    }
    // Browsers close the dialog at a second Escape, even if `cancel` was prevented.
    const reopen = () => {
      open()
      close()
    }
    const press = (event: Event) => {
      if (event.target === element) close()
    }
    open()
    element.addEventListener('cancel', cancel)
    element.addEventListener('close', reopen)
    element.addEventListener('mousedown', press)
    ignoreSecondClick()
    return () => {
      element.removeEventListener('cancel', cancel)
      element.removeEventListener('close', reopen)
      element.removeEventListener('mousedown', press)
      // Closing returns the focus; removing the element does not.
      element.close()
      ignoreSecondClick()
    }
  }, [initialFocus])

  return (
    <dialog ref={dialog} className={className} aria-labelledby={labelledBy} role={role}>
      <ModalElement value={dialog}>{children}</ModalElement>
    </dialog>
  )
}
