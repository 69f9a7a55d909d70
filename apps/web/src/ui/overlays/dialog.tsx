import { type ReactNode, type RefObject, useId } from 'react'
import { useWords } from '../../i18n/words.ts'
import { IconButton } from '../controls/button.tsx'
import { Icon } from '../page/icon.tsx'
import { dialogBodyClass, dialogClass, dialogFootClass, dialogHeadClass } from './dialog-classes.ts'
import { Modal } from './modal.tsx'

export function Dialog({
  title,
  footer,
  initialFocus,
  onClose,
  children,
}: {
  title: string
  footer?: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}) {
  const t = useWords()
  const id = useId()
  return (
    <Modal
      className={dialogClass()}
      labelledBy={id}
      onClose={onClose}
      {...(initialFocus && { initialFocus })}
    >
      <header className={dialogHeadClass({ className: 'pr-3' })}>
        <h2 id={id} className="py-2">
          {title}
        </h2>
        <IconButton label={t('close')} onClick={onClose}>
          <Icon name="cross" />
        </IconButton>
      </header>
      <div className={dialogBodyClass}>{children}</div>
      {footer && <footer className={dialogFootClass}>{footer}</footer>}
    </Modal>
  )
}
