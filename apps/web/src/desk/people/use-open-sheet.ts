import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

export type OpenSheet = { doing: 'add' } | { doing: 'edit' | 'write'; person_id: string }

const OPEN = ['add', 'edit', 'write'] as const

/** Keeps the open sheet in the address (D38): `?edit=…`, `?write=…`, `?add=1`. The browser's back then closes it. */
export function useOpenSheet() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { state } = useLocation()

  const open = useCallback(
    (sheet: OpenSheet) => {
      const next = withoutSheet()
      next.set(sheet.doing, sheet.doing === 'add' ? '1' : sheet.person_id)
      void navigate({ search: String(next) }, { state: OPENED_HERE })
    },
    [navigate],
  )
  /** Goes back if the list is the previous entry, so that closed sheets do not stay in the history. */
  const close = () =>
    state === OPENED_HERE
      ? void navigate(-1)
      : void navigate({ search: String(withoutSheet()) }, { replace: true })

  return { sheet: sheetIn(search), open, close }
}

/** Reads the browser's address, which is ahead of the rendered one. */
export const isSheetOpen = () => sheetIn(new URLSearchParams(location.search)) !== undefined

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
