import { needed } from '../config.ts'
import type { Deps } from '../deps.ts'
import { createCapture } from './capture.ts'
import type { MailProvider, Providers, SmsProvider } from './provider.ts'
import { createSendGrid } from './sendgrid.ts'
import { createSmtp } from './smtp.ts'
import { createThreads } from './threads/threads.ts'
import { type Conversations, createConversations } from './threads/twilio-conversations.ts'
import { createTwilio } from './twilio.ts'

/** Messages of a channel without a provider stay queued (D30). */
export function createProviders(deps: Pick<Deps, 'config' | 'now' | 'db' | 'tracing'>): Providers {
  return { mail: createMail(deps), sms: createSms(deps) }
}

function createMail({
  config,
  now,
  tracing,
}: Pick<Deps, 'config' | 'now' | 'tracing'>): MailProvider | undefined {
  const { mail, data_dir } = config
  if (mail?.provider === 'sendgrid')
    return createSendGrid({ ...mail, api_key: needed('sending', 'SENDGRID_API_KEY', mail.api_key), tracing })
  if (mail?.provider === 'smtp')
    return createSmtp({ ...mail, url: needed('sending', 'SMTP_URL', mail.url), tracing })
  return mail && createCapture({ data_dir, now }).mail
}

function createSms({
  config,
  now,
  db,
  tracing,
}: Pick<Deps, 'config' | 'now' | 'db' | 'tracing'>): SmsProvider | undefined {
  const { sms, data_dir, public_api_url } = config
  if (sms?.provider === 'twilio') {
    const conversations = createConfiguredConversations({ config, tracing })
    const threads = conversations && createThreads({ db }, conversations)
    return createTwilio({ ...sms, public_api_url, threads, tracing })
  }
  return sms && createCapture({ data_dir, now }).sms
}

export function createConfiguredConversations({
  config: { sms },
  tracing,
}: Pick<Deps, 'config' | 'tracing'>): Conversations | undefined {
  if (sms?.provider !== 'twilio' || !sms.threads) return undefined
  return createConversations({
    account_sid: sms.account_sid,
    auth_token: sms.auth_token,
    ...sms.threads,
    tracing,
  })
}
