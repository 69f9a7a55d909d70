/** RFC 4180. The mark before the first row tells spreadsheets that the file is UTF-8. */
export const CSV_MARK = '\uFEFF'

export const csvRow = (cells: readonly string[]): string => `${cells.map(quote).join(',')}\r\n`

/** A text that begins like a formula must not be run by a spreadsheet. A phone number is only read as a number. */
const quote = (cell: string) => `"${(isFormula(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`

const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell) && !/^\+\d+$/.test(cell)
