import { useEffect, useRef } from 'react'
import { keepTrying, type Progress } from './keep-trying.ts'

export function useKeepTrying() {
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])

  return {
    keepTrying: <Answer>(
      send: (signal: AbortSignal) => Promise<Answer>,
      onProgress: (progress: Progress) => void,
    ) => {
      stopper.current = new AbortController()
      return keepTrying(send, { stop: stopper.current.signal, onProgress })
    },
    stop: () => stopper.current?.abort(),
  }
}
