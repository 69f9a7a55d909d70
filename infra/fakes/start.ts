import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../apps/api/src/config.ts'
import { type Captured, writeCaptured } from '../../apps/api/src/providers/capture.ts'
import { type AcceptedMail, SendGridFake } from './sendgrid.ts'
import { SmtpFake } from './smtp.ts'
import { ACCOUNT, type AcceptedSms, TwilioFake } from './twilio.ts'
import { THREADS } from './twilio-conversations.ts'

/* Starts the stand-ins for `npm run fakes` and `npm run dev`, which reads the printed settings. See /dev/mailbox. */

const { data_dir, port } = readConfig(process.env, path.resolve(import.meta.dirname, '../..'))
const api = `http://localhost:${port}`

const sendgrid = await SendGridFake.open(4010)
const twilio = await TwilioFake.open(4011)
const smtp = await SmtpFake.open(4012)
sendgrid.webhook = `${api}/webhooks/sendgrid`
sendgrid.postEvery(1_000)
twilio.callsBack = true
twilio.threadWebhook = `${api}/webhooks/twilio/conversation`

console.log(`MAIL_PROVIDER=sendgrid
SENDGRID_API_KEY=SG.stand-in
SENDGRID_HOST=${sendgrid.url}
SENDGRID_WEBHOOK_KEY=${sendgrid.webhook_key}
# or: MAIL_PROVIDER=smtp
SMTP_URL=${smtp.url}
SMS_PROVIDER=twilio
TWILIO_ACCOUNT_SID=${ACCOUNT.account_sid}
TWILIO_AUTH_TOKEN='${ACCOUNT.auth_token}'
TWILIO_HOST=${twilio.url}
TWILIO_NUMBERS=+46700000000
# Two-way threads, the worker's side: give the number to an organisation, +46700000000=<its id>. A browser would look
# for them at Twilio itself, and not find them.
#TWILIO_CONVERSATIONS_SERVICE=${THREADS.service_sid}
#TWILIO_CONVERSATIONS_HOST=${twilio.url}
#TWILIO_API_KEY=${THREADS.api_key_sid}
#TWILIO_API_SECRET='${THREADS.api_key_secret}'`)

const shown = { mails: 0, texts: 0 }
for (;;) {
  await sleep(500)
  for (; shown.mails < sendgrid.ledger.length; shown.mails++) {
    const mail = sendgrid.ledger[shown.mails]
    if (mail) await writeCaptured(data_dir, showMail(mail, new Date().toISOString()))
  }
  for (; shown.texts < twilio.ledger.length; shown.texts++) {
    const sms = twilio.ledger[shown.texts]
    if (sms) await writeCaptured(data_dir, showSms(sms))
  }
}

function showMail(
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

function showAddress({ name, email }: AcceptedMail['from']): string {
  return name ? `${name} <${email}>` : email
}

/** Twilio gets our id of a message only in the callback's address. */
function showSms({ to, from, body, status_callback, date_created }: AcceptedSms): Captured {
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
