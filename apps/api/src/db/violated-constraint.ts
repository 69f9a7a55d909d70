import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** The constraint or unique index a statement was refused by. The index is the guard, never a check before it. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DatabaseError ? cause.constraint : undefined
}
