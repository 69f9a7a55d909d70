import { useCallback, useEffect, useRef } from 'react'

/** Check this after a request: a component that was closed meanwhile must not navigate or close another one. */
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
