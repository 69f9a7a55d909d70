import { isEmail } from '@muster/contract/rules/contact'
import { foldForSearch } from '@muster/contract/rules/fold'
import type { Sheet } from './read-sheet.ts'

export const columnKinds = [
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'child_team',
  'notes',
  'tags',
  'language',
  'none',
] as const
/** What a column becomes. `name`: first and last name. `none`: it is left out. */
export type ColumnKind = (typeof columnKinds)[number]

export type Reading = {
  /** Undefined if the first row is somebody. */
  headings: readonly string[] | undefined
  rows: Sheet
  columns: readonly ColumnKind[]
}

/** Guesses what the columns are, from their headings and what stands in them. */
export function readColumns(sheet: Sheet): Reading {
  const [first = [], ...rest] = sheet
  const width = Math.max(0, ...sheet.map((row) => row.length))
  const named = pad(first, width).map(kindOfHeading)
  const hasHeadings = named.some(Boolean) && !first.some((cell) => isEmail(cell) || isNumber(cell))
  const rows = (hasHeadings ? rest : sheet).map((row) => pad(row, width))
  const columns = hasHeadings ? onceEach(named, first) : guessFromCells(rows, width)
  return { headings: hasHeadings ? pad(first, width) : undefined, rows, columns }
}

/** A kind has one column. Choosing it for another takes it from the first; a whole name excludes its parts. */
export function chooseColumn(
  columns: readonly ColumnKind[],
  at: number,
  kind: ColumnKind,
): readonly ColumnKind[] {
  const excluded: readonly ColumnKind[] =
    kind === 'name' ? ['name', 'first_name', 'last_name'] : kind.endsWith('_name') ? [kind, 'name'] : [kind]
  return columns.map((other, index) => {
    if (index === at) return kind
    return other !== 'none' && excluded.includes(other) ? 'none' : other
  })
}

const pad = (row: readonly string[], width: number) => Array.from({ length: width }, (_, at) => row[at] ?? '')

const HEADINGS: Record<Exclude<ColumnKind, 'none'>, readonly string[]> = {
  name: [
    'namn',
    'name',
    'fullstandigt namn',
    'hela namnet',
    'for och efternamn',
    'full name',
    'volontar',
    'volunteer',
    'medlem',
    'member',
  ],
  first_name: ['fornamn', 'tilltalsnamn', 'first name', 'firstname', 'given name', 'forename'],
  last_name: ['efternamn', 'last name', 'lastname', 'surname', 'family name'],
  email: [
    'e post',
    'epost',
    'e postadress',
    'epostadress',
    'e mail',
    'email',
    'mail',
    'mejl',
    'mejladress',
    'mailadress',
    'e mailadress',
    'email address',
    'e mail address',
    'mail address',
  ],
  phone: [
    'mobil',
    'mobilnummer',
    'mobilnr',
    'mobiltelefon',
    'mobile',
    'mobile phone',
    'mobile number',
    'cell',
    'cell phone',
    'telefon',
    'telefonnummer',
    'telefonnr',
    'tel',
    'tfn',
    'phone',
    'phone number',
    'telephone',
    'nummer',
  ],
  child_team: ['lag', 'team', 'barnets lag', 'childs team', 'child team'],
  notes: [
    'anteckning',
    'anteckningar',
    'notering',
    'noteringar',
    'kommentar',
    'kommentarer',
    'ovrigt',
    'notes',
    'note',
    'comment',
    'comments',
  ],
  tags: ['etikett', 'etiketter', 'tagg', 'taggar', 'tag', 'tags', 'grupp', 'grupper', 'group', 'groups'],
  language: ['sprak', 'language'],
}
const KINDS = new Map(
  columnKinds.flatMap((kind) => (kind === 'none' ? [] : HEADINGS[kind].map((word) => [word, kind] as const))),
)

const kindOfHeading = (heading: string) =>
  KINDS.get(
    foldForSearch(heading)
      .replace(/['’]/g, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )

/** Of two columns of one kind the first is taken, but of two numbers the mobile. */
function onceEach(named: readonly (ColumnKind | undefined)[], headings: readonly string[]): ColumnKind[] {
  const isMobile = (at: number) => /mob|cell/i.test(headings[at] ?? '')
  const has = (kind: ColumnKind) => named.includes(kind)
  return named.map((kind, at) => {
    if (kind === undefined || (kind === 'name' && has('first_name') && has('last_name'))) return 'none'
    const same = named.flatMap((other, index) => (other === kind ? index : []))
    const chosen = (kind === 'phone' && same.find(isMobile)) || same[0]
    return chosen === at ? kind : 'none'
  })
}

const SAMPLE = 50

function guessFromCells(rows: Sheet, width: number): ColumnKind[] {
  const sample = rows.slice(0, SAMPLE)
  const columns = Array.from({ length: width }, (_, at): ColumnKind => {
    const cells = sample.flatMap((row) => row[at] || [])
    if (cells.length === 0) return 'none'
    if (isMost(cells, isEmail)) return 'email'
    return isMost(cells, isNumber) ? 'phone' : 'none'
  }).map((kind, at, all) => (all.indexOf(kind) === at ? kind : 'none'))
  const words = columns.flatMap((kind, at) =>
    kind === 'none' &&
    isMost(
      sample.flatMap((row) => row[at] || []),
      isWords,
    )
      ? at
      : [],
  )
  const [first, second] = words
  if (first === undefined) return columns
  const isWhole =
    isMost(
      sample.flatMap((row) => row[first] || []),
      (cell) => cell.includes(' '),
    ) || second === undefined
  columns[first] = isWhole ? 'name' : 'first_name'
  if (!isWhole && second !== undefined) columns[second] = 'last_name'
  return columns
}

const isMost = (cells: readonly string[], holds: (cell: string) => boolean) =>
  cells.length > 0 && cells.filter(holds).length * 2 > cells.length
/** Has the digits of a phone number, and few other characters. */
const isNumber = (cell: string) => /^[\d\s+()/.,E-]{7,}$/.test(cell) && cell.replace(/\D/g, '').length >= 7
const isWords = (cell: string) => /\p{L}{2}/u.test(cell) && !/\d/.test(cell)
