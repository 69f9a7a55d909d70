import type { Person } from '@muster/contract/people'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { PeopleCards } from './people-cards.tsx'
import { PeopleTable } from './people-table.tsx'

/** What the table and the cards show alike, and what they ask for. The callbacks stay the same between drawings. */
export type PeopleListProps = {
  people: readonly Person[]
  /** Whose messages are open beside the list. */
  highlightedId: string | undefined
  onEdit: (person: Person) => void
  onWrite: (person: Person) => void
  onDelete: (person: Person) => void
}

/**
 * How many are drawn together; only pieces on the screen are drawn, so that 2,000 people open as fast as 20.
 * Each is about a screen high.
 */
const PIECE = { table: 25, cards: 8 }

export type Piece = { first: number; people: readonly Person[] }

export function PeopleList(list: PeopleListProps) {
  return useIsWide() ? (
    <PeopleTable {...list} pieces={cutInPieces(list.people, PIECE.table)} />
  ) : (
    <PeopleCards {...list} pieces={cutInPieces(list.people, PIECE.cards)} />
  )
}

function cutInPieces(people: readonly Person[], size: number): Piece[] {
  return Array.from({ length: Math.ceil(people.length / size) }, (_, index) => ({
    first: index * size,
    people: people.slice(index * size, (index + 1) * size),
  }))
}
