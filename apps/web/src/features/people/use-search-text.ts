import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isSheetOpen } from './use-open-sheet.ts'

/** Safari refuses more than a hundred changes of the address in half a minute. */
const REST_MS = 300

/**
 * What is searched for: in the field at once, in the address (D38) when the typing rests. While something lies over
 * the list (`isHeld`) its own address is left alone.
 */
export function useSearchText(isHeld: boolean): [text: string, setText: (text: string) => void] {
  const [search, setSearch] = useSearchParams()
  const inAddress = search.get('q') ?? ''
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)

  useEffect(() => {
    if (inAddress === written.current) return
    // A link or the browser's back has changed it, not this field.
    written.current = inAddress
    setText(inAddress)
  }, [inAddress])

  useEffect(() => {
    if (isHeld || text === written.current) return undefined
    const rest = setTimeout(() => {
      // Opened a moment ago and not drawn yet: to write the address now would close it again.
      if (isSheetOpen()) return
      written.current = text
      setSearch(text === '' ? {} : { q: text }, { replace: true, preventScrollReset: true })
    }, REST_MS)
    return () => clearTimeout(rest)
  }, [text, isHeld, setSearch])

  return [text, setText]
}
