/**
 * What a list exports, as CSV or as a sheet of a workbook. A cell of `hours` holds minutes and is written in hours, one
 * of `time` holds a wall time `yyyy-mm-ddThh:mm`. Null is an empty cell.
 */
export type Table = {
  name: string
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
}

export type Column = { title: string; type: 'text' | 'count' | 'hours' | 'time' }
export type Cell = string | number | null

/** Two decimals. */
export const hoursOf = (minutes: number): number => Math.round((minutes * 100) / 60) / 100
