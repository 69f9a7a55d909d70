import { cva } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { isForBrowser, replaceSearch } from '../../ui/hooks/navigation.ts'
import { Icon } from '../../ui/page/icon.tsx'

type FilterLinkProps = ComponentProps<'a'> & {
  href: string
  isOn?: boolean
}

/** A link, so that it works before the scripts are loaded. */
export function FilterLink({ href, isOn, children, ...rest }: FilterLinkProps) {
  return (
    <a
      {...rest}
      href={href}
      aria-current={isOn || undefined}
      onClick={(press) => {
        if (isForBrowser(press)) return
        press.preventDefault()
        replaceSearch(href.split('?')[1] ?? '')
      }}
    >
      {children}
    </a>
  )
}

const chipClass = cva([
  'inline-flex min-h-10 flex-none items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3.5',
  'text-compact/tight font-semibold whitespace-nowrap text-ink-2 no-underline',
  'current:border-primary current:bg-primary-soft current:text-primary current:inner-border-primary',
  'current:forced-highlight',
])

export function FilterChip({ children, ...link }: Omit<FilterLinkProps, 'className'>) {
  return (
    <FilterLink {...link} className={chipClass()}>
      {link.isOn && <Icon name="check" size="small" />}
      {children}
    </FilterLink>
  )
}
