import type { Person } from '@muster/contract/people'
import { memo, useMemo } from 'react'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { cutInPieces, SHORT_LIST } from '../../ui/page/windowing.tsx'
import { PeopleCards } from './people-cards.tsx'
import { PeopleTable } from './people-table.tsx'
import { PersonMenus, type PersonMenusProps } from './person-menu.tsx'

/** Rows per piece; a piece is about a screen high. */
const PIECE = { table: 25, cards: 8 }

export const PeopleList = memo(function PeopleList({
  people,
  shownId,
  litId,
  hasTeams,
  ...menus
}: PersonMenusProps & {
  people: readonly Person[]
  /** Row that is rendered in full wherever it is, because the focus returns to it. */
  shownId: string | undefined
  litId: string | undefined
  hasTeams: boolean
}) {
  const isWide = useIsWide()
  const size = isWide ? PIECE.table : PIECE.cards
  const pieces = useMemo(() => cutInPieces(people, size), [people, size])
  const isShort = people.length <= SHORT_LIST
  const shown = pieces.map((piece) => ({
    ...piece,
    isAlwaysFull: isShort || piece.first === 0 || piece.items.some(({ id }) => id === shownId),
    litId: piece.items.some(({ id }) => id === litId) ? litId : undefined,
  }))
  const Pieces = isWide ? PeopleTable : PeopleCards
  return (
    <>
      <Pieces pieces={shown} count={people.length} hasTeams={hasTeams} />
      <PersonMenus {...menus} />
    </>
  )
})
