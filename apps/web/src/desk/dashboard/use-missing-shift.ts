import type { Shift } from '@muster/contract/shifts'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'

/** Returns a function that names shifts which are removed here and must not be reported as missing. */
export function useMissingShift({
  shift_id,
  shifts,
  onMissing,
}: {
  shift_id: string | undefined
  shifts: readonly Shift[] | undefined
  onMissing: (shift_id: string) => void
}): (shift_ids: readonly string[]) => void {
  const expected = useRef<readonly string[]>([])
  const report = useEffectEvent(onMissing)

  useEffect(() => {
    if (!shift_id || !shifts || expected.current.includes(shift_id)) return
    if (shifts.every(({ id }) => id !== shift_id)) report(shift_id)
  }, [shift_id, shifts])

  return useCallback((removed_ids) => {
    expected.current = removed_ids
  }, [])
}
