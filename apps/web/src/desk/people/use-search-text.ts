import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { searchInOrganization } from '../../paths.ts'
import { isSheetOpen } from './use-open-sheet.ts'

/** Safari refuses more than a hundred address changes in 30 s. */
const REST_MS = 300

/** Writes the text into the address (D38) after a pause in typing. Not while `isHeld` by a sheet. */
export function useSearchText(isHeld: boolean): [text: string, setText: (text: string) => void] {
  const [search, setSearch] = useSearchParams()
  const inAddress = search.get('q') ?? ''
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)

  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setText(inAddress)
  }, [inAddress])

  useEffect(() => {
    if (isHeld || text === written.current) return undefined
    const rest = setTimeout(() => {
      // An opened sheet that is not rendered yet would be closed.
      if (isSheetOpen()) return
      written.current = text
      const next = new URLSearchParams(location.search)
      if (text === '') next.delete('q')
      else next.set('q', text)
      setSearch(searchInOrganization(next), {
        replace: true,
        preventScrollReset: true,
      })
    }, REST_MS)
    return () => clearTimeout(rest)
  }, [text, isHeld, setSearch])

  return [text, setText]
}
