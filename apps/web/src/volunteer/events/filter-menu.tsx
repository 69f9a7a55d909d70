import { type ReactNode, useEffect, useRef } from 'react'
import { cardClass } from '../../ui/page/card.ts'
import { Icon } from '../../ui/page/icon.tsx'

type FilterMenuProps = {
  label: string
  value: ReactNode
  className?: string
  children: ReactNode
}

const summaryClass = [
  'flex min-h-10 items-center justify-between gap-1.5 rounded-control border border-line-strong bg-surface',
  'pr-2.5 pl-3.5 text-compact/tight marker:hidden',
].join(' ')

const listPlace =
  'absolute top-11 z-20 grid max-h-[60vh] w-max min-w-full gap-0.5 overflow-y-auto p-1.5 group-last:right-0'

/** A menu that opens without scripts, too. */
export function FilterMenu({ label, value, className = '', children }: FilterMenuProps) {
  const element = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const menu = element.current
    if (!menu) return undefined
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !menu.contains(target)) menu.open = false
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close(menu)
    }
    // An effect of the address would also close a menu that was opened before the scripts were ready.
    const closeByChoice = ({ target, defaultPrevented }: Event) => {
      if (defaultPrevented && target instanceof Element && menu.contains(target.closest('a'))) close(menu)
    }
    document.addEventListener('click', closeByChoice)
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('click', closeByChoice)
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [])

  return (
    // It may be open before it is hydrated.
    <details ref={element} suppressHydrationWarning className={`group relative min-w-0 ${className}`}>
      <summary className={summaryClass}>
        <span className="sr-only">{label}: </span>
        <span className="min-w-0 truncate">{value}</span>
        <Icon name="down" size="small" className="text-ink-3 transition-[rotate] group-open:rotate-180" />
      </summary>
      <ul className={cardClass({ padding: 'none', className: listPlace })}>{children}</ul>
    </details>
  )
}

function close(menu: HTMLDetailsElement): void {
  if (!menu.open) return
  menu.open = false
  menu.querySelector('summary')?.focus({ preventScroll: true })
}
