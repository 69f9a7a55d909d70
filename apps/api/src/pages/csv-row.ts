/** RFC 4180. The mark before the first row tells spreadsheets that the file is UTF-8. */
export const CSV_MARK = '\uFEFF'

export const csvRow = (cells: readonly string[]): string => `${cells.map(quote).join(',')}\r\n`

const quote = (cell: string) => `"${withoutFormulas(cell).replaceAll('"', '""')}"`

/** A phone number is only read as a number. */
const withoutFormulas = (cell: string) =>
  /^\+\d+$/.test(cell) ? cell : cell.replaceAll(FORMULA, (start) => `'${start}`)

/**
 * Matches where a spreadsheet may begin to read a formula. With another separator than the comma, as in Swedish, it does not
 * see our quotes, so each separator and line break inside a cell begins a new one.
 */
const FORMULA = /(?:^|(?<=[;|\t\r\n][" ]*))[=+\-@＝＋－＠\t\r]/g
