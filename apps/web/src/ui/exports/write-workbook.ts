import writeExcelFile, { type Cell as ExcelCell } from 'write-excel-file/browser'
import { type Cell, type Column, hoursOf, type Table } from './table.ts'

const MOST_CHARACTERS = 31
const WIDTHS = { text: 28, count: 10, hours: 10, time: 17 }

/** Writes XLSX, one sheet for each table. Text stays text: `+46…` is no number, and `=…` no formula. */
export function writeWorkbook(tables: readonly Table[]): Promise<Blob> {
  return writeExcelFile(
    tables.map(({ name, columns, rows }) => ({
      sheet: sheetName(name),
      columns: columns.map(({ type }) => ({ width: WIDTHS[type] })),
      stickyRowsCount: 1,
      data: [
        columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const })),
        ...rows.map((row) => row.map((cell, index) => excelCell(cell, columns[index]))),
      ],
    })),
  ).toBlob()
}

function excelCell(cell: Cell, column: Column | undefined): ExcelCell {
  if (cell === null) return null
  if (typeof cell === 'number')
    return column?.type === 'hours' ? { value: hoursOf(cell), type: Number, format: '0.00' } : cell
  // Excel knows no zones: what it shows is the wall time.
  if (column?.type === 'time') return { value: new Date(`${cell}Z`), type: Date, format: 'yyyy-mm-dd hh:mm' }
  return { value: cell, type: String }
}

/** Excel refuses a workbook with other names. */
const sheetName = (name: string) => name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, MOST_CHARACTERS)
