import { randomInt } from 'node:crypto'
import type { ErrorBody, ErrorCode, SpecificError } from '@muster/contract/errors'
import type { Issue, IssueText } from '@muster/contract/issues'
import type { Language } from '@muster/contract/language'
import type { FastifyRequest } from 'fastify'

type Details = Pick<
  ErrorBody,
  'person_id' | 'refused' | 'start_dt' | 'end_dt' | 'opens_at' | 'limit' | 'retry_after'
> & {
  issues?: (Issue & { path: string })[]
  sentence?: SpecificError
  /** D46: sent as `issues`. */
  rows?: readonly RefusedRow[]
  /** Reasons why a password is weak, for the public auth client. Never sent as a field. */
  weak_because?: ('length' | 'pwned')[]
  /** Fills the sentence's `{{name}}`. Never sent as a field. */
  name?: string | ((language: Language) => string)
}

/** Why a row of a batch is refused. `shift_id`: the other shift of `schedule_conflict`. */
export type RefusedRow = { path: string; refusal: Refusal; shift_id?: string }

export class Refusal extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly details: Details

  constructor(status: number, code: ErrorCode, details: Details = {}) {
    // An expected answer needs no stack: capturing it takes 6 % of the time of an answer "full".
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(code)
    Error.stackTraceLimit = stackTraceLimit
    this.status = status
    this.code = code
    this.details = details
  }
}

export const badRequest = (code: ErrorCode, details?: Details) => new Refusal(400, code, details)
export const unauthorized = (code: ErrorCode) => new Refusal(401, code)
export const forbidden = (code: ErrorCode, details?: Details) => new Refusal(403, code, details)
export const notFound = (code: ErrorCode) => new Refusal(404, code)
export const conflict = (code: ErrorCode, details?: Details) => new Refusal(409, code, details)
export const tooMany = (code: ErrorCode, retry_after: number, sentence?: SpecificError) =>
  new Refusal(429, code, { retry_after, ...(sentence && { sentence }) })
export const unavailable = (code: ErrorCode, retry_after: number) => new Refusal(503, code, { retry_after })
/** Temporary failure. The random 1–5 seconds keep clients from all retrying at once. */
export const busy = () => unavailable('busy', randomInt(1, 6))

export const invalid = (path: string, message: IssueText) =>
  badRequest('validation', { issues: [{ path, message }] })

/** Refuses query parameters on a route that takes none and that ts-rest does not validate. */
export function refuseQuery({ query }: Pick<FastifyRequest, 'query'>, known: readonly string[] = []): void {
  const name = Object.keys(query ?? {}).find((each) => !known.includes(each))
  if (name !== undefined) throw invalid(`query.${name.slice(0, 100)}`, 'unknown_field')
}
