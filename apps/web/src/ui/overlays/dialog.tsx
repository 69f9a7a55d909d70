import { type ReactNode, type RefObject, useId } from 'react'
import { useWords } from '../../i18n/words.ts'
import { IconButton } from '../controls/button.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { Icon } from '../page/icon.tsx'
import { dialogBodyClass, dialogClass, dialogFootClass, dialogHeadClass } from './dialog-classes.ts'
import { Modal } from './modal.tsx'

export function Dialog({
  title,
  intro,
  size = 'normal',
  footer,
  initialFocus,
  busy = false,
  problem,
  onClose,
  children,
}: {
  title: string
  /** A sentence below the title. */
  intro?: string
  size?: 'normal' | 'page'
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
      className={dialogClass({ size })}
      labelledBy={id}
      busy={busy}
      onClose={onClose}
      {...(initialFocus && { initialFocus })}
    >
      <header className={dialogHeadClass({ className: 'pr-3' })}>
        <div>
          <h2 id={id} tabIndex={-1} className={size === 'page' ? 'pt-1.5 text-h2' : 'py-2'}>
            {title}
          </h2>
          {intro && <p className="text-ink-2">{intro}</p>}
        </div>
        <IconButton label={t('close')} aria-disabled={busy} onClick={busy ? undefined : onClose}>
          <Icon name="cross" />
        </IconButton>
      </header>
      <div className={`${dialogBodyClass} ${size === 'page' ? 'flex-1' : ''}`}>{children}</div>
      {footer && (
        <footer className={`${dialogFootClass} ${size === 'page' ? 'border-t border-line' : ''}`}>
          <FormError text={problem} className="w-full pb-1" />
          {footer}
        </footer>
      )}
    </Modal>
  )
}
