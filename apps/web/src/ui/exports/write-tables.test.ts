import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { Table } from './table.ts'
import { writeCsv } from './write-csv.ts'
import { writeWorkbook } from './write-workbook.ts'

const table: Table = {
  name: 'People: A/B [long] names are cut at 31',
  columns: [
    { title: 'Name', type: 'text' },
    { title: 'Phone', type: 'text' },
    { title: 'Worked', type: 'hours' },
    { title: 'Start', type: 'time' },
  ],
  rows: [
    ['x;=2+2;y', '+46701234567', 440, '2199-06-21T22:00'],
    ['=cmd|"/c calc"!A0 & <b>', null, 0, null],
  ],
}

describe('CSV', () => {
  it('separates by semicolon, with decimal commas and without formulas', () => {
    expect(writeCsv(table, ';')).toBe(
      '\uFEFF"Name";"Phone";"Worked";"Start"\r\n"x;=2+2;y";"+46701234567";"7,33";"2199-06-21 22:00"\r\n' +
        '"\'=cmd|""/c calc""!A0 & <b>";"";"0";""\r\n',
    )
  })

  it('separates by comma, guarded for readers that separate by semicolon', () => {
    expect(writeCsv(table, ',')).toContain(`"x;'=2+2;y","+46701234567","7.33","2199-06-21 22:00"`)
  })
})

const read = async (tables: readonly Table[]) => {
  const files = unzipSync(new Uint8Array(await (await writeWorkbook(tables)).arrayBuffer()))
  const textOf = (name: string) => new TextDecoder().decode(files[name])
  return {
    sheet: textOf('xl/worksheets/sheet1.xml'),
    strings: textOf('xl/sharedStrings.xml'),
    workbook: textOf('xl/workbook.xml'),
    styles: textOf('xl/styles.xml'),
  }
}

describe('a workbook', () => {
  it('keeps phone numbers and formulas as text, hours as numbers and wall times as dates', async () => {
    const { sheet, strings, styles } = await read([table])
    expect(sheet).not.toContain('<f>')
    expect(strings).toContain('>+46701234567<')
    expect(strings).toContain('>x;=2+2;y<')
    expect(strings).toContain('>=cmd|"/c calc"!A0 &amp; &lt;b&gt;<')
    expect(sheet).toContain('<v>7.33</v>')
    // Days since 1899-12-30.
    expect(sheet).toMatch(
      new RegExp(`<v>${(Date.UTC(2199, 5, 21, 22) - Date.UTC(1899, 11, 30)) / 86_400_000}\\d*</v>`),
    )
    expect(styles).toContain('yyyy-mm-dd hh:mm')
  })

  it('names its sheets so that Excel opens it', async () => {
    expect((await read([table])).workbook).toContain('name="People  A B  long  names are cu"')
  })
})
