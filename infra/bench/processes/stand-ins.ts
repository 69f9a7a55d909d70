import { SendGridFake } from '../../fakes/sendgrid.ts'
import { TwilioFake } from '../../fakes/twilio.ts'
import { serveCommands } from '../harness/child-process.ts'

/* The stand-ins run in their own process, so that they do not add to the worker's cost. */

const commands = {
  async open() {
    const [sendgrid, twilio] = await Promise.all([SendGridFake.open(), TwilioFake.open()])
    return { sendgrid_url: sendgrid.url, twilio_url: twilio.url }
  },
}

export type StandIns = typeof commands

serveCommands(commands)
