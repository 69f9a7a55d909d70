import { useCallback, useEffect, useRef, useState } from 'react'

export type Read<Data> = {
  data: Data | undefined
  error: unknown
  readAgain: () => void
  /** Shows what a write has changed. The answer of a read that began before the write is dropped. */
  store: (change: (shown: Data) => Data) => void
}

/** Replaces the query client, too heavy for the public pages. `read` must be stable; a failure keeps the data. */
export function useRead<Data>(
  read: (signal: AbortSignal) => Promise<Data>,
  known: { data?: Data | undefined; error?: unknown; isFresh?: boolean } = {},
): Read<Data> {
  const [state, setState] = useState<{ data: Data | undefined; error: unknown }>({
    data: known.data,
    error: known.error,
  })

  const writes = useRef(0)

  const start = useCallback(() => {
    const leaving = new AbortController()
    const before = writes.current
    read(leaving.signal).then(
      (data) => {
        if (writes.current === before) setState({ data, error: undefined })
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setState(({ data }) => ({ data, error }))
      },
    )
    return () => leaving.abort()
  }, [read])

  const [isFresh] = useState(known.isFresh)
  useEffect(() => (isFresh ? undefined : start()), [start, isFresh])

  const readAgain = useCallback(() => {
    setState(({ data }) => ({ data, error: undefined }))
    start()
  }, [start])

  const store = useCallback((change: (shown: Data) => Data) => {
    writes.current += 1
    setState(({ data, error }) => ({ data: data === undefined ? data : change(data), error }))
  }, [])

  return { ...state, readAgain, store }
}
