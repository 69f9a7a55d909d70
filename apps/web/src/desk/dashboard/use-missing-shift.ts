import type { Shift } from '@muster/contract/shifts'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'

/** Returns a function that names a shift which is removed here and must not be reported as missing. */
export function useMissingShift({
  shift_id,
  shifts,
  onMissing,
}: {
  shift_id: string | undefined
  shifts: readonly Shift[] | undefined
  onMissing: (shift_id: string) => void
}): (shift_id: string) => void {
  const expected = useRef<string>(undefined)
  const report = useEffectEvent(onMissing)

  useEffect(() => {
    if (!shift_id || !shifts || shift_id === expected.current) return
    if (shifts.every(({ id }) => id !== shift_id)) report(shift_id)
  }, [shift_id, shifts])

  return useCallback((removed_id) => {
    expected.current = removed_id
  }, [])
}
