import type { Captured } from '../../apps/api/src/providers/capture.ts'
import type { AcceptedMail } from './sendgrid.ts'
import type { AcceptedSms } from './twilio.ts'

export function showMail(
  { message_id, from, reply_to, attachments, ...mail }: AcceptedMail,
  sent_at: string,
): Captured {
  return {
    id: message_id,
    channel: 'EMAIL',
    to: mail.to,
    from: showAddress(from),
    reply_to: reply_to ? showAddress(reply_to) : null,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: attachments.map(({ filename, type, content }) => ({
      filename,
      content_type: type,
      content: Buffer.from(content, 'base64').toString(),
    })),
    sent_at,
  }
}

const showAddress = ({ name, email }: AcceptedMail['from']) => (name ? `${name} <${email}>` : email)

/** Twilio gets our id of a message only in the callback's address. */
export function showSms({ to, from, body, status_callback, date_created }: AcceptedSms): Captured {
  return {
    id: new URL(status_callback).searchParams.get('message') ?? '',
    channel: 'SMS',
    to,
    from,
    reply_to: null,
    subject: null,
    text: body,
    html: null,
    attachments: [],
    sent_at: date_created.toISOString(),
  }
}
