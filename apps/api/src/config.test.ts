import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import '@muster/contract/issues'
import { ConfigError, listMisspelt, readConfig } from './config.ts'
import { loadKeys } from './signing/keys.ts'

const read = (env: Record<string, string>) => readConfig(env, '/nowhere')
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://x@db.example/muster?sslmode=verify-full',
  LINK_KEYS: 'x',
  SESSION_KEYS: 'x',
  PUBLIC_URL: 'https://muster.example',
}

const organization_id = '019d0000-0000-7000-8000-000000000000'
const TWILIO = {
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'x',
  TWILIO_NUMBERS: `+46701234567=${organization_id}, +12025550100`,
}
const THREADS = {
  ...TWILIO,
  TWILIO_CONVERSATIONS_SERVICE: `IS${'0'.repeat(32)}`,
  TWILIO_API_KEY: `SK${'0'.repeat(32)}`,
  TWILIO_API_SECRET: 'x',
}

it('writes READY_FILE only where it is named, relative to the repository', () => {
  expect(read({}).ready_file).toBeUndefined()
  expect(read({ READY_FILE: 'ready.json' }).ready_file).toBe('/nowhere/ready.json')
})

it.each([
  { DATABASE_URL: 'postgres://x@127.0.0.1:5432/muster' },
  { DATABASE_URL: 'postgres://x@[::1]/muster' },
  { DATABASE_URL: 'postgres://x@localhost/muster?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://x@db.example/muster?sslmode=require' },
  { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://localhost:25' },
  { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtps://mail.example' },
  { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://mail.example?requireTLS=true' },
  { DATABASE_URL: 'postgres://x@db.example/muster', ALLOW_UNENCRYPTED_CONNECTIONS: '1' },
])('in production %j is encrypted, stays on this machine or is allowed', (env) => {
  expect(read({ ...PRODUCTION, ...env })).toMatchObject({ production: true })
})

describe('a wrong setting', () => {
  it.each([
    ...[
      'https://muster.example/app',
      'https://user@muster.example',
      'https://muster.example/?x=1',
      'muster.example',
    ].map((value) => ['PUBLIC_URL', value, 'without a path, a user or a query']),
    ...['127.0.0', 'true', 'haproxy.local', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '10.0.0.1, proxy'].map(
      (value) => ['TRUSTED_PROXIES', value, 'names are not looked up'],
    ),
    ...['0.0.0.0/0', '::/0', '0.0.0.0/00'].map((value) => [
      'TRUSTED_PROXIES',
      value,
      'would let every client choose its own',
    ]),
    ...['*', 'app.example', 'https://app.example/x', 'https://a.example, *'].map((value) => [
      'ALLOWED_ORIGINS',
      value,
      'it is written https://muster.example',
    ]),
    ...['0x10', '1e3', ' 3001', '-1', '3001.5'].map((value) => [
      'WORKER_PORT',
      value,
      'it is a whole number',
    ]),
    ['PORT', '70000', '65535'],
    ['HTTP_CONNECTIONS', '0', '>0'],
    ['DATABASE_CONNECTIONS', '1', '>=2'],
    ['LOG_SAMPLE', '1.5', '<=1'],
    ['MAILS_PER_SECOND', '1e3', 'it is a number such as 2 or 0.5'],
    ['SMS_PER_SECOND', '0', '>0'],
    ['SHUTDOWN_DELAY_SECONDS', '16', '<=15'],
  ])('%s=%s is refused in a sentence', (name = '', value = '', sentence = '') => {
    expect(() => read({ [name]: value })).toThrow(ConfigError)
    expect(() => read({ [name]: value })).toThrow(`The setting ${name} is wrong: `)
    expect(() => read({ [name]: value })).toThrow(sentence)
  })

  it('is none of these', () => {
    const env = {
      PUBLIC_URL: 'https://muster.example/',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, ::1, fd00::/8',
      ALLOWED_ORIGINS: 'https://app.example, http://localhost:5173/',
      WORKER_PORT: '3001',
      MAILS_PER_SECOND: '0.5',
      SHUTDOWN_DELAY_SECONDS: '0.2',
    }
    expect(read(env)).toMatchObject({
      public_url: 'https://muster.example',
      trusted_proxies: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'],
      allowed_origins: ['https://muster.example', 'https://app.example', 'http://localhost:5173'],
      worker_port: 3001,
      mails_per_second: 0.5,
      shutdown_delay_ms: 200,
    })
  })

  it.each([
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['SESSION_KEY', 'SESSION_KEYS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_URLFILE', 'DATABASE_URL_FILE'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['public_url', 'PUBLIC_URL'],
  ])('%s is warned of, and not refused', (name, meant) => {
    expect(read({ [name]: 'x' })).toMatchObject({ production: false })
    expect(listMisspelt({ [name]: 'x' })).toEqual([
      `${name} is not a setting and is not read: is ${meant} meant?`,
    ])
  })

  it('is no name of others', () => {
    const of_shells = 'HOME PATH HOSTNAME NODE_PATH NODE_OPTIONS SITE_URL TZ LANG OTEL_EXPORTER_OTLP_HEADERS'
    // What Kubernetes sets where a service is called muster.
    const of_clusters =
      'MUSTER_PORT MUSTER_PORT_80_TCP MUSTER_PORT_80_TCP_ADDR MUSTER_SERVICE_HOST MUSTER_SERVICE_PORT MUSTER_SERVICE_PORT_HTTP'
    const names = [...`${of_shells} ${of_clusters}`.split(' '), ...Object.keys(PRODUCTION)]
    expect(listMisspelt(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
  })
})

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
    [
      { MAIL_PROVIDER: 'pigeon' },
      'MAIL_PROVIDER is wrong: Invalid option: expected one of "sendgrid"|"smtp"|"capture"',
    ],
    [{ SMS_PROVIDER: 'twilio' }, 'TWILIO_ACCOUNT_SID is missing'],
    [{ SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1' }, 'TWILIO_ACCOUNT_SID is wrong'],
    [{ SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` }, 'TWILIO_AUTH_TOKEN is missing'],
    [{ TWILIO_NUMBERS: '070-123' }, 'TWILIO_NUMBERS is wrong: a number is written'],
    [{ ...THREADS, TWILIO_API_KEY: '' }, 'TWILIO_API_KEY is missing: TWILIO_CONVERSATIONS_SERVICE needs it'],
    [{ ...THREADS, TWILIO_API_SECRET: '' }, 'TWILIO_API_SECRET is missing'],
    [{ ...THREADS, TWILIO_CONVERSATIONS_SERVICE: '' }, 'TWILIO_CONVERSATIONS_SERVICE is missing'],
    [{ ...THREADS, TWILIO_CONVERSATIONS_SERVICE: 'IS1' }, 'it is IS and 32 digits'],
    [{ ...THREADS, TWILIO_NUMBERS: '+12025550100' }, 'TWILIO_NUMBERS names no number'],
    [{ SENDGRID_API_KEY: 'SG.x' }, 'MAIL_PROVIDER is missing: without it SENDGRID_API_KEY is not used'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_PROVIDER is missing'],
    [{ ...TWILIO, SMS_PROVIDER: '' }, 'SMS_PROVIDER is missing'],
    [{ ...PRODUCTION, LINK_KEYS: '' }, 'LINK_KEYS must be set in production'],
    [{ ...PRODUCTION, PUBLIC_URL: '' }, 'PUBLIC_URL must be set in production'],
    [{ ...PRODUCTION, PUBLIC_URL: 'http://muster.example' }, 'PUBLIC_URL must begin with https://'],
    [
      { ...PRODUCTION, PUBLIC_API_URL: 'http://api.muster.example' },
      'PUBLIC_API_URL must begin with https://',
    ],
    [{ NATS_URL: 'http://nats.example' }, 'NATS_URL is wrong: an address is written'],
    [
      { ...PRODUCTION, DATABASE_URL: 'postgres://x@db.example/muster' },
      'DATABASE_URL names another machine without encryption: add sslmode=verify-full',
    ],
    [{ ...PRODUCTION, DATABASE_URL: 'postgres://x@db.example/muster?sslmode=disable' }, 'DATABASE_URL names'],
    [{ ...PRODUCTION, DATABASE_URL: 'postgres://x@db.example/muster?sslmode=prefer' }, 'DATABASE_URL names'],
    [{ ...PRODUCTION, DATABASE_DIRECT_URL: 'postgres://x@db.example/muster' }, 'DATABASE_DIRECT_URL names'],
    [{ ...PRODUCTION, DATABASE_OWNER_URL: 'postgres://x@db.example/muster' }, 'DATABASE_OWNER_URL names'],
    [
      { ...PRODUCTION, MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://mail.example' },
      'SMTP_URL names another machine without encryption: use smtps://',
    ],
    [{ SMS_COSTLY_PREFIXES: '8816' }, 'SMS_COSTLY_PREFIXES is wrong: a prefix is written'],
    [{ SMS_SENDER_APPROVAL: 'never' }, 'SMS_SENDER_APPROVAL is wrong'],
    [{ ORGANIZATION_CREATION: 'nobody' }, 'ORGANIZATION_CREATION is wrong'],
    [{ MAILS_PER_SECOND: '-1' }, 'MAILS_PER_SECOND is wrong'],
    [{ LOG_SAMPLE: '10' }, 'LOG_SAMPLE is wrong'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is wrong'],
    [{ ...PRODUCTION, MAIL_PROVIDER: 'capture' }, 'not for production'],
  ])('names what is wrong: %j', (env, sentence) => {
    expect(() => read(env)).toThrow(ConfigError)
    expect(() => read(env)).toThrow(sentence)
  })

  it('reads numbers with and without an organisation', () => {
    expect(read(TWILIO).sms).toMatchObject({
      numbers: [
        { number: '+46701234567', organization_id },
        { number: '+12025550100', organization_id: null },
      ],
    })
  })

  it('has two-way threads only where they are configured', () => {
    expect(read(TWILIO).sms).not.toHaveProperty('threads')
    expect(read(THREADS).sms).toMatchObject({
      threads: { host: 'https://conversations.twilio.com', api_key_secret: 'x' },
    })
  })
})

describe('secrets of each process', () => {
  const ALL = {
    ...PRODUCTION,
    ...THREADS,
    MAIL_PROVIDER: 'sendgrid',
    SENDGRID_API_KEY: 'SG.x',
    SENDGRID_WEBHOOK_KEY: 'A'.repeat(80),
  }
  const SMTP = { ...PRODUCTION, MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtps://mail.example' }

  it.each([
    ['server', ALL, 'SENDGRID_API_KEY', true],
    ['server', SMTP, 'SMTP_URL', true],
    ['server', ALL, 'SESSION_KEYS', false],
    ['server', ALL, 'TWILIO_API_SECRET', false],
    ['worker', ALL, 'SENDGRID_API_KEY', false],
    ['worker', SMTP, 'SMTP_URL', false],
    ['worker', ALL, 'SESSION_KEYS', true],
    ['worker', ALL, 'TWILIO_API_SECRET', true],
    ['command', ALL, 'SENDGRID_API_KEY', true],
    ['command', SMTP, 'SMTP_URL', true],
    ['command', ALL, 'SESSION_KEYS', true],
    ['command', ALL, 'TWILIO_API_SECRET', true],
    ['both', ALL, 'SENDGRID_API_KEY', false],
    ['both', SMTP, 'SMTP_URL', false],
    ['both', ALL, 'SESSION_KEYS', false],
    ['both', ALL, 'TWILIO_API_SECRET', false],
    // Server and worker both use these.
    ['server', ALL, 'LINK_KEYS', false],
    ['worker', ALL, 'LINK_KEYS', false],
    ['server', ALL, 'TWILIO_AUTH_TOKEN', false],
    ['worker', ALL, 'TWILIO_AUTH_TOKEN', false],
  ] as const)('a %s with %o but without %s: %s', (part, env, name, starts) => {
    const start = () => readConfig({ ...env, [name]: undefined }, '/nowhere', part)
    if (starts) expect(start()).toBeDefined()
    else expect(start).toThrow(new RegExp(`${name}.* (is missing|must be set)`))
  })

  it('a worker without SESSION_KEYS signs with a key that no server knows', async () => {
    const env = { ...PRODUCTION, LINK_KEYS: 'x'.repeat(32), SESSION_KEYS: undefined }
    const [one, other] = [
      await loadKeys(readConfig(env, '/nowhere', 'worker')),
      await loadKeys(readConfig(env, '/nowhere', 'worker')),
    ]
    expect(one.session[0].kid).not.toBe(other.session[0].kid)
    expect(one.link).toEqual(other.link)
  })

  it('keys that are none are named as a setting', async () => {
    const config = readConfig({ ...PRODUCTION, LINK_KEYS: 'x'.repeat(32) }, '/nowhere', 'server')
    await expect(loadKeys(config)).rejects.toThrow('The setting SESSION_KEYS holds no usable keys')
  })
})

it.each([
  ['automatic on a laptop', {}, 'auto'],
  ['by hand in production', PRODUCTION, 'manual'],
  ['as it is set', { ...PRODUCTION, SMS_SENDER_APPROVAL: 'auto' }, 'auto'],
])('the approval of senders is %s', (_name, env, expected) => {
  expect(read(env).sms_sender_approval).toBe(expected)
})

describe('organisations an account may create in a day', () => {
  it.each([
    ['as many as it likes on a laptop', {}, undefined],
    ['ten in production', PRODUCTION, 10],
    ['as many as are set', { ...PRODUCTION, ORGANIZATIONS_PER_DAY: '3' }, 3],
  ])('%s', (_name, env, expected) => {
    expect(read(env).limits.organizations_per_day).toBe(expected)
  })
})

describe('the description of the calls', () => {
  it('is there unless it is switched off', () => {
    expect(read({}).api_docs).toBe(true)
    expect(read({ API_DOCS: '0' }).api_docs).toBe(false)
    expect(() => read({ API_DOCS: 'no' })).toThrow('API_DOCS is wrong')
  })
})

it('takes plain http in production on this machine only', () => {
  for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(read({ ...PRODUCTION, PUBLIC_URL }).public_url).toBe(PUBLIC_URL)
})

describe('secrets in files', () => {
  let dir: string
  beforeAll(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'muster-secrets-'))
    writeFileSync(path.join(dir, 'token'), 'a-token-of-the-scraper\n')
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  it('are read without the end of the line', () => {
    const METRICS_TOKEN_FILE = path.join(dir, 'token')
    expect(read({ METRICS_TOKEN_FILE }).metrics_token).toBe('a-token-of-the-scraper')
    expect(() => read({ METRICS_TOKEN_FILE, METRICS_TOKEN: 'a-token-of-the-scraper' })).toThrow(
      'Set METRICS_TOKEN or METRICS_TOKEN_FILE, not both.',
    )
  })

  it('must be there', () => {
    expect(() => read({ DATABASE_URL_FILE: '/nowhere/url' })).toThrow(
      'The file /nowhere/url, which DATABASE_URL_FILE names, cannot be read.',
    )
  })
})

it('knows whether it was told where it runs', () => {
  expect(read({}).names_environment).toBe(false)
  expect(read({ NODE_ENV: '' }).names_environment).toBe(false)
  expect(read(PRODUCTION).names_environment).toBe(true)
})
