import { useEffect, useRef } from 'react'

const CLOSES_AFTER_MS = 2_000

export function useCloseAfterSuccess(isSent: boolean, close: () => void): void {
  const closeNow = useRef(close)
  useEffect(() => {
    closeNow.current = close
  })
  useEffect(() => {
    if (!isSent) return undefined
    const timer = setTimeout(() => closeNow.current(), CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isSent])
}
