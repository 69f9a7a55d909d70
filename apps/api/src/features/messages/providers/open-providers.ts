import type { Deps } from '../../../deps.ts'
import type { MailProvider, Providers, SmsProvider } from '../mail.ts'
import { openCapture } from './capture.ts'
import { openSendGrid } from './sendgrid.ts'
import { openSmtp } from './smtp.ts'
import { openTwilio } from './twilio.ts'

/** D30: by configuration. Undefined: messages wait, and nothing claims to have sent them. */
export function openProviders({ config, now }: Pick<Deps, 'config' | 'now'>): Providers {
  const capture = openCapture({ data_dir: config.data_dir, now })

  function openMail(): MailProvider | undefined {
    switch (config.mail?.provider) {
      case 'sendgrid':
        return openSendGrid(config.mail)
      case 'smtp':
        return openSmtp(config.mail)
      case 'capture':
        return capture.mail
      case undefined:
        return undefined
    }
  }

  function openSms(): SmsProvider | undefined {
    switch (config.sms?.provider) {
      case 'twilio':
        return openTwilio({ ...config.sms, public_api_url: config.public_api_url })
      case 'capture':
        return capture.sms
      case undefined:
        return undefined
    }
  }

  return { mail: openMail(), sms: openSms() }
}
