import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, '/nowhere')
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://x@db.example/muster',
  LINK_KEYS: 'x',
  SESSION_KEYS: 'x',
}

describe('providers (D30)', () => {
  it('captures on a laptop, waits in production', () => {
    expect(read({})).toMatchObject({ mail: { provider: 'capture' }, sms: { provider: 'capture' } })
    expect(read(PRODUCTION)).toMatchObject({ mail: undefined, sms: undefined })
  })

  it.each([
    [{ MAIL_PROVIDER: 'sendgrid' }, 'SENDGRID_API_KEY is missing'],
    [{ MAIL_PROVIDER: 'sendgrid', SENDGRID_API_KEY: 'SG.x' }, 'SENDGRID_WEBHOOK_KEY is missing'],
    [{ MAIL_PROVIDER: 'sendgrid', SENDGRID_API_KEY: 'key' }, 'SENDGRID_API_KEY is wrong'],
    [{ MAIL_PROVIDER: 'smtp' }, 'SMTP_URL is missing'],
    [{ MAIL_PROVIDER: 'smtp', SMTP_URL: 'https://mail.example' }, 'SMTP_URL is wrong'],
    [{ MAIL_PROVIDER: 'pigeon' }, 'MAIL_PROVIDER is wrong'],
    [{ SMS_PROVIDER: 'twilio' }, 'TWILIO_ACCOUNT_SID is missing'],
    [{ SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1' }, 'TWILIO_ACCOUNT_SID is wrong'],
    [{ SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` }, 'TWILIO_AUTH_TOKEN is missing'],
    [{ TWILIO_NUMBERS: '070-123' }, 'TWILIO_NUMBERS'],
    [{ MAILS_PER_SECOND: '-1' }, 'MAILS_PER_SECOND is wrong'],
    [{ ...PRODUCTION, MAIL_PROVIDER: 'capture' }, 'not for production'],
  ])('names what is wrong: %j', (env, sentence) => {
    expect(() => read(env)).toThrow(ConfigError)
    expect(() => read(env)).toThrow(sentence)
  })

  it('reads numbers with and without an organisation', () => {
    const organization_id = '019d0000-0000-7000-8000-000000000000'
    const { sms } = read({
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'x',
      TWILIO_NUMBERS: `+46701234567=${organization_id}, +12025550100`,
    })
    expect(sms).toMatchObject({
      numbers: [
        { number: '+46701234567', organization_id },
        { number: '+12025550100', organization_id: null },
      ],
    })
  })
})
