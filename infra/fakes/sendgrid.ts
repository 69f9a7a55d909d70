import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { type Call, type Fault, type HttpFake, openHttpFake } from './http-fake.ts'

export type AcceptedMail = {
  message_id: string
  organization_id: string | undefined
  request_id: string | undefined
  to: string
  from: { email: string; name?: string }
  reply_to: { email: string; name?: string } | undefined
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: SentAttachment[]
  sendgrid_id: string
}

type SentAttachment = { filename: string; type: string; content: string }

export type SendGridEvent = {
  event: string
  email: string
  sg_event_id: string
  sg_message_id: string
  message_id: string
  organization_id?: string
  timestamp: number
  reason?: string
  type?: string
}

type Payload = {
  from: { email: string; name?: string }
  reply_to?: { email: string; name?: string }
  subject: string
  content: { type: string; value: string }[]
  attachments?: SentAttachment[]
  personalizations: {
    to: { email: string }[]
    headers?: Record<string, string>
    substitutions?: Record<string, string>
    custom_args?: Record<string, string>
  }[]
}

export class SendGridFake {
  readonly ledger: AcceptedMail[] = []
  calls = 0
  fault: (addresses: string[]) => Fault | undefined = () => undefined
  /** Address to which events are posted. If undefined, none are posted until `post` is called. */
  webhook: string | undefined
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
  })
  #http: HttpFake | undefined
  #waiting: SendGridEvent[] = []
  #posting: NodeJS.Timeout | undefined

  static async open(port = 0): Promise<SendGridFake> {
    const fake = new SendGridFake()
    fake.#http = await openHttpFake(
      { fault: (call) => fake.fault(addressesIn(call)), accept: (call) => fake.#accept(call) },
      port,
    )
    return fake
  }

  get url(): string {
    return this.#http?.url ?? ''
  }

  get webhook_key(): string {
    return this.#keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  }

  event(mail: AcceptedMail, event: string, more: Partial<SendGridEvent> = {}): SendGridEvent {
    return {
      event,
      email: mail.to,
      sg_event_id: createHash('sha1')
        .update(`${mail.sendgrid_id} ${mail.message_id} ${event}`)
        .digest('base64url'),
      sg_message_id: `${mail.sendgrid_id}.recvd`,
      message_id: mail.message_id,
      ...(mail.organization_id && { organization_id: mail.organization_id }),
      timestamp: 1_790_000_000,
      ...more,
    }
  }

  /** Signs events. `tampered` signs another body. */
  signed(events: readonly SendGridEvent[], { tampered = false } = {}) {
    const body = JSON.stringify(events)
    const time = '1790000000'
    const signature = sign(
      'sha256',
      Buffer.from(time + (tampered ? `${body} ` : body)),
      this.#keys.privateKey,
    )
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-twilio-email-event-webhook-signature': signature.toString('base64'),
        'x-twilio-email-event-webhook-timestamp': time,
      },
    }
  }

  /** Posts events, and posts those that are not accepted again, as SendGrid does. */
  async flush(): Promise<void> {
    const events = this.#waiting
    this.#waiting = []
    if (!this.webhook || events.length === 0) return
    const { body, headers } = this.signed(events)
    const answer = await fetch(this.webhook, { method: 'POST', body, headers }).catch(() => undefined)
    if (!answer?.ok) this.#waiting.push(...events)
  }

  async close(): Promise<void> {
    clearInterval(this.#posting)
    await this.#http?.close()
  }

  postEvery(ms: number): void {
    this.#posting = setInterval(() => void this.flush(), ms)
  }

  #accept(call: Call) {
    if (call.url.pathname !== '/v3/mail/send' || call.method !== 'POST') return { status: 404, body: {} }
    if (!call.headers.authorization?.startsWith('Bearer SG.')) return { status: 401, body: {} }
    this.calls++
    const payload = payloadOf(call)
    const fault = findFault(payload)
    if (fault) return { status: 400, body: { errors: [{ message: fault, field: 'personalizations' }] } }
    const sendgrid_id = randomUUID()
    for (const each of payload.personalizations) {
      const fill = (text: string) =>
        Object.entries(each.substitutions ?? {}).reduce(
          (filled, [gap, value]) => filled.replaceAll(gap, () => value),
          text,
        )
      const mail: AcceptedMail = {
        message_id: each.custom_args?.message_id ?? '',
        organization_id: each.custom_args?.organization_id,
        request_id: each.custom_args?.request_id,
        to: each.to[0]?.email ?? '',
        from: payload.from,
        reply_to: payload.reply_to,
        subject: fill(payload.subject),
        text: fill(payload.content.find(({ type }) => type === 'text/plain')?.value ?? ''),
        html: fill(payload.content.find(({ type }) => type === 'text/html')?.value ?? ''),
        headers: each.headers ?? {},
        attachments: payload.attachments ?? [],
        sendgrid_id,
      }
      this.ledger.push(mail)
      if (this.webhook) this.#waiting.push(this.event(mail, 'processed'), this.event(mail, 'delivered'))
    }
    return { status: 202, headers: { 'x-message-id': sendgrid_id } }
  }
}

function addressesIn(call: Call): string[] {
  return payloadOf(call).personalizations.flatMap(({ to }) => to.map(({ email }) => email))
}

/** Checks the rules of SendGrid that we could break. */
function findFault({ personalizations }: Payload): string | undefined {
  const addresses = personalizations.flatMap(({ to }) => to.map(({ email }) => email.toLowerCase()))
  if (personalizations.length > 1_000) return 'The personalizations field cannot have more than 1000 entries.'
  if (new Set(addresses).size < addresses.length) return 'Each email address should be unique.'
  if (addresses.some((address) => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address)))
    return 'Does not contain a valid address.'
  const isTooLong = personalizations.some((each) => JSON.stringify(each.substitutions ?? {}).length > 10_000)
  return isTooLong ? 'Substitutions may not exceed 10000 bytes.' : undefined
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library under test made it
const payloadOf = (call: Call) => JSON.parse(call.body) as Payload
