import { expect, test } from 'vitest'
import { readColumns } from './columns.ts'
import { decode, readFile, readText, UnreadableSheet } from './read-sheet.ts'

const TEXT = 'Namn;E-post\r\nÅsa "Ö;a" Öberg;asa@example.org\r\n'
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf16 = (text: string, isBig: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  Array.from(text).forEach((letter, at) => view.setUint16(at * 2, letter.charCodeAt(0), !isBig))
  return new Uint8Array(view.buffer)
}
const utf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  ['Windows-1252', windows1252(TEXT)],
  ['UTF-8', utf8(TEXT)],
  ['UTF-8 with a mark', utf8(`\ufeff${TEXT}`)],
  ['UTF-16 little endian', utf16(TEXT, false)],
  ['UTF-16 little endian with a mark', utf16(`\ufeff${TEXT}`, false)],
  ['UTF-16 big endian with a mark', utf16(`\ufeff${TEXT}`, true)],
])('%s', (_, bytes) => {
  expect(decode(bytes)).toBe(TEXT)
})

test.each([
  ['semicolons', 'a;b, c;d\r\n1;2, 3;4\r\n'],
  ['tabs', 'a\tb, c\td\n1\t2, 3\t4'],
  ['commas and quotes', 'a,"b, c",d\r\n1,"2, 3",4'],
  ['the line of Excel, empty lines', 'sep=;\r\na;b, c;d\r\n\r\n;;\r\n1;2, 3;4\r\n\r\n'],
  ['spaces', ' a ;b, c; d\r\n1 ; 2, 3 ;4\r\n'],
])('%s', async (_, text) => {
  expect(await readText(text)).toEqual([
    ['a', 'b, c', 'd'],
    ['1', '2, 3', '4'],
  ])
})

test('a cell with quotes, separators and line ends', async () => {
  expect(await readText('Namn;Anteckning\r\nBo;"a ""b""; c\r\nd"\r\n')).toEqual([
    ['Namn', 'Anteckning'],
    ['Bo', 'a "b"; c\r\nd'],
  ])
})

test('an old workbook and a broken one are named', async () => {
  const old = new Blob([Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])])
  await expect(readFile(old)).rejects.toEqual(new UnreadableSheet('old_excel'))
  await expect(readFile(new Blob(['PK broken']))).rejects.toEqual(new UnreadableSheet('unreadable'))
})

const read = (...headings: string[]) => readColumns([headings, headings.map(() => 'x')]).columns

test('columns are found by headings in both languages', () => {
  expect(read('Namn', 'E-postadress', 'Mobil', 'Lag', 'Medlemsnr')).toEqual([
    'name',
    'email',
    'phone',
    'child_team',
    'none',
  ])
  expect(read('Efternamn', 'Förnamn', 'E-mail', 'Telefon', 'Mobiltelefon', 'Språk')).toEqual([
    'last_name',
    'first_name',
    'email',
    'none',
    'phone',
    'language',
  ])
  expect(
    read('First name', 'LAST NAME', 'Email address', 'Phone number', "Child's team", 'Notes', 'Tags'),
  ).toEqual(['first_name', 'last_name', 'email', 'phone', 'child_team', 'notes', 'tags'])
  // Of the organisation's export.
  expect(read('id', 'first_name', 'last_name', 'email', 'phone', 'child_team', 'notes', 'language')).toEqual([
    'none',
    'first_name',
    'last_name',
    'email',
    'phone',
    'child_team',
    'notes',
    'language',
  ])
})

test('without headings columns are found by what stands in them', () => {
  const { headings, columns, rows } = readColumns([
    ['Anna Berg', 'anna@example.org', '070-174 06 08', '12'],
    ['Bo Ek', '', '701740609'],
  ])
  expect(headings).toBeUndefined()
  expect(columns).toEqual(['name', 'email', 'phone', 'none'])
  expect(rows[1]).toEqual(['Bo Ek', '', '701740609', ''])
  expect(readColumns([['Anna', 'Berg', '070-174 06 08']]).columns).toEqual([
    'first_name',
    'last_name',
    'phone',
  ])
})
