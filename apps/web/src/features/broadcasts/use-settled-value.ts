import { useEffect, useState } from 'react'

/** A value that has not changed for so long, ms: what is asked of the server while somebody types. */
export function useSettledValue<Value>(value: Value, quiet_ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quiet_ms)
    return () => clearTimeout(timer)
  }, [value, quiet_ms])
  return settled
}
