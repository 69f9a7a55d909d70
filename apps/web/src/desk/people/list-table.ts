import type { Answer } from '@muster/contract/answers'
import type { AnswerValue, Question } from '@muster/contract/rules/questions'
import type { Translate } from '@muster/contract/translate'
import type { Cell, Column, Table } from '../../ui/exports/table.ts'
import type { ListedPerson } from './filter-people.ts'
import type { InEventWords } from './in-event-cell.tsx'
import { writeTags } from './tags-cell.ts'
import type { en } from './texts.ts'
import type { ShownColumn } from './use-shown-columns.ts'

/** What the list shows of these people, and their tags, to be saved as a file that the import reads again (D48). */
export function listTable(
  people: readonly ListedPerson[],
  columns: readonly ShownColumn[],
  { t, words }: { t: Translate<typeof en>; words: InEventWords },
): Table {
  // Who sees no e-mail addresses sees no tags (D69).
  const saved = new Set([...columns, ...(columns.includes('email') ? (['tags'] as const) : [])])
  const shown = [...saved].flatMap((column) => (column === 'actions' ? [] : CELLS[column]))
  return {
    name: t('title'),
    columns: shown.map(({ title, type = 'text' }) => ({ title: t(title), type })),
    rows: people.map((person) => shown.map(({ cellOf }) => cellOf(person, words))),
  }
}

type Answering = {
  questions: readonly Question[]
  answers: readonly Answer[]
  t: Translate<typeof en>
  inWords: (value: AnswerValue) => string
}

/** D51: with a column for each question of the event. */
export function withAnswers(
  table: Table,
  people: readonly ListedPerson[],
  { questions, answers, t, inWords }: Answering,
): Table {
  const values = new Map(
    answers.map(({ person_id, question_id, value }) => [`${person_id} ${question_id}`, value]),
  )
  const cellOf = (person_id: string, question_id: string): Cell => {
    const value = values.get(`${person_id} ${question_id}`)
    return value === undefined ? null : inWords(value)
  }
  return {
    ...table,
    columns: [
      ...table.columns,
      ...questions.map(({ label }) => ({ title: t('column.answer', { label }), type: 'text' as const })),
    ],
    rows: table.rows.map((row, at) => [
      ...row,
      ...questions.map((question) => cellOf(people[at]?.id ?? '', question.id)),
    ]),
  }
}

type Shown = {
  title: 'form.first_name' | 'form.last_name' | `column.${Exclude<ShownColumn, 'name' | 'actions'>}`
  type?: Column['type']
  cellOf: (person: ListedPerson, words: InEventWords) => Cell
}

const CELLS: Record<Exclude<ShownColumn, 'actions'>, readonly Shown[]> = {
  name: [
    { title: 'form.first_name', cellOf: ({ first_name }) => first_name },
    { title: 'form.last_name', cellOf: ({ last_name }) => last_name },
  ],
  team: [{ title: 'column.team', cellOf: ({ child_team }) => child_team }],
  email: [{ title: 'column.email', cellOf: ({ email }) => email }],
  phone: [{ title: 'column.phone', cellOf: ({ phone }) => phone }],
  notes: [{ title: 'column.notes', cellOf: ({ notes }) => notes }],
  tags: [{ title: 'column.tags', cellOf: ({ tags }) => writeTags(tags) }],
  in_event: [{ title: 'column.in_event', cellOf: ({ in_event }, words) => words(in_event) }],
  hours: [{ title: 'column.hours', type: 'hours', cellOf: ({ planned_minutes = 0 }) => planned_minutes }],
}
