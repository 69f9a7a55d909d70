import path from 'node:path'
import { z } from 'zod'

/*
 * All configuration, parsed once. Nothing else reads the environment. Every setting is described in
 * .env.example; a wrong one stops the start with one sentence that names it.
 */

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const list = z.string().transform((value) => value.split(',').flatMap((item) => item.trim() || []))
const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin)
/** `+46701234567=<id of the organisation>`, or a number alone: everybody's who has none. */
const numbers = list.pipe(
  z.array(
    z
      .string()
      .regex(
        /^\+[1-9]\d{6,14}(=[0-9a-f-]{36})?$/,
        'a number is written +46701234567 or +46701234567=organisation id',
      )
      .transform((value) => {
        const [number = '', organization_id] = value.split('=')
        return { number, organization_id: organization_id ?? null }
      }),
  ),
)
const prefixes = list.pipe(
  z.array(z.string().regex(/^\+[1-9]\d{0,14}$/, 'a prefix is written +8816 or +46900')),
)
/** Twilio's names: two letters say of what. */
const sid = (kind: string) =>
  z.string().regex(new RegExp(`^${kind}[0-9a-f]{32}$`), `it is ${kind} and 32 digits`)
const perMinute = (standard: number) => z.coerce.number().int().positive().default(standard)

const perDay = z.coerce.number().int().positive().optional()

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(500).default(20),
  HTTP_CONNECTIONS: z.coerce.number().int().min(1).max(1_000_000).default(20_000),
  API_DOCS: flag.default(true),
  MUSTER_DATA_DIR: z.string().min(1).default('.data'),
  MUSTER_DEMO: flag.optional(),
  PUBLIC_URL: origin.optional(),
  ADMIN_API_URL: origin.optional(),
  PUBLIC_API_URL: origin.optional(),
  ALLOWED_ORIGINS: list.default([]),
  TRUSTED_PROXIES: list.default([]),
  MAIL_PROVIDER: z.enum(['sendgrid', 'smtp', 'capture']).optional(),
  MAIL_FROM: z.email().optional(),
  MAILS_PER_SECOND: z.coerce.number().positive().optional(),
  SENDGRID_API_KEY: z.string().startsWith('SG.').optional(),
  SENDGRID_HOST: origin.default('https://api.sendgrid.com'),
  SENDGRID_WEBHOOK_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{80,}=*$/, 'it is the public key in base64')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMS_PROVIDER: z.enum(['twilio', 'capture']).optional(),
  SMS_PER_SECOND: z.coerce.number().positive().optional(),
  SMS_COSTLY_PREFIXES: prefixes.default([]),
  SMS_SENDER_APPROVAL: z.enum(['manual', 'auto']).optional(),
  TWILIO_ACCOUNT_SID: sid('AC').optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_HOST: origin.default('https://api.twilio.com'),
  TWILIO_NUMBERS: numbers.default([]),
  TWILIO_CONVERSATIONS_SERVICE: sid('IS').optional(),
  TWILIO_CONVERSATIONS_HOST: origin.default('https://conversations.twilio.com'),
  TWILIO_API_KEY: sid('SK').optional(),
  TWILIO_API_SECRET: z.string().min(1).optional(),
  LINK_KEYS: list.optional(),
  SESSION_KEYS: z.string().optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'it is at least 16 characters without a space')
    .optional(),
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(15).optional(),
  PUBLIC_CACHE_MB: z.coerce.number().int().min(1).max(65_536).default(256),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  SIGNUPS_PER_MINUTE: perMinute(1_200),
  SIGNUP_REFUSALS_PER_MINUTE: perMinute(60),
  LOGINS_PER_MINUTE: perMinute(10),
  REQUESTS_PER_MINUTE: perMinute(6_000),
  LIVE_SOCKETS_PER_ADDRESS: z.coerce.number().int().positive().default(2_000),
  LIVE_JOINS_PER_MINUTE: perMinute(3_000),
  EMAILS_PER_DAY: perDay,
  SMS_PER_DAY: perDay,
  EMAILS_PER_DAY_IN_TOTAL: perDay,
  SMS_PER_DAY_IN_TOTAL: perDay,
  ORGANIZATIONS_PER_DAY: perDay,
})

export type Config = ReturnType<typeof readConfig>

/** A setting is missing or wrong. The message is one sentence for whoever starts the program. */
export class ConfigError extends Error {}

