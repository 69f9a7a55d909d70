import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'

/**
 * Says at its field what the server found wrong there (D2), and goes to the first. `fields` gives the field of each
 * path. False when the refusal is about none of them, so that it is still to be told.
 */
export function showIssues<Draft extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Draft>,
  fields: Readonly<Record<string, FieldPath<Draft>>>,
): boolean {
  const issues = error instanceof ApiError ? (error.body.issues ?? []) : []
  const found = issues.flatMap(({ path, message }) => {
    const field = fields[path]
    return field ? [{ field, message }] : []
  })
  for (const [index, { field, message }] of found.entries()) {
    setError(field, { message }, { shouldFocus: index === 0 })
  }
  return found.length > 0
}
