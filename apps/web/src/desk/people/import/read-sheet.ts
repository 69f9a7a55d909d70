import { withoutGuards } from '@muster/contract/rules/csv-row'
import type { CellValue } from 'read-excel-file/browser'

/** Rows of cells, as text. */
export type Sheet = readonly (readonly string[])[]

/** Says why a file cannot be read. */
export class UnreadableSheet extends Error {
  readonly reason: 'old_excel' | 'unreadable'

  constructor(reason: 'old_excel' | 'unreadable') {
    super(reason)
    this.reason = reason
  }
}

/** Reads CSV in any of its encodings, and XLSX. Throws `UnreadableSheet`. */
export async function readFile(file: Blob): Promise<Sheet> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new UnreadableSheet('old_excel')
  if (beginsWith(bytes, [0x50, 0x4b])) return readWorkbook(file)
  return readText(decode(bytes))
}

/** Reads CSV, or cells as they are copied from a sheet. */
export async function readText(text: string): Promise<Sheet> {
  const { default: papaparse } = await import('papaparse')
  // Excel writes the separator into the first line.
  const [, separator, rest = text] = /^sep=(.)\r?\n([^]*)$/.exec(text) ?? []
  const { data } = papaparse.parse<string[]>(rest, {
    ...(separator !== undefined && { delimiter: separator }),
    delimitersToGuess: ['\t', ';', ','],
    skipEmptyLines: 'greedy',
  })
  return data.map((row) => row.map((cell) => withoutGuards(cell.trim())))
}

async function readWorkbook(file: Blob): Promise<Sheet> {
  const { readSheet } = await import('read-excel-file/browser')
  const rows = await readSheet(file).catch(() => {
    throw new UnreadableSheet('unreadable')
  })
  return rows.map((row) => row.map(textOf)).filter((row) => row.some((cell) => cell !== ''))
}

function textOf(value: CellValue | null): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return value === null ? '' : String(value).trim()
}

/** Excel in Swedish writes Windows-1252 where nobody asks for UTF-8. */
export function decode(bytes: Uint8Array): string {
  if (beginsWith(bytes, [0xff, 0xfe]) || hasZeros(bytes, 1)) return new TextDecoder('utf-16le').decode(bytes)
  if (beginsWith(bytes, [0xfe, 0xff]) || hasZeros(bytes, 0)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte)

/** UTF-16 without a mark: of Latin letters every second byte is zero. */
const hasZeros = (bytes: Uint8Array, first: 0 | 1) =>
  bytes.length > 3 && bytes[first] === 0 && bytes[first + 2] === 0