export function readConfig(env: Record<string, string | undefined>, root: string) {
  const parsed = environment.safeParse(withoutEmpty(env))
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
  if (production && (!e.LINK_KEYS || !e.SESSION_KEYS)) {
    throw new ConfigError(
      'LINK_KEYS and SESSION_KEYS must be set in production; `npm run muster -- generate-keys` makes them.',
    )
  }
  if (production && !e.PUBLIC_URL) {
    throw new ConfigError('PUBLIC_URL must be set in production: links in messages lead there.')
  }
  if (production && (e.MAIL_PROVIDER === 'capture' || e.SMS_PROVIDER === 'capture')) {
    throw new ConfigError('The provider "capture" sends nothing, so it is not for production.')
  }
  const public_url = e.PUBLIC_URL ?? `http://localhost:${e.PORT}`
  return {
    production,
    /** D9: without an address of its own, the embedded run is for this machine alone. */
    host: e.HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0'),
    port: e.PORT,
    /** Undefined: PostgreSQL from the npm package, in the data directory. */
    database_url: e.DATABASE_URL,
    database_owner_url: e.DATABASE_OWNER_URL ?? e.DATABASE_URL,
    database_connections: e.DATABASE_CONNECTIONS,
    /** Of clients, to one process; those above are closed at once. */
    http_connections: e.HTTP_CONNECTIONS,
    /** Whether `/docs` is there. */
    api_docs: e.API_DOCS,
    data_dir: path.resolve(root, e.MUSTER_DATA_DIR),
    /** D9: never in production, whatever is set. */
    demo: !production && (e.MUSTER_DEMO ?? embedded),
    /** Origin of the pages, as people see it: links in messages lead there. */
    public_url,
    /** The specification names two hosts; by default both are the pages' own. */
    admin_api_url: e.ADMIN_API_URL ?? public_url,
    public_api_url: e.PUBLIC_API_URL ?? public_url,
    /** Origins whose pages may call and join live, besides our own. */
    allowed_origins: [public_url, ...e.ALLOWED_ORIGINS],
    trusted_proxies: e.TRUSTED_PROXIES,
    mail: readMail(e),
    /** What e-mail comes from; the name is the organisation's. */
    mail_from: e.MAIL_FROM ?? `no-reply@${new URL(public_url).hostname}`,
    sms: readSms(e),
    /** D30: for all workers together; each takes its part. */
    mails_per_second: e.MAILS_PER_SECOND ?? Number.POSITIVE_INFINITY,
    sms_per_second: e.SMS_PER_SECOND ?? Number.POSITIVE_INFINITY,
    /** Satellite and premium-rate numbers that SMS may go to all the same. */
    allowed_costly_prefixes: e.SMS_COSTLY_PREFIXES,
    /** Whether a sender that is not made from the organisation's name waits for `muster approve-sender`. */
    sms_sender_approval: e.SMS_SENDER_APPROVAL ?? (production ? 'manual' : 'auto'),
    /** D17: the first signs, all verify. Undefined: kept in the data directory. */
    link_keys: e.LINK_KEYS,
    /** D7: ES256 private keys as a JSON Web Key Set; the first signs. Undefined: kept in the data directory. */
    session_keys: e.SESSION_KEYS,
    /** For how long a server that is told to end still takes requests, while /readyz answers 503. */
    shutdown_delay_ms: (e.SHUTDOWN_DELAY_SECONDS ?? (production ? 5 : 0)) * 1_000,
    /** A terminal is for people: there only what needs one is said. */
    log_level: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    /** Opens `/metrics`. Undefined: to this machine alone, in production to none. */
    metrics_token: e.METRICS_TOKEN,
    /** Most memory of one process for the answers and pages of public events. */
    public_cache_bytes: e.PUBLIC_CACHE_MB * 1_000_000,
    limits: {
      /** From one address: a school class, a stadium. */
      signups_per_minute: e.SIGNUPS_PER_MINUTE,
      /** D13: those that say something of a person, per address. */
      signup_refusals_per_minute: e.SIGNUP_REFUSALS_PER_MINUTE,
      /** Wrong passwords per account and address together; the limits of each alone are looser (`login.ts`). */
      logins_per_minute: e.LOGINS_PER_MINUTE,
      /** Everything else, per address. */
      requests_per_minute: e.REQUESTS_PER_MINUTE,
      /** From one address, in one process: 500 browsers of a school that all open the page at 18:00. */
      live: { sockets: e.LIVE_SOCKETS_PER_ADDRESS, joins_per_minute: e.LIVE_JOINS_PER_MINUTE },
      /**
       * What the administrators of one organisation may send, and those of all organisations that one account created.
       * Undefined: as much as they like.
       */
      messages_per_day: { EMAIL: e.EMAILS_PER_DAY, SMS: e.SMS_PER_DAY },
      /** What the administrators of all organisations may send together. Undefined: as much as they like. */
      messages_per_day_in_total: { EMAIL: e.EMAILS_PER_DAY_IN_TOTAL, SMS: e.SMS_PER_DAY_IN_TOTAL },
      /** How many organisations one account may create. Undefined: as many as it likes. */
      organizations_per_day: e.ORGANIZATIONS_PER_DAY ?? (production ? 10 : undefined),
    },
  }
}

