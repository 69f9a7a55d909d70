import type { Deps } from '../../../deps.ts'
import type { MailProvider, Providers, SmsProvider } from '../mail.ts'
import { openCapture } from './capture.ts'
import { openSendGrid } from './sendgrid.ts'
import { openSmtp } from './smtp.ts'
import { openTwilio } from './twilio.ts'

/** D30: by configuration. Undefined: messages wait, and nothing claims to have sent them. */
export function openProviders(deps: Pick<Deps, 'config' | 'now'>): Providers {
  return { mail: openMail(deps), sms: openSms(deps) }
}

function openMail({ config, now }: Pick<Deps, 'config' | 'now'>): MailProvider | undefined {
  const { mail, data_dir } = config
  if (mail?.provider === 'sendgrid') return openSendGrid(mail)
  if (mail?.provider === 'smtp') return openSmtp(mail)
  return mail && openCapture({ data_dir, now }).mail
}

function openSms({ config, now }: Pick<Deps, 'config' | 'now'>): SmsProvider | undefined {
  const { sms, data_dir, public_api_url } = config
  if (sms?.provider === 'twilio') return openTwilio({ ...sms, public_api_url })
  return sms && openCapture({ data_dir, now }).sms
}
