import { useEffect } from 'react'

/** Reports to the owner of the discard question whether the form has unsaved changes; a form that is gone has none. */
export function useReportUnsaved(isUnsaved: boolean, onUnsaved: (isUnsaved: boolean) => void): void {
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [isUnsaved, onUnsaved])
}
