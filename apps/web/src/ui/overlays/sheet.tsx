import { type ReactNode, useId } from 'react'
import { useWords } from '../../i18n/words.ts'
import { IconButton } from '../controls/button.tsx'
import { Icon } from '../page/icon.tsx'
import { Modal } from './modal.tsx'

/** A panel from the right, full screen on phones, open while it is rendered. */
export function Sheet({
  title,
  meta,
  footer,
  wide = false,
  onClose,
  children,
}: {
  title: string
  meta?: ReactNode
  footer?: ReactNode
  wide?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const t = useWords()
  const id = useId()
  return (
    <Modal className={`sheet ${wide ? 'sheet-wide' : ''}`} labelledBy={id} onClose={onClose}>
      {/* No header element: the drawer lies in that of the page, and banners may not nest. */}
      <div className="sheet-head">
        <div>
          <h2 id={id}>{title}</h2>
          {meta && <p className="text-meta text-ink-2">{meta}</p>}
        </div>
        <IconButton label={t('close')} onClick={onClose}>
          <Icon name="cross" />
        </IconButton>
      </div>
      <div className="sheet-body">{children}</div>
      {footer && <footer className="sheet-foot">{footer}</footer>}
    </Modal>
  )
}
