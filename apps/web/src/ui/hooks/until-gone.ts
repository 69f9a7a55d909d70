import { ApiError } from '../../api/api-error.ts'

/** A 404 counts as done: the answer of an earlier try was lost, or somebody else was quicker. */
export async function untilGone(removal: Promise<undefined>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
