import type { Language } from '@muster/contract/language'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setLanguage } from '../../i18n/language.ts'
import { buildPerson } from '../../testing/build-person.ts'
import type { Table } from '../../ui/exports/table.ts'
import { writeCsv } from '../../ui/exports/write-csv.ts'
import { writeWorkbook } from '../../ui/exports/write-workbook.ts'
import { readColumns } from './import/columns.ts'
import { readRow } from './import/read-row.ts'
import { readFile } from './import/read-sheet.ts'
import { listTable, withAnswers } from './list-table.ts'
import { useText } from './texts.ts'

afterEach(() => setLanguage('en'))

const people = [
  buildPerson({ tags: ['B-körkort', 'Kök, kväll', '"Rosa" laget', '=1+1'] }),
  buildPerson({
    first_name: '-Bo',
    last_name: '’t Hooft; von',
    email: null,
    child_team: '=P12|@x',
    notes: '- ringer själv;-)\n+ har "bil", och\t@bil',
    tags: ['@kök'],
  }),
  buildPerson({ first_name: 'Zoë', phone: null, child_team: null, notes: null, tags: [] }),
]

const csv = (separator: ',' | ';') => async (table: Table) => new Blob([writeCsv(table, separator)])

test.each([
  ['CSV, semicolons', 'sv', csv(';')],
  ['CSV, commas', 'en', csv(',')],
  ['XLSX', 'sv', (table: Table) => writeWorkbook([table])],
  ['XLSX', 'en', (table: Table) => writeWorkbook([table])],
] satisfies [string, Language, (table: Table) => Promise<Blob>][])(
  'the import reads what the list saves as %s (%s), tags included',
  async (_, language, write) => {
    setLanguage(language)
    const t = renderHook(useText).result.current
    const columns = ['name', 'team', 'email', 'phone', 'notes', 'in_event', 'hours', 'actions'] as const
    const table = listTable(people, columns, { t, words: () => 'never asked' })
    const { headings, columns: read, rows } = readColumns(await readFile(await write(table)))
    expect(headings).toEqual(table.columns.map(({ title }) => title))
    expect(rows.map((row) => readRow(row, read))).toEqual(
      people.map(({ first_name, last_name, email, phone, child_team, notes, tags }) => ({
        first_name,
        last_name,
        ...(email && { email }),
        ...(phone && { phone }),
        ...(child_team && { child_team }),
        ...(notes && { notes }),
        ...(tags.length > 0 && { tags }),
      })),
    )
  },
)

test('answers to the questions of the event are columns (D51)', () => {
  const { result } = renderHook(useText)
  const [first, second] = people
  if (!first || !second) throw new Error('people are missing')
  const question = {
    kind: 'text',
    options: [],
    required: false,
    role_ids: [],
    delete_after_event: false,
  } as const
  const shared = { event: { id: 'e', name: 'E' }, kind: 'text', label: 'Size', created_at: '' } as const
  const table = withAnswers(
    { name: 'n', columns: [{ title: 'Name', type: 'text' }], rows: [['a'], ['b']] },
    [first, second],
    {
      questions: [
        { ...question, id: 'q1', label: 'Size', options: [], role_ids: [] },
        { ...question, id: 'q2', label: 'Food', options: [], role_ids: [] },
      ],
      answers: [
        { ...shared, person_id: second.id, question_id: 'q1', value: 'M' },
        { ...shared, person_id: first.id, question_id: 'q2', value: ['Fish', 'Nuts'] },
      ],
      t: result.current,
      inWords: String,
    },
  )
  expect(table.columns.map(({ title }) => title)).toEqual(['Name', 'Answer: Size', 'Answer: Food'])
  expect(table.rows).toEqual([
    ['a', null, 'Fish,Nuts'],
    ['b', 'M', null],
  ])
})
