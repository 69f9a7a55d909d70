import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { errorText } from '../../api/api-error.ts'
import { showFailure } from '../overlays/failure-dialog.tsx'
import { showIssues } from './show-issues.ts'
import { useIsMounted } from './use-is-mounted.ts'

/**
 * Shows why a form was not saved: at the fields that the server names, otherwise by `tell`, or in a dialog if the
 * form has been closed meanwhile. `failed` is the text when the server gives no reason.
 */
export function useShowRefusal<Draft extends FieldValues>(
  { setError }: Pick<UseFormReturn<Draft>, 'setError'>,
  issueFields: Readonly<Record<string, FieldPath<Draft>>>,
): (error: Error, failed: string, tell: (text: string) => void) => void {
  const isMounted = useIsMounted()
  return (error, failed, tell) => {
    const text = errorText(error, failed)
    if (!isMounted()) showFailure(text)
    else if (!showIssues(error, setError, issueFields)) tell(text)
  }
}
