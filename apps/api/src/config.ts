import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type Environment, environment } from './environment.ts'

export type Config = ReturnType<typeof readConfig>

/** Its message is one sentence for the operator. */
/** The contract gives zod's errors texts for people who fill in forms. */
const ENGLISH = { error: z.locales.en().localeError }

export class ConfigError extends Error {}

/** Server and worker need only the secrets that they use. A command checks for what it uses itself. */
export type Part = 'server' | 'worker' | 'both' | 'command'

/** Reads the environment; nothing else does. Throws `ConfigError`. */
export function readConfig(env: Record<string, string | undefined>, root: string, part: Part = 'both') {
  const settings = withoutEmpty(env)
  const parsed = environment.safeParse({ ...settings, ...readSecretFiles(settings) }, ENGLISH)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`The setting ${String(issue?.path[0])} is wrong: ${issue?.message}.`)
  }
  const e = parsed.data
  const production = e.NODE_ENV === 'production'
  const embedded = e.DATABASE_URL === undefined
  if (production && embedded) {
    throw new ConfigError('DATABASE_URL must name a PostgreSQL database in production.')
  }
  const [sends, serves] = [part === 'worker' || part === 'both', part === 'server' || part === 'both']
  const keys = serves ? (['LINK_KEYS', 'SESSION_KEYS'] as const) : (['LINK_KEYS'] as const)
  const missing = keys.filter((name) => !e[name])
  if (production && missing.length > 0) {
    throw new ConfigError(
      `${missing.join(' and ')} must be set in production; \`npm run muster -- generate-keys\` makes them.`,
    )
  }
  if (production && !e.PUBLIC_URL) {
    throw new ConfigError('PUBLIC_URL must be set in production: links in messages lead there.')
  }
  if (production && (e.MAIL_PROVIDER === 'capture' || e.SMS_PROVIDER === 'capture')) {
    throw new ConfigError('The provider "capture" sends nothing, so it is not for production.')
  }
  if (production) {
    requireHttps(e)
    requireEncryption(e)
  }
  const public_url = e.PUBLIC_URL ?? `http://localhost:${e.PORT}`
  return {
    production,
    /** If false, servers and workers would use a laptop's defaults: each has its own keys and sends no messages. */
    names_environment: settings['NODE_ENV'] !== undefined,
    host: e.HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0'),
    port: e.PORT,
    /** Port for a separate worker's health and metrics. Undefined: it has no port. */
    worker_port: e.WORKER_PORT,
    database_url: e.DATABASE_URL,
    database_owner_url: e.DATABASE_OWNER_URL,
    /** URL of PostgreSQL itself. Set where `database_url` leads through a pooler in transaction mode. */
    database_direct_url: e.DATABASE_DIRECT_URL,
    database_connections: e.DATABASE_CONNECTIONS,
    /** Servers of one NATS cluster. Empty: PostgreSQL carries the announcements between processes. */
    nats_urls: e.NATS_URL,
    http_connections: e.HTTP_CONNECTIONS,
    api_docs: e.API_DOCS,
    data_dir: path.resolve(root, e.MUSTER_DATA_DIR),
    demo: !production && (e.MUSTER_DEMO ?? embedded),
    ready_file: e.READY_FILE && path.resolve(root, e.READY_FILE),
    public_url,
    admin_api_url: e.ADMIN_API_URL ?? public_url,
    public_api_url: e.PUBLIC_API_URL ?? public_url,
    allowed_origins: [public_url, ...e.ALLOWED_ORIGINS],
    trusted_proxies: e.TRUSTED_PROXIES,
    mail: readMail(e, sends),
    mail_from: e.MAIL_FROM ?? `no-reply@${new URL(public_url).hostname}`,
    sms: readSms(e, serves),
    mails_per_second: e.MAILS_PER_SECOND ?? Number.POSITIVE_INFINITY,
    sms_per_second: e.SMS_PER_SECOND ?? Number.POSITIVE_INFINITY,
    allowed_costly_prefixes: e.SMS_COSTLY_PREFIXES,
    sms_sender_approval: e.SMS_SENDER_APPROVAL ?? (production ? 'manual' : 'auto'),
    /** The first key signs, all verify (D17). Undefined: the keys are kept in the data directory. */
    link_keys: e.LINK_KEYS,
    /** JSON Web Key Set of ES256 keys, used like `link_keys`. */
    session_keys: e.SESSION_KEYS,
    shutdown_delay_ms: (e.SHUTDOWN_DELAY_SECONDS ?? (production ? 5 : 0)) * 1_000,
    log_level: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    /** Fraction of the requests, and of the messages they cause, whose success is logged. */
    log_sample: e.LOG_SAMPLE,
    tracing: e.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT,
          service: e.OTEL_SERVICE_NAME,
          sample: e.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    /** Undefined: `/metrics` answers only this machine, and in production no client. */
    metrics_token: e.METRICS_TOKEN,
    /** `operators`: organisations are created by the command line only. */
    organization_creation: e.ORGANIZATION_CREATION,
    offline_copies: e.OFFLINE_COPIES,
    public_cache_bytes: e.PUBLIC_CACHE_MB * 1_000_000,
    limits: {
      signups_per_minute: e.SIGNUPS_PER_MINUTE,
      signup_refusals_per_minute: e.SIGNUP_REFUSALS_PER_MINUTE,
      logins_per_minute: e.LOGINS_PER_MINUTE,
      requests_per_minute: e.REQUESTS_PER_MINUTE,
      /** K1: limit per API key and process. */
      key_requests_per_minute: e.KEY_REQUESTS_PER_MINUTE,
      live: { sockets: e.LIVE_SOCKETS_PER_ADDRESS, joins_per_minute: e.LIVE_JOINS_PER_MINUTE },
      /** Limits of one organisation, and of all together that one account created. Undefined: no limit. */
      messages_per_day: {
        EMAIL: e.EMAILS_PER_DAY ?? (production ? 20_000 : undefined),
        SMS: e.SMS_PER_DAY ?? (production ? 5_000 : undefined),
      },
      /** D65 */
      messages_per_recipient: { EMAIL: e.EMAILS_PER_RECIPIENT_AND_DAY, SMS: e.SMS_PER_RECIPIENT_AND_DAY },
      messages_per_day_in_total: { EMAIL: e.EMAILS_PER_DAY_IN_TOTAL, SMS: e.SMS_PER_DAY_IN_TOTAL },
      organizations_per_day: e.ORGANIZATIONS_PER_DAY ?? (production ? 10 : undefined),
      /** D66 */
      shifts_per_event: e.SHIFTS_PER_EVENT,
      roles_per_event: e.ROLES_PER_EVENT,
      events_per_organization: e.EVENTS_PER_ORGANIZATION,
      people_per_organization: e.PEOPLE_PER_ORGANIZATION,
    },
  }
}

