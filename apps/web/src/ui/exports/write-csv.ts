import { CSV_MARK, type CsvSeparator, csvRow } from '@muster/contract/rules/csv-row'
import { type Cell, type Column, hoursOf, type Table } from './table.ts'

/** Spreadsheets that separate by semicolon write decimals with a comma. */
export function writeCsv(
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  separator: CsvSeparator,
): string {
  const decimals = (value: number) => (separator === ';' ? String(value).replace('.', ',') : String(value))
  const textOf = (cell: Cell, column: Column | undefined) => {
    if (cell === null) return ''
    if (typeof cell === 'number') return decimals(column?.type === 'hours' ? hoursOf(cell) : cell)
    return column?.type === 'time' ? cell.replace('T', ' ') : cell
  }
  const lines = rows.map((row) =>
    csvRow(
      row.map((cell, index) => textOf(cell, columns[index])),
      separator,
    ),
  )
  const head = csvRow(
    columns.map(({ title }) => title),
    separator,
  )
  return `${CSV_MARK}${head}${lines.join('')}`
}
