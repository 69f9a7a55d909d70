import { message } from '../db/schema.ts'

/** What an administrator sees of a message (D27). */
export const shown = {
  id: message.id,
  direction: message.direction,
  channel: message.channel,
  subject: message.subject,
  body_text: message.body_text,
  status: message.status,
  failure_reason: message.failure_reason,
  sent_at: message.sent_at,
  delivered_at: message.delivered_at,
  read_at: message.read_at,
  created_at: message.created_at,
}
