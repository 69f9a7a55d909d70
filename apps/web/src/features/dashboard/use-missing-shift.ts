import type { Shift } from '@muster/contract/shifts'
import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Tells when the open shift is not there (any more): removed elsewhere, or an old address. Gives a function that
 * names a shift of which that is no news, because it is being removed here.
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
  const tell = useEffectEvent(onMissing)

  useEffect(() => {
    if (!shift_id || !shifts || shift_id === expected.current) return
    if (shifts.every(({ id }) => id !== shift_id)) tell()
  }, [shift_id, shifts])

  return (removed_id) => {
    expected.current = removed_id
  }
}
