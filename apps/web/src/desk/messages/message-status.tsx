import type { Message } from '@muster/contract/messages'
import { Badge } from '../../ui/feedback/badge.tsx'
import { useText } from './texts.ts'

/** An inbound message is shown as received, whatever its stored status is. */
export function MessageStatus({ message: { direction, status } }: { message: Message }) {
  const t = useText()
  if (direction === 'INBOUND')
    return (
      <Badge tone="neutral" className="desktop:-mt-0.5">
        {t('received')}
      </Badge>
    )
  return (
    <Badge tone={tones[status]} className="desktop:-mt-0.5">
      {t(`status.${status}`)}
    </Badge>
  )
}

const tones = {
  QUEUED: 'neutral',
  SENDING: 'neutral',
  SENT: 'sent',
  DELIVERED: 'ok',
  FAILED: 'miss',
  UNKNOWN: 'neutral',
} as const satisfies Record<Message['status'], string>
