import type { PublicEvent } from '@muster/contract/public-event'
import type { ReactNode } from 'react'
import { backLinkClass } from '../../ui/page/back-link.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { EventLink } from './event-link.tsx'
import { useText } from './texts.ts'

/** Two columns for the chosen shifts and the form, on phones one below the other. */
export function SignupColumns({
  event,
  title,
  children,
}: {
  event: PublicEvent
  title?: ReactNode
  children: ReactNode
}) {
  const t = useText()
  const columns = 'desktop:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] desktop:grid-rows-[auto_1fr]'
  return (
    <>
      <EventLink event_id={event.id} className={backLinkClass()}>
        <Icon name="left" />
        <span className="sr-only">{t('back')} </span>
        {event.name}
      </EventLink>
      {title}
      <div className={`grid grid-cols-1 items-start gap-x-12 ${columns}`}>{children}</div>
    </>
  )
}
