import type { Socket } from 'node:net'
import type { ErrorBody, ErrorCode } from '@muster/contract/errors'
import { because, issueText } from '@muster/contract/issues'
import type { Language } from '@muster/contract/language'
import { contractTexts } from '@muster/contract/texts'
import { RequestValidationError } from '@ts-rest/fastify'
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { causeOf, codeOf } from '../error-code.ts'
import { answerLanguage } from '../pages/language.ts'
import { methodsOf } from './known-paths.ts'
import { badRequest, busy, forbidden, notFound, Refusal, type RefusedRow } from './refusal.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Code in the body of a refusal, for the request log. */
    refusal_code: ErrorCode | undefined
  }
}

export function installErrorHandler(app: FastifyInstance): void {
  app.decorateReply('refusal_code', undefined)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url)
    if (methods.length === 0) return answerError(notFound('not_found'), request, reply)
    reply.header('allow', methods.join(', '))
    return answerError(new Refusal(405, 'method_not_allowed'), request, reply)
  })
}

/** Answers malformed (`%zz`) and too long paths, which do not reach the error handler. */
export function answerBadPath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  // No hook runs for such paths.
  reply.header('x-request-id', request.id)
  answerError(notFound('not_found'), request, reply)
}

/** Exported for ts-rest, which does not pass its validation errors to the error handler. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerErrorAs(({ status }, body) => ({ status, body }), { error, request, reply })
}

/** Answers in another shape than that of D2 (D10). */
export function answerErrorAs(
  shape: (refusal: Refusal, body: ErrorBody) => { status: number; body: ErrorBody },
  { error, request, reply }: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const refusal = refusalOf(error)
  reply.refusal_code = refusal.code
  const isFailure = refusal.status >= 500 && !request.routeOptions.config.is_probe
  if (isFailure) request.log.error({ err: error }, 'request failed')
  if (refusal.details.retry_after !== undefined) reply.header('retry-after', refusal.details.retry_after)
  const { status, body } = shape(refusal, bodyOf(refusal, answerLanguage(request, reply)))
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body)
}

/** Answers malformed HTTP, which never becomes a request. A silent client would keep a half-closed socket open. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { line, code } = UNREADABLE[error.code] ?? { line: '400 Bad Request', code: 'malformed_request' }
  const body = JSON.stringify({ error: contractTexts.en(`errors.${code}`), code } satisfies ErrorBody)
  socket.end(
    `HTTP/1.1 ${line}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

const UNREADABLE: Record<string, { line: string; code: 'too_large' | 'malformed_request' }> = {
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', code: 'malformed_request' },
}

/** Also for a row that is answered in place of being refused (D48). */
export function bodyOf({ code, details }: Refusal, language: Language): ErrorBody {
  const { name = '', sentence, issues, rows, weak_because: _, ...shown } = details
  return {
    error: contractTexts[language](sentence ? `specific_errors.${sentence}` : `errors.${code}`, {
      name: typeof name === 'string' ? name : name(language),
    }),
    code,
    ...(issues && {
      issues: issues.map(({ path, ...issue }) => ({ path, message: issueText(issue, language) })),
    }),
    ...(rows && { issues: rows.map((row) => issueOf(row, language)) }),
    ...shown,
  }
}

function issueOf({ path, refusal, shift_id }: RefusedRow, language: Language) {
  const { error: message, code, person_id } = bodyOf(refusal, language)
  return { path, message, code, ...(person_id && { person_id }), ...(shift_id && { shift_id }) }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof RequestValidationError) return validationRefusal(error)
  if (isDatabaseBusy(error)) return busy()
  const status = statusOf(error)
  return FRAMEWORK_REFUSALS[status]?.() ?? otherRefusal(status)
}

function otherRefusal(status: number): Refusal {
  return status >= 400 && status < 500 ? new Refusal(status, 'refused') : new Refusal(500, 'internal')
}

const FRAMEWORK_REFUSALS: Record<number, () => Refusal> = {
  400: () => badRequest('malformed_body'),
  403: () => forbidden('forbidden'),
  404: () => notFound('not_found'),
  412: () => new Refusal(412, 'precondition_failed'),
  413: () => new Refusal(413, 'too_large'),
  414: () => notFound('not_found'),
  415: () => new Refusal(415, 'not_json'),
  416: () => new Refusal(416, 'range_not_satisfiable'),
  503: busy,
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : 500
}

/** D1: a malformed id is answered like an unknown one, 404. */
function validationRefusal(error: RequestValidationError): Refusal {
  if (error.pathParams) return notFound('not_found')
  const parts = { body: error.body, query: error.query, headers: error.headers }
  const issues = Object.entries(parts).flatMap(([part, problem]) =>
    (problem?.issues ?? []).flatMap(nameUnknown).map((issue) => ({
      ...issue,
      path: [part === 'body' ? [] : part, issue.path].flat(2).map(String).join('.'),
    })),
  )
  return badRequest('validation', { issues })
}

/** zod reports all unknown fields as one issue. The client gets one issue for each. */
export function nameUnknown(issue: ValidationIssue): ValidationIssue[] {
  if (!('keys' in issue && Array.isArray(issue.keys))) return [issue]
  return issue.keys.slice(0, NAMED_FIELDS).map((key) => ({
    message: because('unknown_field'),
    path: [...(issue.path ?? []), key.slice(0, NAME_LENGTH)],
  }))
}

type ValidationIssue = NonNullable<RequestValidationError['body']>['issues'][number]

/** A body of 64 KiB has room for 10,000 unknown fields, or for one long name. */
const NAMED_FIELDS = 20
const NAME_LENGTH = 100

/** Returns true for SQLSTATE 08 connection, 25006 read-only after a failover, 40 rollback in favour of another
 * transaction, 53 resources, 57 shutdown; and for failures of driver or socket. */
function isDatabaseBusy(error: unknown): boolean {
  const cause = causeOf(error)
  if (!(cause instanceof Error)) return false
  const code = codeOf(cause) ?? ''
  return /^(08|25006|40|53|57)/.test(code) || NETWORK_CODES.has(code) || DRIVER_MESSAGES.test(cause.message)
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const DRIVER_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|is not queryable/
