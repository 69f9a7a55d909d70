import { useEffect, useEffectEvent } from 'react'
import { errorText } from './api-error.ts'

/** Tells of each reading that went wrong, once: the server's sentence when it sent one, else `sentence`. */
export function useReadFailure(
  error: Error | null,
  sentence: string,
  onFailure: (text: string) => void,
): void {
  const tell = useEffectEvent((failure: Error) => onFailure(errorText(failure, sentence)))
  useEffect(() => {
    if (error) tell(error)
  }, [error])
}
