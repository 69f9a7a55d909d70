import { type ReactNode, type RefObject, useId } from 'react'
import { useWords } from '../../i18n/words.ts'
import { IconButton } from '../controls/button.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { Icon } from '../page/icon.tsx'
import { dialogBodyClass, dialogClass, dialogFootClass, dialogHeadClass } from './dialog-classes.ts'
import { Modal } from './modal.tsx'

export function Dialog({
  title,
  footer,
  initialFocus,
  busy = false,
  problem,
  onClose,
  children,
}: {
  title: string
  footer?: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
  /** True while a request is sent. The dialog cannot be closed then. */
  busy?: boolean
  /** Shown above the footer, where nothing scrolls it away. */
  problem?: string | undefined
  onClose: () => void
  children: ReactNode
}) {
  const t = useWords()
  const id = useId()
  return (
    <Modal
      className={dialogClass()}
      labelledBy={id}
      busy={busy}
      onClose={onClose}
      {...(initialFocus && { initialFocus })}
    >
      <header className={dialogHeadClass({ className: 'pr-3' })}>
        <h2 id={id} tabIndex={-1} className="py-2">
          {title}
        </h2>
        <IconButton label={t('close')} aria-disabled={busy} onClick={busy ? undefined : onClose}>
          <Icon name="cross" />
        </IconButton>
      </header>
      <div className={dialogBodyClass}>{children}</div>
      {footer && (
        <footer className={dialogFootClass}>
          <FormError text={problem} className="w-full pb-1" />
          {footer}
        </footer>
      )}
    </Modal>
  )
}
