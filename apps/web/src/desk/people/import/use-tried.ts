import type { ImportRow } from '@muster/contract/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { organizationKey } from '../../../api/organization-key.ts'
import { type OnExisting, tryImport } from './api.ts'

/** Tries the rows whenever they change, and shows the former result meanwhile. `rows` must keep its identity. */
export function useTried(rows: readonly ImportRow[], on_existing: OnExisting) {
  const id = useId()
  // Ten thousand rows as a key would be compared as text.
  const [asked, setAsked] = useState({ rows, on_existing, version: 0 })
  if (asked.rows !== rows || asked.on_existing !== on_existing)
    setAsked({ rows, on_existing, version: asked.version + 1 })
  return useQuery({
    queryKey: organizationKey('import', id, String(asked.version)),
    queryFn: () => tryImport(asked.rows, asked.on_existing),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
