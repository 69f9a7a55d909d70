import { useCallback, useEffect, useRef } from 'react'

/** For answers that may come after the user has left: only what is still shown may close itself or navigate. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return useCallback(() => isMounted.current, [])
}
