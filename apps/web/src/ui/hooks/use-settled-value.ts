import { useEffect, useState } from 'react'

export function useSettledValue<Value>(value: Value, quiet_ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quiet_ms)
    return () => clearTimeout(timer)
  }, [value, quiet_ms])
  return settled
}
