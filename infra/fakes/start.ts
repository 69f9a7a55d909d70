import { SendGridFake } from './sendgrid.ts'
import { SmtpFake } from './smtp.ts'
import { ACCOUNT, TwilioFake } from './twilio.ts'
import { THREADS } from './twilio-conversations.ts'

/* The stand-ins for a developer: `npm run fakes`, and the settings it prints in .env. */

const sendgrid = await SendGridFake.open(4010)
const twilio = await TwilioFake.open(4011)
const smtp = await SmtpFake.open(4012)
sendgrid.webhook = 'http://localhost:3000/webhooks/sendgrid'
sendgrid.postEvery(1_000)
twilio.callsBack = true
twilio.threadWebhook = 'http://localhost:3000/webhooks/twilio/conversation'

console.log(`MAIL_PROVIDER=sendgrid
SENDGRID_API_KEY=SG.stand-in
SENDGRID_HOST=${sendgrid.url}
SENDGRID_WEBHOOK_KEY=${sendgrid.webhook_key}
# or: MAIL_PROVIDER=smtp
SMTP_URL=${smtp.url}
SMS_PROVIDER=twilio
TWILIO_ACCOUNT_SID=${ACCOUNT.account_sid}
TWILIO_AUTH_TOKEN=${ACCOUNT.auth_token}
TWILIO_HOST=${twilio.url}
TWILIO_NUMBERS=+46700000000
# Two-way threads, the worker's side: give the number to an organisation, +46700000000=<its id>. A browser would look
# for them at Twilio itself, and not find them.
#TWILIO_CONVERSATIONS_SERVICE=${THREADS.service_sid}
#TWILIO_CONVERSATIONS_HOST=${twilio.url}
#TWILIO_API_KEY=${THREADS.api_key_sid}
#TWILIO_API_SECRET=${THREADS.api_key_secret}`)
