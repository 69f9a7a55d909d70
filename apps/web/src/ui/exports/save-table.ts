import type { CsvSeparator } from '@muster/contract/rules/csv-row'
import { saveFile } from '../page/save-file.ts'
import type { Table } from './table.ts'

/** Every list of the product that is saved as a file is saved here. `name` is that of the file, without its ending. */
export async function saveCsv(name: string, table: Table, separator: CsvSeparator): Promise<void> {
  const { writeCsv } = await import('./write-csv.ts')
  saveFile(`${name}.csv`, new Blob([writeCsv(table, separator)], { type: 'text/csv' }))
}

/** One sheet for each table. */
export async function saveWorkbook(name: string, tables: readonly Table[]): Promise<void> {
  const { writeWorkbook } = await import('./write-workbook.ts')
  saveFile(`${name}.xlsx`, await writeWorkbook(tables))
}
