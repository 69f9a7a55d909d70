import { randomInt } from 'node:crypto'
import type { ErrorBody, ErrorCode, SpecificError } from '@muster/contract/errors'
import type { Issue, IssueText } from '@muster/contract/issues'

type Details = Pick<ErrorBody, 'person_id' | 'retry_after'> & {
  /** Named, not worded: the language is known at the exit. */
  issues?: (Issue & { path: string })[]
  /** Instead of the code's own sentence. */
  sentence?: SpecificError
  /** Fills the sentence's `{{name}}`. Never sent as a field. */
  name?: string
}

/** An expected "no", thrown by use cases and turned into the one error body by `error-handler` (D2, D3). */
export class Refusal extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly details: Details

  constructor(status: number, code: ErrorCode, details: Details = {}) {
    super(code)
    this.status = status
    this.code = code
    this.details = details
  }
}

export const badRequest = (code: ErrorCode, details?: Details) => new Refusal(400, code, details)
export const unauthorized = (code: ErrorCode) => new Refusal(401, code)
export const forbidden = (code: ErrorCode) => new Refusal(403, code)
export const notFound = (code: ErrorCode) => new Refusal(404, code)
export const conflict = (code: ErrorCode, details?: Details) => new Refusal(409, code, details)
export const tooMany = (code: ErrorCode, retry_after: number, sentence?: SpecificError) =>
  new Refusal(429, code, { retry_after, ...(sentence && { sentence }) })
export const unavailable = (code: ErrorCode, retry_after: number) => new Refusal(503, code, { retry_after })
/** What passes by itself. Not everybody who is refused now comes back in the same second (1–5). */
export const busy = () => unavailable('busy', randomInt(1, 6))

/** One invalid field, in the shape schema validation answers with. */
export const invalid = (path: string, message: IssueText) =>
  badRequest('validation', { issues: [{ path, message }] })
