import { ApiError } from '../../../api/api-error.ts'

export function issueOf(error: unknown, field: 'email' | 'phone'): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.body.issues?.find(({ path }) => path === field)?.message
}
