import type { AuthErrorBody } from '@muster/contract/auth-service'
import type { ErrorBody } from '@muster/contract/errors'
import { authServiceRefusal } from '@muster/contract/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerErrorAs } from '../../../edge/error-handler.ts'
import type { Refusal } from '../../../edge/refusal.ts'

/** D10: answers with D2's body and the fields that the public auth client reads, which depend on its version. */
export function answerAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerErrorAs(toAuthError, { error, request, reply })
}

function toAuthError(refusal: Refusal, body: ErrorBody): { status: number; body: AuthErrorBody } {
  const { code, status } = authServiceRefusal(refusal)
  const { error } = body
  const reasons = refusal.details.weak_because
  return {
    status,
    body: {
      ...body,
      code,
      error_code: code,
      message: error,
      msg: error,
      ...(reasons && { weak_password: { reasons } }),
    },
  }
}
