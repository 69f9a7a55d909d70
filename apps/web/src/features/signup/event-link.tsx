import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { isForBrowser, navigateBack } from '../../ui/hooks/navigation.ts'

/** The way back to the event, to where one was on its page. */
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
