import { memo, useMemo } from 'react'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { cutInPieces, SHORT_LIST } from '../../ui/page/windowing.tsx'
import type { ListedPerson } from './filter-people.ts'
import { LetterIndex } from './letter-index.tsx'
import type { PeopleSelection } from './people-pieces.tsx'
import { PeopleRows } from './people-rows.tsx'
import { PeopleTable } from './people-table.tsx'
import { PersonMenus, type PersonMenusProps } from './person-menu.tsx'
import type { PeopleFilters } from './use-people-filters.ts'
import type { ShownColumn } from './use-shown-columns.ts'

/** Rows per piece; a piece is about a screen high. */
const PIECE = { table: 25, phone: 16 }

export const PeopleList = memo(function PeopleList({
  people,
  shownId,
  litId,
  columns,
  selection,
  sort = 'first',
  ...menus
}: PersonMenusProps & {
  people: readonly ListedPerson[]
  /** Row that is rendered in full wherever it is, because the focus returns to it. */
  shownId: string | undefined
  litId: string | undefined
  columns: readonly ShownColumn[]
  selection: PeopleSelection | undefined
  sort: PeopleFilters['sort']
}) {
  const isWide = useIsWide()
  const size = isWide ? PIECE.table : PIECE.phone
  const pieces = useMemo(() => cutInPieces(people, size), [people, size])
  const isShort = people.length <= SHORT_LIST
  const shown = pieces.map((piece) => ({
    ...piece,
    isAlwaysFull: isShort || piece.first === 0 || piece.items.some(({ id }) => id === shownId),
    litId: piece.items.some(({ id }) => id === litId) ? litId : undefined,
  }))
  const letters = sort === 'hours' ? undefined : sort
  const Pieces = isWide ? PeopleTable : PeopleRows
  return (
    <>
      <Pieces pieces={shown} count={people.length} {...{ columns, selection, letters }} />
      {!isWide && letters && <LetterIndex people={people} by={letters} />}
      <PersonMenus {...menus} />
    </>
  )
})
