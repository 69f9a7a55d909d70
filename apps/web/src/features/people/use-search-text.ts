import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { searchInOrganization } from '../../paths.ts'
import { isSheetOpen } from './use-open-sheet.ts'

/** Safari refuses more than a hundred changes of the address in half a minute. */
const REST_MS = 300

/**
 * The search text: in the field at once, in the address (D38) when typing pauses. `isHeld` while a sheet has its own
 * address.
 */
export function useSearchText(isHeld: boolean): [text: string, setText: (text: string) => void] {
  const [search, setSearch] = useSearchParams()
  const inAddress = search.get('q') ?? ''
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)

  useEffect(() => {
    if (inAddress === written.current) return
    // Changed by a link or the browser's back.
    written.current = inAddress
    setText(inAddress)
  }, [inAddress])

  useEffect(() => {
    if (isHeld || text === written.current) return undefined
    const rest = setTimeout(() => {
      // A sheet that was just opened, and is not rendered yet, would be closed again.
      if (isSheetOpen()) return
      written.current = text
      setSearch(searchInOrganization(text === '' ? {} : { q: text }), {
        replace: true,
        preventScrollReset: true,
      })
    }, REST_MS)
    return () => clearTimeout(rest)
  }, [text, isHeld, setSearch])

  return [text, setText]
}
