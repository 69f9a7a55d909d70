import { type Config, needed } from '../config.ts'
import type { Deps } from '../deps.ts'
import { openCapture } from './capture.ts'
import type { MailProvider, Providers, SmsProvider } from './provider.ts'
import { openSendGrid } from './sendgrid.ts'
import { openSmtp } from './smtp.ts'
import { openThreads } from './threads.ts'
import { openTwilio } from './twilio.ts'
import { type Conversations, openConversations } from './twilio-conversations.ts'

/** Messages of a channel without a provider stay queued (D30). */
export function openProviders(deps: Pick<Deps, 'config' | 'now' | 'db'>): Providers {
  return { mail: openMail(deps), sms: openSms(deps) }
}

function openMail({ config, now }: Pick<Deps, 'config' | 'now'>): MailProvider | undefined {
  const { mail, data_dir } = config
  if (mail?.provider === 'sendgrid')
    return openSendGrid({ ...mail, api_key: needed('sending', 'SENDGRID_API_KEY', mail.api_key) })
  if (mail?.provider === 'smtp') return openSmtp({ ...mail, url: needed('sending', 'SMTP_URL', mail.url) })
  return mail && openCapture({ data_dir, now }).mail
}

function openSms({ config, now, db }: Pick<Deps, 'config' | 'now' | 'db'>): SmsProvider | undefined {
  const { sms, data_dir, public_api_url } = config
  if (sms?.provider === 'twilio') {
    const conversations = openConfiguredConversations(config)
    const threads = conversations && openThreads({ db }, conversations)
    return openTwilio({ ...sms, public_api_url, threads })
  }
  return sms && openCapture({ data_dir, now }).sms
}

export function openConfiguredConversations({ sms }: Config): Conversations | undefined {
  if (sms?.provider !== 'twilio' || !sms.threads) return undefined
  return openConversations({ account_sid: sms.account_sid, auth_token: sms.auth_token, ...sms.threads })
}
