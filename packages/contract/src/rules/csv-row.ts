/** The mark before the first row tells spreadsheets that the file is UTF-8. */
export const CSV_MARK = '\uFEFF'

/** Swedish spreadsheets separate by semicolon. */
export type CsvSeparator = ',' | ';'

/** RFC 4180. No cell begins with a formula, whatever the reader takes for the separator. */
export const csvRow = (cells: readonly string[], separator: CsvSeparator = ','): string =>
  `${cells.map((cell) => quote(cell, separator)).join(separator)}\r\n`

const quote = (cell: string, separator: CsvSeparator) =>
  `"${withoutFormulas(cell, separator).replaceAll('"', '""')}"`

/** A phone number is only read as a number. */
const withoutFormulas = (cell: string, separator: CsvSeparator) =>
  /^\+\d+$/.test(cell) ? cell : cell.replaceAll(FORMULA[separator], (start) => `'${start}`)

/**
 * Matches where a spreadsheet may begin to read a formula. A reader that takes another character for the separator does not
 * see our quotes, so each such character and line break inside a cell begins a new one.
 */
const FORMULA: Record<CsvSeparator, RegExp> = {
  ',': /(?:^|(?<=[;|\t\r\n][" ]*))[=+\-@＝＋－＠\t\r]/g,
  ';': /(?:^|(?<=[,|\t\r\n][" ]*))[=+\-@＝＋－＠\t\r]/g,
}

/** Takes off what `csvRow` and other programs put before a formula. */
export const withoutGuards = (cell: string): string => cell.replaceAll(GUARD, '$1')

const GUARD = /(^|[,;|\t\r\n][" ]*)'(?=[=+\-@＝＋－＠\t\r])/g
