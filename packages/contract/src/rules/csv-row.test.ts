import { describe, expect, test } from 'vitest'
import { type CsvSeparator, csvRow } from './csv-row.ts'

const FORMULA = /^[" ]*[=+\-@＝＋－＠]/

/** A reader that takes `separator` for the separator, so that our quotes mean nothing to it. */
const cellsFor = (separator: string, row: string) =>
  row.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator))

const FORMULAS = ['=2+2', '+2+2', '-2', '@SUM(A1)', '＝2+2', '"=2+2"', ' =2+2']
const HOSTILE = FORMULAS.flatMap((formula) => [
  `x;${formula};y`,
  `x,${formula},y`,
  `x\t${formula}\ty`,
  `x|${formula}|y`,
  `x\n${formula}`,
  `x\r${formula}`,
  `x\r\n${formula}`,
])

describe.each<CsvSeparator>([',', ';'])('in a file separated by %j no cell begins with a formula', (ours) => {
  test.each([',', ';', '\t', '|'].filter((theirs) => theirs !== ours))(
    'for a reader that separates by %j',
    (theirs) => {
      for (const text of HOSTILE)
        for (const cell of cellsFor(theirs, csvRow(['first', text, 'last'], ours)))
          expect(FORMULA.test(cell), JSON.stringify([text, cell])).toBe(false)
    },
  )

  test('for a reader that sees our quotes', () => {
    for (const text of ['=2+2', '+2+2', '-2', '@SUM(A1)', '＝2+2', '\t=2+2', '\r=2+2'])
      expect(csvRow([text], ours)).toMatch(/^"'/)
  })
})

test('negative control: guarded for the other separator only, they do', () => {
  const cells = cellsFor(';', csvRow(['first', 'x;=2+2;y'], ';'))
  expect(cells.some((cell) => FORMULA.test(cell))).toBe(true)
})

test('other text stays as it is', () => {
  const texts = ['Åsa', '+46701234567', 'Ek-Lund, Bo', 'a@b.se', 'a "b"', '1+1=2', 'Tält; grill', '[1,-2]']
  expect(csvRow(texts)).toBe(
    '"Åsa","+46701234567","Ek-Lund, Bo","a@b.se","a ""b""","1+1=2","Tält; grill","[1,-2]"\r\n',
  )
  expect(csvRow(['7,5', 'Tält; grill'], ';')).toBe('"7,5";"Tält; grill"\r\n')
})
