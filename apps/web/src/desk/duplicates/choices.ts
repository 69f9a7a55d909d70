import type { Comparison, Entry } from '@muster/contract/duplicates'
import type { ChosenField } from '@muster/contract/rules/merge'

export const rows = ['name', 'email', 'phone', 'child_team', 'language'] as const
export type Row = (typeof rows)[number]
export type Side = 'one' | 'other'
export type Choices = Readonly<Record<Row, Side>>

/** The filled over the empty, then what a message has reached last, then the older entry. */
export function presetChoices({ one, other }: Comparison): Choices {
  const sideOf = (row: 'email' | 'phone' | 'child_team' | 'language'): Side =>
    one[row] === null && other[row] !== null ? 'other' : 'one'
  const reached = (row: 'email' | 'phone'): Side => {
    if (one[row] === null || other[row] === null) return sideOf(row)
    return (other[`${row}_reached_at`] ?? '') > (one[`${row}_reached_at`] ?? '') ? 'other' : 'one'
  }
  return {
    name: 'one',
    email: reached('email'),
    phone: reached('phone'),
    child_team: sideOf('child_team'),
    language: sideOf('language'),
  }
}

export const fieldsTaken = (choices: Choices): ChosenField[] =>
  rows
    .filter((row) => choices[row] === 'other')
    .flatMap((row): ChosenField[] => (row === 'name' ? ['first_name', 'last_name'] : [row]))

export function textOf(entry: Entry, row: Row): string | null {
  return row === 'name' ? `${entry.first_name} ${entry.last_name}` : entry[row]
}
