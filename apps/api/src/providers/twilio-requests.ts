import { stringify } from 'node:querystring'
import twilio from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import { EnvHttpProxyAgent } from 'undici'
import { readPause, wasNeverReached } from './not-sent.ts'
import type { Sent } from './provider.ts'

export type TwilioAccount = {
  account_sid: string
  auth_token: string
  /** Origin; of a region's own host where data may not leave it. */
  host: string
  timeout_ms?: number
}

export const AT_ONCE = 50
const TIMEOUT_MS = 10_000

export function openTwilioClient({ account_sid, auth_token, host, timeout_ms = TIMEOUT_MS }: TwilioAccount) {
  return twilio(account_sid, auth_token, { httpClient: new Requests(host, timeout_ms) })
}

export type TwilioRefusal = Extract<Sent, { refused: string }> & { status?: number; code?: number }

/** What Twilio surely did not do, and why. Throws what leaves that open: after a 5xx it may have accepted before it failed. */
export function readRefusal(error: unknown): TwilioRefusal {
  if (error instanceof TooMany) return { refused: error.message, is_final: false, pause_ms: error.pause_ms }
  if (wasNeverReached(error)) return { refused: String(error), is_final: false }
  const status = statusOf(error)
  if (!(error instanceof Error) || status === undefined || status < 400 || status >= 500 || status === 408)
    throw error
  const code = 'code' in error ? Number(error.code) : undefined
  return {
    refused: `Twilio answered ${status}${code ? ` (${code})` : ''}: ${error.message}`,
    // Credentials and credit are for us to mend.
    is_final: ![401, 402, 403].includes(status),
    status,
    ...(code !== undefined && { code }),
  }
}

/** Of Twilio's own answer; undefined where there was none. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined
}

class TooMany extends Error {
  readonly pause_ms: number
  constructor(pause_ms: number) {
    super('Twilio is asked too much.')
    this.pause_ms = pause_ms
  }
}

/**
 * In the place of the library's own way out, which spends three times as long on a request, knows regions by name only,
 * keeps five connections open, and forgets the headers of a refusal, Retry-After among them.
 */
class Requests extends twilio.RequestClient {
  readonly #host: string
  readonly #agent: EnvHttpProxyAgent
  constructor(host: string, timeout_ms: number) {
    super()
    this.#host = host
    this.#agent = new EnvHttpProxyAgent({
      connections: AT_ONCE,
      connectTimeout: timeout_ms,
      headersTimeout: timeout_ms,
      bodyTimeout: timeout_ms,
    })
  }

  override async request<T>({
    method,
    uri,
    username = '',
    password = '',
    headers = {},
    params,
    data,
  }: RequestClient.RequestOptions<T>) {
    const asked = new URL(uri)
    const answered = await this.#agent.request({
      origin: this.#host,
      method: method.toUpperCase(),
      path: asked.pathname + (params ? `?${stringify({ ...params })}` : asked.search),
      headers: { ...headers, authorization: `Basic ${btoa(`${username}:${password}`)}` },
      ...(data && { body: stringify({ ...data }) }),
    })
    const body = parse(await answered.body.text())
    if (answered.statusCode === 429) throw new TooMany(readPause(answered.headers))
    return { statusCode: answered.statusCode, body, headers: answered.headers }
  }
}

/** Null where a server in between answers in words of its own. */
function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
