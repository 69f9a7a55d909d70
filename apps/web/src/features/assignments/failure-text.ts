import type { Person } from '@muster/contract/people'
import { ApiError } from '../../api/api-error.ts'

/** What failed, and the server's reason where it gave one. */
export function withReason(failed: string, error: unknown): string {
  return error instanceof ApiError && error.message !== '' ? `${failed}. ${error.message}` : failed
}

/** The person whose other shift stands in the way of a save, when the server named one that is known here. */
export function conflictingPerson(error: unknown, people: readonly Person[]): Person | undefined {
  // `already_assigned` names a person as well, and is no conflict.
  if (!(error instanceof ApiError) || error.code === 'already_assigned') return undefined
  return people.find(({ id }) => id === error.body.person_id)
}
