import type { Receipt } from '../../outbox/receipts.ts'
import type { MessageKey } from '../../providers/provider.ts'

/** A person who has sent STOP to the number: Twilio itself lets nothing through (its error 21610). */
const STOPPED = '21610'

const EVENTS: Record<string, Receipt['event']> = {
  sent: 'accepted',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
}

type Told = { sid: string; status: string; error_code?: string | undefined }

/** What Twilio tells of a message, within a thread or outside; nothing where it says nothing about arrival. */
export function twilioReceipt(key: MessageKey, { sid, status, error_code }: Told): Receipt[] {
  const event = EVENTS[status]
  if (!event) return []
  return [
    {
      provider: 'twilio',
      provider_event_id: `${sid} ${status}`,
      ...key,
      event,
      provider_message_id: sid,
      ...(event === 'undelivered' && { failure_reason: `Twilio: ${status} (${error_code ?? 'no code'})` }),
      ...(error_code === STOPPED && { suppress: 'stop' as const }),
    },
  ]
}
