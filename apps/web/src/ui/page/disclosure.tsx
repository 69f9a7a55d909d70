import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'

type DisclosureProps = {
  summary: string
  isBad?: boolean
  open?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** The arrow before the text turns when the element opens. */
const summaryClass = cva(
  [
    'flex min-h-11 items-center gap-2 font-semibold marker:hidden group-open:before:rotate-45',
    'before:size-2 before:-rotate-45 before:border-r-2 before:border-b-2 before:border-current before:transition-[rotate]',
  ],
  { variants: { isBad: { true: 'text-miss' } } },
)

export function Disclosure({ summary, isBad = false, open, onToggle, children }: DisclosureProps) {
  return (
    <details
      className="group"
      open={open}
      onToggle={onToggle && ((toggle) => onToggle(toggle.currentTarget.open))}
    >
      <summary className={summaryClass({ isBad })}>{summary}</summary>
      {children}
    </details>
  )
}
