import { useCallback, useEffect, useState } from 'react'

export type Read<Data> = { data: Data | undefined; error: unknown; readAgain: () => void }

/** The query client is too heavy for the public pages. `read` must be stable; a failed read keeps the data. */
export function useRead<Data>(
  read: (signal: AbortSignal) => Promise<Data>,
  known: { data?: Data | undefined; error?: unknown; isFresh?: boolean } = {},
): Read<Data> {
  const [state, setState] = useState<{ data: Data | undefined; error: unknown }>({
    data: known.data,
    error: known.error,
  })

  const start = useCallback(() => {
    const leaving = new AbortController()
    read(leaving.signal).then(
      (data) => setState({ data, error: undefined }),
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

  return { ...state, readAgain }
}
