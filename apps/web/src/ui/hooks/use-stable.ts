import { useCallback, useEffect, useRef } from 'react'

/** The same function at every drawing, so that what it is handed to and has not changed is not drawn again. */
export function useStable<Value>(run: (value: Value) => void): (value: Value) => void {
  const newest = useRef(run)
  useEffect(() => {
    newest.current = run
  })
  return useCallback((value) => newest.current(value), [])
}
