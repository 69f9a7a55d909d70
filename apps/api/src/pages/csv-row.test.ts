import { describe, expect, test } from 'vitest'
import { csvRow } from './csv-row.ts'

const FORMULA = /^[" ]*[=+\-@＝＋－＠]/

/** A reader that takes `separator` for the separator, so that our quotes mean nothing to it. */
const cellsFor = (separator: string, row: string) =>
  row.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator))

const FORMULAS = ['=2+2', '+2+2', '-2', '@SUM(A1)', '＝2+2', '"=2+2"', ' =2+2']
const HOSTILE = FORMULAS.flatMap((formula) => [
  `x;${formula};y`,
  `x\t${formula}\ty`,
  `x|${formula}|y`,
  `x\n${formula}`,
  `x\r${formula}`,
  `x\r\n${formula}`,
])

describe('no cell begins with a formula', () => {
  test.each([';', '\t', '|'])('for a reader that separates by %j', (separator) => {
    for (const text of HOSTILE)
      for (const cell of cellsFor(separator, csvRow(['first', text, 'last'])))
        expect(FORMULA.test(cell), JSON.stringify([text, cell])).toBe(false)
  })

  test('for a reader that sees our quotes', () => {
    for (const text of ['=2+2', '+2+2', '-2', '@SUM(A1)', '＝2+2', '\t=2+2', '\r=2+2'])
      expect(csvRow([text])).toMatch(/^"'/)
  })

  test('negative control: without the guard they do', () => {
    const unguarded = '"first","x;=2+2;y","last"\r\n'
    expect(cellsFor(';', unguarded).some((cell) => FORMULA.test(cell))).toBe(true)
  })
})

test('other text stays as it is', () => {
  const texts = ['Åsa', '+46701234567', 'Ek-Lund, Bo', 'a@b.se', 'a "b"', '1+1=2', 'Tält; grill']
  expect(csvRow(texts)).toBe(
    '"Åsa","+46701234567","Ek-Lund, Bo","a@b.se","a ""b""","1+1=2","Tält; grill"\r\n',
  )
})
