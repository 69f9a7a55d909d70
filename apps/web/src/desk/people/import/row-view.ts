import type { Imported, ImportField } from '@muster/contract/imports'
import { formatPhone } from '@muster/contract/rules/phone'
import { fullName } from '../../../format/names.ts'
import type { Tried, TriedRow } from './api.ts'
import type { ColumnKind } from './columns.ts'
import { isRounded, splitName } from './read-row.ts'
import type { ImportText } from './texts.ts'

/** What stands under a cell. */
export type CellNote = { text: string; isWrong: boolean }

/** Returns what is said about each column of a row. What is about no column stands at the end. */
export function notesOf(
  row: TriedRow,
  {
    cells,
    columns,
    people,
  }: { cells: readonly string[]; columns: readonly ColumnKind[]; people: Tried['people'] },
  t: ImportText,
): { of: Map<number, CellNote>; rest: string[] } {
  const of = new Map<number, CellNote>()
  const rest: string[] = []
  const note = (field: string, text: string, isWrong: boolean) => {
    const at = columnOf(field, columns)
    if (at === -1) rest.push(text)
    else if (!of.has(at)) of.set(at, { text, isWrong })
  }
  for (const { path, message } of row.issues ?? []) note(path, sentence(path, message), true)
  if (row.phone_issue !== undefined) note('phone', sentence('phone', row.phone_issue), true)
  if (row.result === 'error' && !row.issues) rest.push(row.error ?? '')
  const known = people.get(row.person_id ?? '')
  for (const field of row.left ?? [])
    note(field, t('check.link_sent', { value: valueOf(field, known) ?? '' }), false)
  for (const field of row.changes ?? [])
    note(field, t('check.was', { value: valueOf(field, known) ?? t('check.none') }), false)
  const maybe = people.get(row.maybe?.[0] ?? '')
  if (maybe) {
    note('first_name', t('check.in_muster', { name: fullName(maybe) }), false)
    for (const field of ['email', 'phone'] as const)
      note(field, valueOf(field, maybe) ?? t('check.none'), false)
  }
  return { of, rest: maybe ? [] : rest }

  function sentence(path: string, message: string): string {
    // The server speaks of one of the two.
    if (path.endsWith('_name') && isHalf(cells[columns.indexOf('name')])) return t('check.name_needed')
    return path === 'phone' && isRounded(cells[columnOf('phone', columns)] ?? '')
      ? t('check.rounded')
      : message
  }
}

const isHalf = (name: string | undefined) => name !== undefined && splitName(name).last_name === ''

function columnOf(field: string, columns: readonly ColumnKind[]): number {
  const at = columns.findIndex((kind) => kind === field)
  if (at !== -1) return at
  if (field.endsWith('_name')) return columns.indexOf('name')
  return field === 'email' ? columns.indexOf('phone') : -1
}

function valueOf(field: ImportField, person: Imported['people'][number] | undefined) {
  const value = person?.[field]
  if (field === 'phone' && person?.phone) return formatPhone(person.phone)
  return Array.isArray(value) ? value.join(', ') || undefined : (value ?? undefined)
}
