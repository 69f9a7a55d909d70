import { useEffect, useEffectEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { showFailure } from './failure-dialog.tsx'

/** Shows each failure once: the server's sentence if it sent one, else `sentence`. */
export function useReadFailure(error: Error | null, sentence: string): void {
  const show = useEffectEvent((failure: Error) => showFailure(errorText(failure, sentence)))
  useEffect(() => {
    if (error) show(error)
  }, [error])
}
