import type { Person } from '@muster/contract/people'
import { formatPhone } from '@muster/contract/rules/phone'
import { fullName } from '../../format/names.ts'
import { FarItems, type Piece } from '../../ui/page/windowing.tsx'

export type PiecesProps = {
  pieces: readonly PeoplePiece[]
  count: number
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
