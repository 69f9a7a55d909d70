import { DrizzleQueryError } from 'drizzle-orm'

/** Returns what the driver or PostgreSQL threw, which Drizzle wraps. */
export function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error
}

/** Returns the code that Node, the driver or PostgreSQL gave the error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
