import { formatPhone } from '@muster/contract/rules/phone'
import { fullName } from '../../format/names.ts'
import type { Tick } from '../../ui/hooks/use-selection.ts'
import { FarItems, type Piece } from '../../ui/page/windowing.tsx'
import type { ListedPerson } from './filter-people.ts'
import type { ShownColumn } from './use-shown-columns.ts'

export type PeopleSelection = {
  ids: ReadonlySet<string>
  onTick: Tick
  onTickAll: (ids: readonly string[], isOn: boolean) => void
}

export type PiecesProps = {
  pieces: readonly PeoplePiece[]
  count: number
  columns: readonly ShownColumn[]
  /** Undefined for those who may do nothing with many. */
  selection: PeopleSelection | undefined
  /** Whether letters stand between the names: of the first or of the last one. */
  letters: 'first' | 'last' | undefined
}

export type PeoplePiece = Piece<ListedPerson> & { isAlwaysFull: boolean; litId: string | undefined }

export type RowProps = {
  person: ListedPerson
  columns: readonly ShownColumn[]
  onTick: Tick | undefined
}

export function FarPeople({ people, height }: { people: readonly ListedPerson[]; height: number }) {
  return (
    <FarItems height={height}>
      {people.map((person) => (
        <li key={person.id}>{lineOf(person)}</li>
      ))}
    </FarItems>
  )
}

function lineOf(person: ListedPerson): string {
  const { child_team, email, phone, notes } = person
  return [fullName(person), child_team, email, phone && formatPhone(phone), notes].filter(Boolean).join(', ')
}
