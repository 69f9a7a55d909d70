import type { Event } from '@muster/contract/events'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { type EventState, eventStateOf } from './event-state.ts'
import { useText } from './texts.ts'

export const TONES = {
  draft: 'neutral',
  opens: 'wait',
  open: 'ok',
  full: 'ok',
  closed: 'neutral',
} as const satisfies Record<EventState, string>

export function StateBadge({ event }: { event: Event }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const state = eventStateOf(event, useNow())
  return (
    <Badge tone={TONES[state]}>
      {state === 'draft' && <Icon name="pencil" size="tiny" />}
      {state === 'opens'
        ? t('state.opens', { day: format.day(event.signup_opens_at ?? '') })
        : t(`state.${state}`)}
    </Badge>
  )
}
