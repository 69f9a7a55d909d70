import { ApiError } from '../../api/api-error.ts'

/** Treats a 404 as success: an earlier request or another user has removed the item already. */
export async function untilGone<Answer>(removal: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await removal
  } catch (error) {
    if (!isNotFound(error)) throw error
    return undefined
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