type Environment = z.infer<typeof environment>

/** D30. Undefined: e-mail waits in the outbox. */
function readMail(e: Environment) {
  const { SENDGRID_API_KEY, SMTP_URL } = e
  if (!e.MAIL_PROVIDER) refuseUnused('MAIL_PROVIDER', { SENDGRID_API_KEY, SMTP_URL })
  switch (e.MAIL_PROVIDER ?? standardProvider(e)) {
    case 'sendgrid':
      return {
        provider: 'sendgrid' as const,
        api_key: needed('MAIL_PROVIDER=sendgrid', 'SENDGRID_API_KEY', e.SENDGRID_API_KEY),
        host: e.SENDGRID_HOST,
        /** Checks that its events are SendGrid's own. Without events nothing is known but that it was sent. */
        webhook_key: needed('MAIL_PROVIDER=sendgrid', 'SENDGRID_WEBHOOK_KEY', e.SENDGRID_WEBHOOK_KEY),
      }
    case 'smtp':
      return { provider: 'smtp' as const, url: needed('MAIL_PROVIDER=smtp', 'SMTP_URL', e.SMTP_URL) }
    case 'capture':
      return { provider: 'capture' as const }
    default:
      return undefined
  }
}

/** D30. Undefined: SMS wait in the outbox. */
function readSms(e: Environment) {
  if (!e.SMS_PROVIDER) refuseUnused('SMS_PROVIDER', { TWILIO_ACCOUNT_SID: e.TWILIO_ACCOUNT_SID })
  switch (e.SMS_PROVIDER ?? standardProvider(e)) {
    case 'twilio':
      return {
        provider: 'twilio' as const,
        account_sid: needed('SMS_PROVIDER=twilio', 'TWILIO_ACCOUNT_SID', e.TWILIO_ACCOUNT_SID),
        auth_token: needed('SMS_PROVIDER=twilio', 'TWILIO_AUTH_TOKEN', e.TWILIO_AUTH_TOKEN),
        host: e.TWILIO_HOST,
        /** D31: a number belongs to one organisation; null: to all that have none. */
        numbers: e.TWILIO_NUMBERS,
        ...readThreads(e),
      }
    case 'capture':
      return { provider: 'capture' as const }
    default:
      return undefined
  }
}

/** D30. All of it or nothing: whoever has set a part wants two-way threads. */
function readThreads(e: Environment) {
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
      /** Signs what lets an administrator's browser in; the account's own token never leaves the server. */
      api_key_sid: needed(because, 'TWILIO_API_KEY', TWILIO_API_KEY),
      api_key_secret: needed(because, 'TWILIO_API_SECRET', TWILIO_API_SECRET),
    },
  }
}

/** On a laptop nothing leaves the machine; in production nothing pretends to have been sent. */
const standardProvider = (e: Environment) => (e.NODE_ENV === 'production' ? undefined : ('capture' as const))

/** Whoever has set these believes that messages go out. */
function refuseUnused(chooses: string, settings: Record<string, string | undefined>): void {
  const [unused] = Object.entries(settings).find(([, value]) => value !== undefined) ?? []
  if (unused) throw new ConfigError(`The setting ${chooses} is missing: without it ${unused} is not used.`)
}

function needed(because: string, name: string, value: string | undefined): string {
  if (value === undefined) throw new ConfigError(`The setting ${name} is missing: ${because} needs it.`)
  return value
}

/** `PORT=` in a file means "not set", not "the empty text". */
function withoutEmpty(env: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
}
