import { DatabaseError } from 'pg'
import { causeOf } from '../error-code.ts'

export function violatedConstraint(error: unknown): string | undefined {
  const cause = causeOf(error)
  return cause instanceof DatabaseError ? cause.constraint : undefined
}
