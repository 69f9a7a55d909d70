import { useEffect, useState } from 'react'

/** The value once it has not changed for `ms`. */
export function useSettledValue<Value>(value: Value, quiet_ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quiet_ms)
    return () => clearTimeout(timer)
  }, [value, quiet_ms])
  return settled
}
