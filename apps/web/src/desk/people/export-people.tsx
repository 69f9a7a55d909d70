import type { Event } from '@muster/contract/events'
import { ExportMenu } from '../../ui/exports/export-menu.tsx'
import { readAnswers } from './api.ts'
import type { ListedPerson } from './filter-people.ts'
import { useInEventWords } from './in-event-cell.tsx'
import { listTable, withAnswers } from './list-table.ts'
import { useText } from './texts.ts'
import type { ShownColumn } from './use-shown-columns.ts'
import { useValueWords } from './use-value-words.ts'

/** Saves people as a file that the import reads again (D48). */
export function ExportPeople({
  kind,
  count,
  columns,
  event,
  readPeople,
}: {
  kind: 'line' | 'bar'
  count: number
  columns: readonly ShownColumn[]
  /** Whose answers are saved (D51), if the list shows what people have in it. */
  event: Event | undefined
  readPeople: () => readonly ListedPerson[] | Promise<readonly ListedPerson[]>
}) {
  const t = useText()
  const words = useInEventWords()
  const inWords = useValueWords()
  const readTable = async () => {
    const people = await readPeople()
    const table = listTable(people, columns, { t, words })
    if (!event || event.questions.length === 0 || !columns.includes('in_event')) return table
    return withAnswers(table, people, {
      questions: event.questions,
      answers: await readAnswers(event.id),
      t,
      inWords,
    })
  }
  return (
    <ExportMenu
      name={t('title')}
      sheets={t('count', { count })}
      kind={kind}
      readTable={readTable}
      readSheets={async () => [await readTable()]}
    />
  )
}
