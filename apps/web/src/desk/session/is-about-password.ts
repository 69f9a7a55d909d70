import { ApiError } from '../../api/api-error.ts'

/** D8: true if the new password itself was refused, with a reason to show. */
export function isAboutPassword(error: Error): boolean {
  return error instanceof ApiError && error.message !== '' && error.code.startsWith('password_')
}
