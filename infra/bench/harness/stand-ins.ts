import { SendGridFake } from '../../fakes/sendgrid.ts'
import { TwilioFake } from '../../fakes/twilio.ts'

/* The stand-ins run in their own process, so that they do not add to the worker's cost. */

const [sendgrid, twilio] = await Promise.all([SendGridFake.open(), TwilioFake.open()])
process.on('disconnect', () => process.exit())
process.send?.(`${sendgrid.url} ${twilio.url}`)
