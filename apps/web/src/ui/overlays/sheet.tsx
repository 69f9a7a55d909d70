import { cva } from 'class-variance-authority'
import { type ReactNode, type RefObject, useId } from 'react'
import { useWords } from '../../i18n/words.ts'
import { IconButton } from '../controls/button.tsx'
import { Icon } from '../page/icon.tsx'
import { Modal } from './modal.tsx'

const sheetClass = cva(
  [
    'mr-0 ml-auto h-dvh max-h-none max-w-full bg-canvas text-ink shadow-sheet max-tablet:w-full',
    'backdrop:bg-scrim open:flex open:animate-appear open:flex-col',
  ],
  { variants: { size: { normal: 'w-110', wide: 'w-190' } } },
)

export function Sheet({
  title,
  meta,
  footer,
  wide = false,
  busy = false,
  initialFocus,
  onClose,
  children,
}: {
  title: string
  meta?: ReactNode
  footer?: ReactNode
  wide?: boolean
  /** True while a request is sent. The sheet cannot be closed then. */
  busy?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}) {
  const t = useWords()
  const id = useId()
  return (
    <Modal
      className={sheetClass({ size: wide ? 'wide' : 'normal' })}
      labelledBy={id}
      busy={busy}
      onClose={onClose}
      {...(initialFocus && { initialFocus })}
    >
      {/* No header element: a sheet inside the page's header would nest banners. */}
      <div className="flex items-start justify-between gap-3 border-b border-line py-3 pr-2 pl-5 tablet:pt-6 tablet:pr-5 tablet:pb-4 tablet:pl-8">
        <div>
          <h2 id={id} tabIndex={-1} className="py-2 text-h2 font-bold">
            {title}
          </h2>
          {meta && <p className="text-meta text-ink-2">{meta}</p>}
        </div>
        <IconButton label={t('close')} aria-disabled={busy} onClick={busy ? undefined : onClose}>
          <Icon name="cross" />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-auto overscroll-contain px-5 py-6 tablet:px-8">{children}</div>
      {footer && (
        <footer className="flex justify-end gap-2 border-t border-line bg-surface px-5 pt-4 pb-safe-5 tablet:px-8">
          {footer}
        </footer>
      )}
    </Modal>
  )
}
