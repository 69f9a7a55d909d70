import { SendGridFake } from '../../fakes/sendgrid.ts'
import { TwilioFake } from '../../fakes/twilio.ts'

/* In a process of their own: their cost is not the worker's. */

const [sendgrid, twilio] = await Promise.all([SendGridFake.open(), TwilioFake.open()])
process.on('disconnect', () => process.exit())
process.send?.(`${sendgrid.url} ${twilio.url}`)
