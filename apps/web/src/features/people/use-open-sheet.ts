import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** One thing at a time beside the list: a new person, or somebody who is edited or written to. */
export type OpenSheet = { doing: 'add' } | { doing: 'edit' | 'write'; person_id: string }

const OPEN = ['add', 'edit', 'write'] as const

/** What is open stands in the address (D38), `?edit=…`, `?write=…` or `?add=1`: the browser's back closes it. */
export function useOpenSheet() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { state } = useLocation()

  /** Stays the same between drawings. */
  const open = useCallback(
    (sheet: OpenSheet) => {
      const next = withoutSheet()
      next.set(sheet.doing, sheet.doing === 'add' ? '1' : sheet.person_id)
      void navigate({ search: String(next) }, { state: OPENED_HERE })
    },
    [navigate],
  )
  /** By going back where that leads to the list, so that nobody walks back through what they have closed. */
  const close = () =>
    state === OPENED_HERE
      ? void navigate(-1)
      : void navigate({ search: String(withoutSheet()) }, { replace: true })

  return { sheet: sheetIn(search), open, close }
}

/** According to the address, which is ahead of what is drawn. */
export const isSheetOpen = () => sheetIn(new URLSearchParams(location.search)) !== undefined

/** The browser keeps it beside the address. */
const OPENED_HERE = 'opened-here'

function sheetIn(search: URLSearchParams): OpenSheet | undefined {
  for (const doing of OPEN) {
    const person_id = search.get(doing)
    if (person_id) return doing === 'add' ? { doing } : { doing, person_id }
  }
  return undefined
}

function withoutSheet(): URLSearchParams {
  const search = new URLSearchParams(location.search)
  for (const doing of OPEN) search.delete(doing)
  return search
}
