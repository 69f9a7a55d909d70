import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'

/** Shows the server's issues and focuses the first field (D2). `fields` maps its paths. False if no field has one. */
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
