import type { ReactNode } from 'react'

type DisclosureProps = {
  summary: string
  isBad?: boolean
  open?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

export function Disclosure({ summary, isBad = false, open, onToggle, children }: DisclosureProps) {
  return (
    <details
      className="group"
      open={open}
      onToggle={onToggle && ((toggle) => onToggle(toggle.currentTarget.open))}
    >
      <summary
        className={`flex min-h-11 cursor-pointer items-center gap-2 font-semibold before:size-2 before:-rotate-45 before:border-r-2 before:border-b-2 before:border-current before:transition-[rotate] group-open:before:rotate-45 ${isBad ? 'text-miss' : ''}`}
      >
        {summary}
      </summary>
      {children}
    </details>
  )
}
