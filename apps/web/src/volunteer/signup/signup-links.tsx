import type { ReactNode } from 'react'
import { config } from '../../config.ts'
import { publicPaths } from '../../public-paths.ts'
import { isForBrowser, navigateBack } from '../../ui/hooks/navigation.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

export function EventLink({
  event_id,
  className,
  children,
}: {
  event_id: string
  className: string
  children: ReactNode
}) {
  const href = publicPaths.publicEvent(event_id)
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

type CalendarLinkProps = { className: string; calendar_url: string; role: string; label?: string }

export function CalendarLink({ className, calendar_url, role, label }: CalendarLinkProps) {
  const t = useText()
  return (
    <a
      className={className}
      href={new URL(calendar_url, config.publicOrigin || location.origin).href}
      download={`${role || 'shift'}.ics`}
      aria-label={label}
    >
      <Icon name="calendar" />
      {t('done.calendar')}
    </a>
  )
}
