import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** The constraint or unique index that refused a statement; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DatabaseError ? cause.constraint : undefined
}
