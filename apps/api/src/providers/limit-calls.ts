/** At most so many calls at once; the others wait in order. */
export function limitCalls(at_once: number): <T>(call: () => Promise<T>) => Promise<T> {
  let under_way = 0
  const waiting: (() => void)[] = []

  return async (call) => {
    if (under_way >= at_once) await new Promise<void>((resolve) => waiting.push(resolve))
    else under_way++
    try {
      return await call()
    } finally {
      // The place is handed on, not freed: nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else under_way--
    }
  }
}
