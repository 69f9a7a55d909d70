import { z } from 'zod'
import type { Receipt } from '../../outbox/receipts.ts'
import type { MessageKey } from '../../providers/provider.ts'

const sendGridEvent = z.object({
  sg_event_id: z.string().min(1),
  event: z.string(),
  sg_message_id: z.string().optional(),
  /** Our custom args; an event without them is not about a message of ours. */
  message_id: z.uuid().optional(),
  organization_id: z.uuid().optional(),
  reason: z.string().optional(),
  /** Kind of a bounce: permanent `bounce` or temporary `blocked`. */
  type: z.string().optional(),
})

/** Other programs may use the account. Their events are read as null, because ours may be in the same call. */
export const sendGridEvents = z.array(sendGridEvent.nullable().catch(null))

export function readSendGridReceipts(events: z.infer<typeof sendGridEvents>): Receipt[] {
  return events
    .filter((event) => event !== null)
    .flatMap(({ sg_event_id, event, sg_message_id, message_id, organization_id, reason, type }) => {
      const outcome = sendGridOutcome(event, type)
      if (!message_id || !outcome) return []
      return {
        provider: 'sendgrid',
        provider_event_id: sg_event_id,
        organization_id: organization_id ?? null,
        id: message_id,
        ...outcome,
        ...(sg_message_id && { provider_message_id: sg_message_id }),
        ...(outcome.event === 'undelivered' && { failure_reason: reason ?? type ?? event }),
      }
    })
}

function sendGridOutcome(
  event: string,
  type: string | undefined,
): Pick<Receipt, 'event' | 'suppress'> | undefined {
  switch (event) {
    case 'processed':
    case 'deferred':
      return { event: 'accepted' }
    case 'delivered':
      return { event: 'delivered' }
    case 'bounce':
      return type === 'blocked' ? { event: 'undelivered' } : { event: 'undelivered', suppress: 'hard_bounce' }
    case 'dropped':
      return { event: 'undelivered' }
    case 'spamreport':
      return { event: 'delivered', suppress: 'spam_report' }
    default:
      return undefined
  }
}

/** Twilio's error code for a recipient who has sent STOP. */
const STOPPED = '21610'

const TWILIO_EVENTS: Record<string, Receipt['event']> = {
  sent: 'accepted',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
}

type TwilioStatus = { sid: string; status: string; error_code?: string | undefined }

export function readTwilioReceipts(key: MessageKey, { sid, status, error_code }: TwilioStatus): Receipt[] {
  const event = TWILIO_EVENTS[status]
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
