import { ExportMenu } from '../../ui/exports/export-menu.tsx'
import type { ListedPerson } from './filter-people.ts'
import { useInEventWords } from './in-event-cell.tsx'
import { listTable } from './list-table.ts'
import { useText } from './texts.ts'
import type { ShownColumn } from './use-shown-columns.ts'

/** Saves people as a file that the import reads again (D48). */
export function ExportPeople({
  kind,
  count,
  columns,
  readPeople,
}: {
  kind: 'line' | 'bar'
  count: number
  columns: readonly ShownColumn[]
  readPeople: () => readonly ListedPerson[] | Promise<readonly ListedPerson[]>
}) {
  const t = useText()
  const words = useInEventWords()
  const readTable = async () => listTable(await readPeople(), columns, { t, words })
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
