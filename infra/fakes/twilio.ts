import { createHmac, randomBytes } from 'node:crypto'
import { type Call, type Fault, type HttpFake, openHttpFake } from './http-fake.ts'
import { ConversationsFake } from './twilio-conversations.ts'

export type AcceptedSms = {
  sid: string
  to: string
  from: string
  body: string
  status_callback: string
  date_created: Date
}

export const ACCOUNT = { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'the token of the stand-in' }

export class TwilioFake {
  readonly ledger: AcceptedSms[] = []
  fault: (to: string) => Fault | undefined = () => undefined
  callsBack = false
  /** Address for conversation events. If empty, none are posted. */
  threadWebhook = ''
  readonly conversations = new ConversationsFake((sms, { of, posted }) => {
    this.#accept({ ...sms, status_callback: '' })
    if (this.threadWebhook) void this.#reportThread(of.sid, posted.sid)
  })
  #http: HttpFake | undefined

  static async open(port = 0): Promise<TwilioFake> {
    const fake = new TwilioFake()
    fake.#http = await openHttpFake(
      {
        fault: (call) => {
          if (isOfConversations(call)) return fake.conversations.faultOf(call)
          return call.method === 'POST'
            ? fake.fault(new URLSearchParams(call.body).get('To') ?? '')
            : undefined
        },
        accept: (call) => fake.#answer(call),
      },
      port,
    )
    return fake
  }

  get url(): string {
    return this.#http?.url ?? ''
  }

  /** Signs a call. `tampered` signs with another token. */
  signed(url: string, params: Record<string, string>, { tampered = false } = {}) {
    const data = Object.keys(params)
      .toSorted()
      .reduce((text, key) => text + key + params[key], url)
    const token = tampered ? 'another token' : ACCOUNT.auth_token
    return {
      body: new URLSearchParams(params).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', token).update(data).digest('base64'),
      },
    }
  }

  close = () => this.#http?.close()

  #answer(call: Call) {
    if (isOfConversations(call)) return this.conversations.answer(call)
    if (!call.url.pathname.endsWith(`/Accounts/${ACCOUNT.account_sid}/Messages.json`))
      return { status: 404, body: {} }
    return call.method === 'POST'
      ? this.#create(new URLSearchParams(call.body))
      : this.#list(call.url.searchParams)
  }

  #create(params: URLSearchParams) {
    const [to = '', from = '', body = ''] = ['To', 'From', 'Body'].map((name) => params.get(name) ?? '')
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return refusal(21211, `Invalid 'To' Phone Number: ${to}`)
    const isName = !from.startsWith('+')
    if (isName && !/^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/.test(from)) return refusal(21212, 'Invalid From')
    // Kazakhstan is an example of a network that refuses alphanumeric senders without being in our list.
    if (isName && /^\+(1|7)/.test(to))
      return refusal(21612, 'The From phone number cannot reach the To phone number')
    const sms = this.#accept({ to, from, body, status_callback: params.get('StatusCallback') ?? '' })
    if (this.callsBack) void this.#report(sms)
    return { status: 201, body: show(sms) }
  }

  #accept(sms: Pick<AcceptedSms, 'to' | 'from' | 'body' | 'status_callback'>): AcceptedSms {
    const accepted = { ...sms, sid: `SM${randomBytes(16).toString('hex')}`, date_created: new Date() }
    this.ledger.push(accepted)
    return accepted
  }

  #list(params: URLSearchParams) {
    const messages = this.ledger.filter(({ to }) => to === params.get('To')).toReversed()
    const size = Number(params.get('PageSize') ?? 50)
    return {
      status: 200,
      body: { messages: messages.slice(0, size).map(show), page: 0, page_size: size, next_page_uri: null },
    }
  }

  async #report({ sid, status_callback }: AcceptedSms): Promise<void> {
    for (const MessageStatus of ['sent', 'delivered']) {
      await this.#post(status_callback, { MessageSid: sid, MessageStatus })
    }
  }

  async #reportThread(ConversationSid: string, MessageSid: string): Promise<void> {
    for (const Status of ['sent', 'delivered']) {
      const event = { EventType: 'onDeliveryUpdated', ConversationSid, MessageSid, Status }
      await this.#post(this.threadWebhook, event)
    }
  }

  async #post(url: string, params: Record<string, string>): Promise<void> {
    await fetch(url, { method: 'POST', ...this.signed(url, params) }).catch(() => undefined)
  }
}

const isOfConversations = ({ url }: Call) => url.pathname.startsWith('/v1/Services/')

const refusal = (code: number, message: string) => ({ status: 400, body: { code, message, status: 400 } })

function show({ sid, to, from, body, date_created }: AcceptedSms) {
  const date = date_created.toUTCString().replace('GMT', '+0000')
  return { sid, to, from, body, status: 'queued', date_created: date, date_updated: date, date_sent: null }
}
