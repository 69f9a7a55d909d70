import { takesAlphanumericSender } from '@muster/contract/rules/sms-sender'
import twilio from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import type { Lost, Sent, Sms, SmsProvider } from '../mail.ts'
import { readPause, wasNeverReached } from './never-reached.ts'
import { statusCallback } from './twilio-callback.ts'

type Options = {
  account_sid: string
  auth_token: string
  /** Origin; of a region's own host where data may not leave it. */
  host: string
  numbers: readonly { number: string; organization_id: string | null }[]
  public_api_url: string
  timeout_ms?: number
  /** How long Twilio may take to list what it has accepted, ms. */
  listed_within_ms?: number
}

const AT_ONCE = 50
const TIMEOUT_MS = 10_000
const LISTED_WITHIN_MS = 60_000
/** Newest first, in one page. */
const LISTED = 200
/** Twilio's clock and the database's need not agree. */
const CLOCKS_DIFFER_MS = 60_000
/** The number's network takes no sender by name; the recipient cannot be reached from this sender. */
const SENDER_REFUSED = [21212, 21267, 21606, 21612]

/**
 * D30: Programmable Messaging. From the organisation's name, or from a number: its own, else everybody's, where the
 * network refuses names or the person has written to it.
 */
export function openTwilio({
  account_sid,
  auth_token,
  host,
  numbers,
  public_api_url,
  timeout_ms = TIMEOUT_MS,
  listed_within_ms = LISTED_WITHIN_MS,
}: Options): SmsProvider {
  const httpClient = new Requests(host, { timeout: timeout_ms, maxSockets: AT_ONCE })
  const client = twilio(account_sid, auth_token, { httpClient })

  const numberOf = ({ organization_id }: Sms) =>
    (
      numbers.find((each) => each.organization_id === organization_id) ??
      numbers.find((each) => each.organization_id === null)
    )?.number

  async function sendOne(sms: Sms): Promise<Sent> {
    const number = numberOf(sms)
    if (number && (sms.prefers_number || !takesAlphanumericSender(sms.to))) return sendFrom(number, sms)
    const sent = await sendFrom(sms.from, sms)
    // A refusal is known: trying the number at once sends nothing twice.
    return number && 'is_sender_refused' in sent ? sendFrom(number, sms) : sent
  }

  async function sendFrom(from: string, sms: Sms): Promise<Sent & { is_sender_refused?: true }> {
    try {
      const { sid } = await client.messages.create({
        to: sms.to,
        from,
        body: sms.text,
        statusCallback: statusCallback(public_api_url, sms),
      })
      return { provider_message_id: sid }
    } catch (error) {
      if (error instanceof TooMany)
        return { refused: error.message, is_final: false, pause_ms: error.pause_ms }
      if (wasNeverReached(error)) return { refused: String(error), is_final: false }
      return readRefusal(error)
    }
  }

  /**
   * Twilio keeps no reference of ours: what it has to that number since then, with these words. Its own filter by date
   * looks at when a message was sent, and one that still waits there was not.
   */
  async function find({ to, text, asked_at }: Lost): Promise<string[]> {
    const since = new Date(Date.parse(asked_at) - CLOCKS_DIFFER_MS)
    const listed = await client.messages.list({ to, pageSize: LISTED, limit: LISTED })
    const recent = listed.filter(({ dateCreated }) => dateCreated >= since)
    if (recent.length === LISTED) throw new Error('more was sent to one number than Twilio lists at once')
    return recent
      .filter(({ body }) => body.trim() === text.trim())
      .toSorted((a, b) => a.dateCreated.getTime() - b.dateCreated.getTime())
      .map(({ sid }) => sid)
  }

  return {
    name: 'twilio',
    at_once: AT_ONCE,
    record: { kind: 'lookup', after_ms: listed_within_ms, find },
    send: (texts) => texts.map(sendOne),
  }
}

/** 4xx is Twilio's own no. After a 5xx nobody knows: it may have accepted before it failed. */
function readRefusal(error: unknown): Sent & { is_sender_refused?: true } {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') throw error
  if (error.status < 400 || error.status >= 500 || error.status === 408) throw error
  const code = 'code' in error ? Number(error.code) : undefined
  return {
    refused: `Twilio answered ${error.status}${code ? ` (${code})` : ''}: ${error.message}`,
    // Credentials and credit are for us to mend.
    is_final: ![401, 402, 403].includes(error.status),
    ...(code !== undefined && SENDER_REFUSED.includes(code) && { is_sender_refused: true as const }),
  }
}

class TooMany extends Error {
  readonly pause_ms: number
  constructor(pause_ms: number) {
    super('Twilio is asked too much.')
    this.pause_ms = pause_ms
  }
}

/** The library knows regions by name only, and forgets the headers of a refusal, Retry-After among them. */
class Requests extends twilio.RequestClient {
  readonly #host: string
  constructor(host: string, options: { timeout: number; maxSockets: number }) {
    super(options)
    this.#host = host
  }

  override async request<T>(options: RequestClient.RequestOptions<T>) {
    const { pathname, search } = new URL(options.uri)
    const response = await super.request<T>({ ...options, uri: `${this.#host}${pathname}${search}` })
    if (response.statusCode === 429) throw new TooMany(readPause({ ...response.headers }))
    return response
  }
}
