import { isIP } from 'node:net'
import { z } from 'zod'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const list = z.string().transform((value) => value.split(',').flatMap((item) => item.trim() || []))
/** Number() would read 0x10, 1e3 and an empty text too. */
const whole = z.string().regex(/^\d+$/, 'it is a whole number').transform(Number)
const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'it is a number such as 2 or 0.5')
  .transform(Number)
const port = whole.pipe(z.number().max(65_535))
const fraction = decimal.pipe(z.number().max(1))
/** What else an address names would be left out without a word. */
const origin = z
  .string()
  .refine(isOrigin, 'it is written https://muster.example, without a path, a user or a query')
  .transform((value) => new URL(value).origin)
const proxy = z
  .string()
  .refine(
    isAddressOrNetwork,
    'an address or network is written 10.0.0.5, 10.0.0.0/8 or fd00::/8; names are not looked up',
  )
  .refine((value) => !/\/0+$/.test(value), 'a network of all addresses would let every client choose its own')
/** `+46701234567=<organisation id>`. A number alone serves all organisations that have none. */
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
const sid = (kind: string) =>
  z.string().regex(new RegExp(`^${kind}[0-9a-f]{32}$`), `it is ${kind} and 32 digits`)
const positive = whole.pipe(z.number().positive())
const atMost = (standard: number) => positive.default(standard)
const perDay = positive.optional()
const perSecond = decimal.pipe(z.number().positive()).optional()

export const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).optional(),
  PORT: port.default(3000),
  WORKER_PORT: port.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  NATS_URL: list
    .pipe(z.array(z.url({ protocol: /^(nats|tls)$/, error: 'an address is written nats://host:4222' })))
    .default([]),
  DATABASE_CONNECTIONS: whole.pipe(z.number().min(2).max(500)).default(20),
  HTTP_CONNECTIONS: positive.pipe(z.number().max(1_000_000)).default(20_000),
  API_DOCS: flag.default(true),
  MUSTER_DATA_DIR: z.string().min(1).default('.data'),
  MUSTER_DEMO: flag.optional(),
  READY_FILE: z.string().min(1).optional(),
  PUBLIC_URL: origin.optional(),
  ADMIN_API_URL: origin.optional(),
  PUBLIC_API_URL: origin.optional(),
  ALLOWED_ORIGINS: list.pipe(z.array(origin)).default([]),
  TRUSTED_PROXIES: list.pipe(z.array(proxy)).default([]),
  ALLOW_UNENCRYPTED_CONNECTIONS: flag.default(false),
  MAIL_PROVIDER: z.enum(['sendgrid', 'smtp', 'capture']).optional(),
  MAIL_FROM: z.email().optional(),
  MAILS_PER_SECOND: perSecond,
  SENDGRID_API_KEY: z.string().startsWith('SG.').optional(),
  SENDGRID_HOST: origin.default('https://api.sendgrid.com'),
  SENDGRID_WEBHOOK_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{80,}=*$/, 'it is the public key in base64')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMS_PROVIDER: z.enum(['twilio', 'capture']).optional(),
  SMS_PER_SECOND: perSecond,
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
  SHUTDOWN_DELAY_SECONDS: decimal.pipe(z.number().max(15)).optional(),
  ORGANIZATION_CREATION: z.enum(['anybody', 'operators']).default('anybody'),
  OFFLINE_COPIES: flag.default(true),
  PUBLIC_CACHE_MB: positive.pipe(z.number().max(65_536)).default(256),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('muster'),
  OTEL_TRACES_SAMPLER_ARG: fraction.default(1),
  LOG_SAMPLE: fraction.default(1),
  SIGNUPS_PER_MINUTE: atMost(1_200),
  SIGNUP_REFUSALS_PER_MINUTE: atMost(60),
  LOGINS_PER_MINUTE: atMost(10),
  REQUESTS_PER_MINUTE: atMost(6_000),
  KEY_REQUESTS_PER_MINUTE: atMost(600),
  LIVE_SOCKETS_PER_ADDRESS: atMost(2_000),
  LIVE_JOINS_PER_MINUTE: atMost(3_000),
  EMAILS_PER_DAY: perDay,
  SMS_PER_DAY: perDay,
  EMAILS_PER_RECIPIENT_AND_DAY: atMost(20),
  SMS_PER_RECIPIENT_AND_DAY: atMost(5),
  EMAILS_PER_DAY_IN_TOTAL: perDay,
  SMS_PER_DAY_IN_TOTAL: perDay,
  ORGANIZATIONS_PER_DAY: perDay,
  SHIFTS_PER_EVENT: atMost(5_000),
  ROLES_PER_EVENT: atMost(200),
  EVENTS_PER_ORGANIZATION: atMost(500),
  PEOPLE_PER_ORGANIZATION: atMost(50_000),
})

function isOrigin(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false
  const { pathname, search, hash, username, password } = new URL(value)
  return pathname === '/' && `${search}${hash}${username}${password}` === ''
}

function isAddressOrNetwork(value: string): boolean {
  const [address = '', prefix, ...more] = value.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

export type Environment = z.infer<typeof environment>
