import type { Person } from '@muster/contract/people'
import { ApiError, errorText, joinSentences } from '../../api/api-error.ts'

export function withReason(failed: string, error: unknown): string {
  return error instanceof ApiError && error.message !== ''
    ? joinSentences(failed, error.message)
    : errorText(error, failed)
}

export function conflictingPerson(error: unknown, people: readonly Person[]): Person | undefined {
  // `already_assigned` names a person too, but is no time conflict.
  if (!(error instanceof ApiError) || error.code === 'already_assigned') return undefined
  return people.find(({ id }) => id === error.body.person_id)
}
