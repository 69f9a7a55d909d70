import type { Shift } from '@muster/contract/shifts'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Calls `onMissing` when the open shift is not there: removed elsewhere, or an old address. Returns a function that
 * names a shift which is being removed here, and is not to be reported.
 */
export function useMissingShift({
  shift_id,
  shifts,
  onMissing,
}: {
  shift_id: string | undefined
  shifts: readonly Shift[] | undefined
  onMissing: () => void
}): (shift_id: string) => void {
  const expected = useRef<string>(undefined)
  const report = useEffectEvent(onMissing)

  useEffect(() => {
    if (!shift_id || !shifts || shift_id === expected.current) return
    if (shifts.every(({ id }) => id !== shift_id)) report()
  }, [shift_id, shifts])

  return useCallback((removed_id) => {
    expected.current = removed_id
  }, [])
}