/** Read by a library, from the environment of the process. */
const OF_LIBRARIES = ['OTEL_EXPORTER_OTLP_HEADERS']

/** Returns a sentence for each name that looks like a misspelt setting. A cluster sets others, MUSTER_PORT for example. */
export function listMisspelt(env: Record<string, string | undefined>): string[] {
  const known = [...Object.keys(environment.shape), ...SECRETS.map((name) => `${name}_FILE`), ...OF_LIBRARIES]
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return []
    const meant = known.find((each) => countEdits(name.toUpperCase(), each) <= mostEdits(each))
    return meant === undefined ? [] : [`${name} is not a setting and is not read: is ${meant} meant?`]
  })
}

/** Short names differ in few letters from others: HOST from HOME, PORT from PATH. */
const mostEdits = ({ length }: string) => (length < 6 ? 0 : length < 10 ? 1 : 3)

/** Returns the number of letters to insert, delete, replace or swap with their neighbour. */
function countEdits(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= from.length; row++) {
    rows.push([row])
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(from.length, to.length)
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Without HTTPS, passwords and personal links would be readable in transit. Loopback addresses may use HTTP. */
function requireHttps(e: Environment): void {
  for (const name of ['PUBLIC_URL', 'ADMIN_API_URL', 'PUBLIC_API_URL'] as const) {
    const address = e[name]
    if (address === undefined) continue
    const { protocol, hostname } = new URL(address)
    if (protocol === 'https:' || LOOPBACK.includes(hostname)) continue
    throw new ConfigError(`${name} must begin with https:// in production.`)
  }
}

/** Every name, address and message is sent over these connections. */
function requireEncryption(e: Environment): void {
  if (e.ALLOW_UNENCRYPTED_CONNECTIONS) return
  const addresses = [
    ['DATABASE_URL', e.DATABASE_URL, 'add sslmode=verify-full'],
    ['DATABASE_OWNER_URL', e.DATABASE_OWNER_URL, 'add sslmode=verify-full'],
    ['DATABASE_DIRECT_URL', e.DATABASE_DIRECT_URL, 'add sslmode=verify-full'],
    ['SMTP_URL', e.SMTP_URL, 'use smtps://, or add requireTLS=true'],
  ] as const
  for (const [name, address, how] of addresses) {
    if (address === undefined || isEncrypted(new URL(address))) continue
    throw new ConfigError(
      `${name} names another machine without encryption: ${how}, or set ALLOW_UNENCRYPTED_CONNECTIONS=1 if no stranger can reach that network.`,
    )
  }
}

/** Returns true also for a connection that never leaves this machine. */
function isEncrypted({ protocol, hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  if (host === '' || host.startsWith('/') || LOOPBACK.includes(host)) return true
  if (protocol === 'smtps:' || searchParams.get('requireTLS') === 'true') return true
  return ENCRYPTED_MODES.includes(searchParams.get('sslmode') ?? '')
}

/** SSL modes with which node-postgres never falls back to an unencrypted connection. */
const ENCRYPTED_MODES = ['require', 'verify-ca', 'verify-full', 'no-verify']

/** `sends`: the provider's secret is required. */
function readMail(e: Environment, sends: boolean) {
  const { SENDGRID_API_KEY, SMTP_URL } = e
  if (!e.MAIL_PROVIDER) refuseUnused('MAIL_PROVIDER', { SENDGRID_API_KEY, SMTP_URL })
  switch (e.MAIL_PROVIDER ?? standardProvider(e)) {
    case 'sendgrid':
      return {
        provider: 'sendgrid' as const,
        api_key: sends
          ? needed('MAIL_PROVIDER=sendgrid', 'SENDGRID_API_KEY', SENDGRID_API_KEY)
          : SENDGRID_API_KEY,
        host: e.SENDGRID_HOST,
        webhook_key: needed('MAIL_PROVIDER=sendgrid', 'SENDGRID_WEBHOOK_KEY', e.SENDGRID_WEBHOOK_KEY),
      }
    case 'smtp':
      return {
        provider: 'smtp' as const,
        url: sends ? needed('MAIL_PROVIDER=smtp', 'SMTP_URL', SMTP_URL) : SMTP_URL,
      }
    case 'capture':
      return { provider: 'capture' as const }
    default:
      return undefined
  }
}

/** `serves`: the secret that signs the browsers' tokens is required. */
function readSms(e: Environment, serves: boolean) {
  if (!e.SMS_PROVIDER) refuseUnused('SMS_PROVIDER', { TWILIO_ACCOUNT_SID: e.TWILIO_ACCOUNT_SID })
  switch (e.SMS_PROVIDER ?? standardProvider(e)) {
    case 'twilio':
      return {
        provider: 'twilio' as const,
        account_sid: needed('SMS_PROVIDER=twilio', 'TWILIO_ACCOUNT_SID', e.TWILIO_ACCOUNT_SID),
        auth_token: needed('SMS_PROVIDER=twilio', 'TWILIO_AUTH_TOKEN', e.TWILIO_AUTH_TOKEN),
        host: e.TWILIO_HOST,
        numbers: e.TWILIO_NUMBERS,
        ...readThreads(e, serves),
      }
    case 'capture':
      return { provider: 'capture' as const }
    default:
      return undefined
  }
}

function readThreads(e: Environment, serves: boolean) {
  const { TWILIO_CONVERSATIONS_SERVICE, TWILIO_API_KEY, TWILIO_API_SECRET } = e
  const settings = { TWILIO_CONVERSATIONS_SERVICE, TWILIO_API_KEY, TWILIO_API_SECRET }
  const because = Object.entries(settings).find(([, value]) => value !== undefined)?.[0]
  if (!because) return {}
  if (e.TWILIO_NUMBERS.every(({ organization_id }) => organization_id === null)) {
    throw new ConfigError(
      `The setting TWILIO_NUMBERS names no number that is one organisation's own: ${because} needs one.`,
    )
  }
  return {
    threads: {
      host: e.TWILIO_CONVERSATIONS_HOST,
      service_sid: needed(because, 'TWILIO_CONVERSATIONS_SERVICE', TWILIO_CONVERSATIONS_SERVICE),
      api_key_sid: needed(because, 'TWILIO_API_KEY', TWILIO_API_KEY),
      api_key_secret: serves ? needed(because, 'TWILIO_API_SECRET', TWILIO_API_SECRET) : TWILIO_API_SECRET,
    },
  }
}

/** In production a missing provider must not make messages look sent. */
const standardProvider = (e: Environment) => (e.NODE_ENV === 'production' ? undefined : ('capture' as const))

function refuseUnused(chooses: string, settings: Record<string, string | undefined>): void {
  const [unused] = Object.entries(settings).find(([, value]) => value !== undefined) ?? []
  if (unused) throw new ConfigError(`The setting ${chooses} is missing: without it ${unused} is not used.`)
}

export function needed(because: string, name: string, value: string | undefined): string {
  if (value === undefined) throw new ConfigError(`The setting ${name} is missing: ${because} needs it.`)
  return value
}

/** `PORT=` in a file means not set. */
function withoutEmpty(env: Record<string, string | undefined>): Record<string, string> {
  const set = Object.entries(env).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return Object.fromEntries(set)
}

/** Settings whose value may be in a file, because container platforms mount secrets as files. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_DIRECT_URL',
  'LINK_KEYS',
  'SESSION_KEYS',
  'SENDGRID_API_KEY',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_API_SECRET',
  'METRICS_TOKEN',
] as const satisfies readonly (keyof Environment)[]

function readSecretFiles(settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    SECRETS.flatMap((name) => {
      const file = settings[`${name}_FILE`]
      if (file === undefined) return []
      if (settings[name] !== undefined) throw new ConfigError(`Set ${name} or ${name}_FILE, not both.`)
      return [[name, readSecret(`${name}_FILE`, file)]]
    }),
  )
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new ConfigError(`The file ${file}, which ${name} names, cannot be read.`, { cause })
  }
}
