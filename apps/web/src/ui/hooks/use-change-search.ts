import { useSearchParams } from 'react-router'

/** Returns a function that puts choices into the address (D38); an empty one is left out of it. */
export function useChangeSearch<Name extends string>(): (changes: Partial<Record<Name, string>>) => void {
  const [, setSearch] = useSearchParams()
  return (changes) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries<string | undefined>(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true },
    )
}
