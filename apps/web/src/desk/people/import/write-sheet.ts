import type { Language } from '@muster/contract/language'
import type { Sheet } from './read-sheet.ts'

/** Writes CSV for Excel: with a mark, and the separator that it expects in this language. */
export async function writeSheet(rows: Sheet, language: Language): Promise<Blob> {
  const { default: papaparse } = await import('papaparse')
  const text = papaparse.unparse(
    rows.map((row) => [...row]),
    { delimiter: language === 'sv' ? ';' : ',', escapeFormulae: true },
  )
  return new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' })
}
