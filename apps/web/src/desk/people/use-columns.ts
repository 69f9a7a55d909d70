import { useState } from 'react'
import { deviceStorage, readJson } from '../../storage.ts'

export const moreColumns = ['tags', 'in_event', 'hours'] as const
/** A column beside the usual ones. */
export type Column = (typeof moreColumns)[number]

const KEY = 'people_columns'

/** Kept on the device. */
export function useColumns(): [columns: readonly Column[], setColumns: (columns: readonly Column[]) => void] {
  const [columns, setColumns] = useState(readColumns)
  return [
    columns,
    (chosen) => {
      const ordered = moreColumns.filter((each) => chosen.includes(each))
      deviceStorage.setItem(KEY, JSON.stringify(ordered))
      setColumns(ordered)
    },
  ]
}

function readColumns(): readonly Column[] {
  const kept = readJson(deviceStorage, KEY)
  return Array.isArray(kept) ? moreColumns.filter((each) => kept.includes(each)) : []
}
