import type { Imported, ImportedRow, ImportRow, UndoneImport } from '@muster/contract/imports'
import { queryOptions } from '@tanstack/react-query'
import { call, type Given } from '../../../api/call.ts'
import { once } from '../../../api/once.ts'
import { organizationKey } from '../../../api/organization-key.ts'

export type OnExisting = Given<'imports', 'importPeople'>['body']['on_existing']

export type TriedRow = ImportedRow & {
  /** What is wrong with the number of somebody who is imported without it, because their e-mail address is right. */
  phone_issue?: string | undefined
}
export type Tried = { rows: TriedRow[]; people: ReadonlyMap<string, Imported['people'][number]> }

/** A wrong number beside an e-mail address keeps nobody out: such rows are tried again without it. */
export async function tryImport(rows: readonly ImportRow[], on_existing: OnExisting): Promise<Tried> {
  const first = await dryRun(rows, on_existing)
  const issues = new Map(first.rows.flatMap((row) => phoneIssue(row, rows[row.row])))
  if (issues.size === 0) return triedOf(first)
  const second = await dryRun(
    rows.map((row, at) => (issues.has(at) ? withoutPhone(row) : row)),
    on_existing,
  )
  return triedOf({
    ...second,
    rows: second.rows.map((row) => ({ ...row, phone_issue: issues.get(row.row) })),
  })
}

export const withoutPhone = (row: ImportRow): ImportRow => ({ ...row, phone: null })

function dryRun(rows: readonly ImportRow[], on_existing: OnExisting): Promise<Imported> {
  return call('imports', 'importPeople', {
    headers: {},
    body: { rows: [...rows], mode: 'dry_run', on_existing },
  })
}

const triedOf = ({ rows, people }: Pick<Imported, 'people'> & { rows: TriedRow[] }): Tried => ({
  rows,
  people: new Map(people.map((person) => [person.id, person])),
})

function phoneIssue({ row, issues = [] }: ImportedRow, given: ImportRow | undefined): [number, string][] {
  const [issue] = issues
  return given?.email && issue?.path === 'phone' && issues.length === 1 ? [[row, issue.message]] : []
}

export function saveImport(rows: readonly ImportRow[], on_existing: OnExisting): Promise<Imported> {
  const body = { rows: [...rows], mode: 'save' as const, on_existing }
  return once(['importPeople', body], (headers) => call('imports', 'importPeople', { headers, body }))
}

export const undoableImportsQuery = () =>
  queryOptions({
    queryKey: organizationKey('people', 'imports'),
    queryFn: ({ signal }) => call('imports', 'listImports', { signal }),
  })

export function undoImport(import_id: string): Promise<UndoneImport> {
  return once(['undoImport', import_id], (headers) =>
    call('imports', 'undoImport', { headers, params: { import_id } }),
  )
}
