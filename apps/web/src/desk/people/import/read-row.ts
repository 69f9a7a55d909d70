import type { ImportRow } from '@muster/contract/imports'
import { readTags } from '../tags-cell.ts'
import type { ColumnKind } from './columns.ts'

/** Reads a row of cells as somebody to import. What is wrong with it the server says. */
export function readRow(cells: readonly string[], columns: readonly ColumnKind[]): ImportRow {
  const cell = (kind: ColumnKind) => cells[columns.indexOf(kind)]?.trim() ?? ''
  const { first_name, last_name } = columns.includes('name')
    ? splitName(cell('name'))
    : { first_name: cell('first_name'), last_name: cell('last_name') }
  const tags = readTags(cell('tags'))
  const language = readLanguage(cell('language'))
  const email = cell('email')
  const phone = readNumber(cell('phone'))
  const child_team = cell('child_team')
  const notes = cell('notes')
  return {
    first_name,
    last_name,
    ...(email && { email }),
    ...(phone && { phone }),
    ...(child_team && { child_team }),
    ...(notes && { notes }),
    ...(tags.length > 0 && { tags }),
    ...(language && { language }),
  }
}

/** With these a family name begins: Björn | af Ekenstam. */
const PARTICLES = new Set(
  'af av von van de den der del della di da do dos du la le el al bin ibn ter ten zu zur'.split(' '),
)

/** The last word is the last name, with the particles before it. "Berg, Anna" is written the other way round. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [last, first] = name.split(/,\s*(.+)/)
  if (last && first) return { first_name: first.trim(), last_name: last.trim() }
  const words = name.split(/\s+/).filter(Boolean)
  let start = Math.max(1, words.length - 1)
  while (start > 1 && PARTICLES.has(words[start - 1]?.toLowerCase() ?? '')) start -= 1
  return { first_name: words.slice(0, start).join(' '), last_name: words.slice(start).join(' ') }
}

/** Takes off what sheets add: an apostrophe that marks text, and decimals. */
const readNumber = (cell: string) => cell.replace(/^['’=]+/, '').replace(/^(\d+)[.,]0+$/, '$1')

/** A sheet has rounded the number, and lost its last digits. */
export const isRounded = (cell: string) => /^\d([.,]\d+)?E\+?\d+$/i.test(cell.trim())

const LANGUAGES: Record<string, 'en' | 'sv'> = {
  sv: 'sv',
  svenska: 'sv',
  swedish: 'sv',
  se: 'sv',
  en: 'en',
  engelska: 'en',
  english: 'en',
  eng: 'en',
}

/** Another language is left to the organisation's. */
const readLanguage = (cell: string) => LANGUAGES[cell.toLowerCase()]
