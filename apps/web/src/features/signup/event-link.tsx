import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { isForBrowser, navigateBack } from '../../ui/hooks/navigation.ts'

export function EventLink({
  event_id,
  className,
  children,
}: {
  event_id: string
  className: string
  children: ReactNode
}) {
  const href = paths.publicEvent(event_id)
  return (
    <a
      className={className}
      href={href}
      onClick={(event) => {
        if (isForBrowser(event)) return
        event.preventDefault()
        navigateBack(href)
      }}
    >
      {children}
    </a>
  )
}
