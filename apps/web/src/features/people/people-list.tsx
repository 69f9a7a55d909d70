import type { Person } from '@muster/contract/people'
import { memo, startTransition, useEffect, useMemo, useState } from 'react'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { PeopleCards } from './people-cards.tsx'
import { PeopleTable } from './people-table.tsx'
import { PersonMenus, type PersonMenusProps } from './person-menu.tsx'

/** Drawn together, and left out of layout by the browser where they are far from the screen: about a screen high. */
const PIECE = { table: 25, cards: 8 }
/** How many people are drawn at once, and then every time. */
const STEP = 100
const STEP_MS = 30

export type Piece = { first: number; people: readonly Person[]; isDrawn: boolean }

/** What the table and the cards draw alike. */
export type PiecesProps = { pieces: readonly Piece[]; count: number; litId: string | undefined }

/**
 * Everybody, a hundred at a time: 2,000 people open as fast as 100, and a second later the browser's own search, a
 * print and a screen reader find every one of them, which a list that draws only what is on the screen never gives.
 */
export const PeopleList = memo(function PeopleList({
  people,
  searched,
  shownId,
  litId,
  ...menus
}: PersonMenusProps & {
  people: readonly Person[]
  /** Another search begins anew with the first hundred. */
  searched: string
  /** Who is drawn wherever they stand: the focus comes back to them. */
  shownId: string | undefined
  litId: string | undefined
}) {
  const isWide = useIsWide()
  const drawn = useDrawn(people.length, searched)
  const size = isWide ? PIECE.table : PIECE.cards
  const cut = useMemo(() => cutInPieces(people, size), [people, size])
  const shownAt = shownId ? people.findIndex(({ id }) => id === shownId) : -1
  const pieces = cut.map((piece) => ({
    ...piece,
    isDrawn: piece.first < drawn || (shownAt >= piece.first && shownAt < piece.first + size),
  }))
  const Pieces = isWide ? PeopleTable : PeopleCards
  return (
    <>
      <Pieces pieces={pieces} count={people.length} litId={litId} />
      <PersonMenus {...menus} />
    </>
  )
})

/** How many of all are drawn by now. */
function useDrawn(all: number, searched: string): number {
  const [drawn, setDrawn] = useState({ searched, count: STEP })
  const count = drawn.searched === searched ? drawn.count : STEP
  useEffect(() => {
    if (count >= all) return undefined
    // Between two steps, and within each, what somebody types or presses comes first.
    const next = setTimeout(() => startTransition(() => setDrawn({ searched, count: count + STEP })), STEP_MS)
    return () => clearTimeout(next)
  }, [count, all, searched])
  return count
}

function cutInPieces(people: readonly Person[], size: number): Omit<Piece, 'isDrawn'>[] {
  return Array.from({ length: Math.ceil(people.length / size) }, (_, index) => ({
    first: index * size,
    people: people.slice(index * size, (index + 1) * size),
  }))
}
