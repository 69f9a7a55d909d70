import { stringify } from 'node:querystring'
import twilio from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import { EnvHttpProxyAgent } from 'undici'
import { type Tracing, traceCall } from '../tracing.ts'
import type { SendResult } from './provider.ts'
import { readRetryAfter, wasNotSent } from './refusals.ts'

export type TwilioAccount = {
  account_sid: string
  auth_token: string
  host: string
  timeout_ms?: number
  tracing?: Tracing | undefined
}

export const CONNECTIONS = 50
const TIMEOUT_MS = 10_000

export function createTwilioClient({
  account_sid,
  auth_token,
  host,
  timeout_ms = TIMEOUT_MS,
  tracing,
}: TwilioAccount) {
  return twilio(account_sid, auth_token, { httpClient: new TwilioHttpClient({ host, timeout_ms, tracing }) })
}

export type TwilioRefusal = Extract<SendResult, { refused: string }> & { status?: number; code?: number }

/** Rethrows errors that do not prove a refusal: Twilio may have accepted the message before a 5xx. */
export function readRefusal(error: unknown): TwilioRefusal {
  if (error instanceof TooManyRequests)
    return { refused: error.message, is_final: false, pause_ms: error.pause_ms }
  if (wasNotSent(error)) return { refused: String(error), is_final: false }
  const status = statusOf(error)
  if (!(error instanceof Error) || status === undefined || status < 400 || status >= 500 || status === 408)
    throw error
  const code = 'code' in error ? Number(error.code) : undefined
  return {
    refused: `Twilio answered ${status}${code ? ` (${code})` : ''}: ${error.message}`,
    // Not final: an operator can fix credentials and credit before the next attempt.
    is_final: ![401, 402, 403].includes(status),
    status,
    ...(code !== undefined && { code }),
  }
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined
}

class TooManyRequests extends Error {
  readonly pause_ms: number
  constructor(pause_ms: number) {
    super('Twilio is asked too much.')
    this.pause_ms = pause_ms
  }
}

/** The library's own client takes three times as long per request, knows regions by name only, keeps five connections
 * and drops the headers of a refusal, Retry-After included. */
class TwilioHttpClient extends twilio.RequestClient {
  readonly #host: string
  readonly #agent: EnvHttpProxyAgent
  readonly #tracing: Tracing | undefined
  constructor({
    host,
    timeout_ms,
    tracing,
  }: { host: string; timeout_ms: number; tracing: Tracing | undefined }) {
    super()
    this.#host = host
    this.#tracing = tracing
    this.#agent = new EnvHttpProxyAgent({
      connections: CONNECTIONS,
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
    const target = new URL(uri)
    const name = `twilio ${method.toUpperCase()} ${resourceOf(target)}`
    const response = await traceCall(this.#tracing, { name, attributes: {} }, async (note) => {
      const answer = await this.#agent.request({
        origin: this.#host,
        method: method.toUpperCase(),
        path: target.pathname + (params ? `?${stringify({ ...params })}` : target.search),
        headers: { ...headers, authorization: `Basic ${btoa(`${username}:${password}`)}` },
        ...(data && { body: stringify({ ...data }) }),
      })
      note({ 'http.response.status_code': answer.statusCode })
      return answer
    })
    const body = parseJson(await response.body.text())
    if (response.statusCode === 429) throw new TooManyRequests(readRetryAfter(response.headers))
    return { statusCode: response.statusCode, body, headers: response.headers }
  }
}

/** Returns the last name in the path, without ids: `Conversations` for `/v1/Services/IS…/Conversations/CH…`. */
function resourceOf({ pathname }: URL): string {
  const names = pathname.split('/').map((part) => part.replace(/\.json$/, ''))
  return names.findLast((name) => /^[A-Z][A-Za-z]+$/.test(name)) ?? ''
}

/** Returns null when a proxy answers with something other than JSON. */
function parseJson(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
