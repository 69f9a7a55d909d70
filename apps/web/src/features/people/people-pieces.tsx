import type { Person } from '@muster/contract/people'
import { formatPhone } from '@muster/contract/rules/phone'
import { fullName } from '../../format/names.ts'
import { FarItems, type Piece } from '../../ui/page/windowing.tsx'

/** What the table and the cards take alike. */
export type PiecesProps = {
  pieces: readonly PeoplePiece[]
  count: number
  /** The organisation asks for the child's team: the table has a column for it. */
  hasTeams: boolean
}

export type PeoplePiece = Piece<Person> & { isAlwaysFull: boolean; litId: string | undefined }

export function FarPeople({ people, height }: { people: readonly Person[]; height: number }) {
  return (
    <FarItems height={height}>
      {people.map((person) => (
        <li key={person.id}>{lineOf(person)}</li>
      ))}
    </FarItems>
  )
}

function lineOf(person: Person): string {
  const { child_team, email, phone, notes } = person
  return [fullName(person), child_team, email, phone && formatPhone(phone), notes].filter(Boolean).join(', ')
}
