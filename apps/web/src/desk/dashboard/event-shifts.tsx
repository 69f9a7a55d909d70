import type { Event } from '@muster/contract/events'
import type { TimeWindow } from '@muster/contract/rules/time-conflict'
import type { Shift } from '@muster/contract/shifts'
import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../../api/rights.ts'
import type { Highlights } from '../../live/use-highlights.ts'
import { useNow } from '../../live/use-now.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { listSharedNames } from '../shifts/group-names.ts'
import { ShiftCards } from '../shifts/shift-cards.tsx'
import type { Selection } from '../shifts/shift-pieces.tsx'
import { ShiftTable } from '../shifts/shift-table.tsx'
import { findAtHour } from './list-order.ts'
import { LoadingShifts } from './page-parts.tsx'
import { ScrollToShift } from './scroll-to-shift.tsx'
import { useText } from './texts.ts'
import type { Placing } from './timeline.tsx'
import { clearSearch, gapsId, searchId } from './toolbar.tsx'
import { type ChangeFilters, NO_FILTERS } from './use-chosen-event.ts'
import type { ShownShifts } from './use-shown-shifts.ts'

const Timeline = lazyPart(() => import('./timeline.tsx'))
const FoundPeople = lazy(() => import('./found-people.tsx'))

/** The list in the chosen view, and what is not in it. */
export function EventShifts({
  event,
  openId,
  pressedId,
  list,
  lit,
  onFilter,
  onToggle,
  onEdit,
  onFill,
  onAdd,
  onCopy,
  onNew,
  onRetime,
  selection,
}: {
  event: Event
  openId: string | undefined
  /** The shift whose row is shown as open, before its sheet is there. */
  pressedId: string | undefined
  list: ShownShifts
  lit: Highlights
  onFilter: ChangeFilters
  onToggle: (shift: Shift, byKeyboard: boolean) => void
  onEdit: (shift: Shift) => void
  onFill: ((shift: Shift) => void) | undefined
  onAdd: (role_id: string | undefined) => void
  onCopy: (shift_ids: readonly string[]) => void
  onNew: (role_id: string, times: TimeWindow) => void
  onRetime: (shift: Shift, to: Placing) => void
  selection: Selection
}) {
  const isWide = useIsWide()
  const mayPlan = useMay('plan')
  const now = useNow()
  const { counted, timelineDay, shown, groups, query, people } = list
  const firstId = useFirstId(list)
  const shared = useMemo(() => listSharedNames(counted.map(({ shift }) => shift)), [counted])
  const { ticked, onTick, onTickAll } = selection
  const row = { event, now, shared, query, onToggle, onEdit, onFill, onTick: mayPlan ? onTick : undefined }
  const listProps = { ...row, groups, lit: lit.spots, openId: pressedId, ticked }

  // The first rows of a large event may not have the open shift yet.
  const hasList = shown.some(({ shift: { id } }) => openId === undefined || id === openId)
  return (
    <Suspense fallback={<LoadingShifts />}>
      {people.length > 0 && (
        <Suspense fallback={null}>
          <FoundPeople event={event} people={people} />
        </Suspense>
      )}
      {shown.length === 0 && <NothingShown list={list} onFilter={onFilter} />}
      {shown.length > 0 && isWide && list.view === 'timeline' && (
        <Timeline
          event={event}
          shown={shown}
          lit={lit.spots}
          day={timelineDay}
          onOpen={onToggle}
          {...{ onFill, onNew, onRetime }}
        />
      )}
      {shown.length > 0 && isWide && list.view !== 'timeline' && (
        <ShiftTable {...listProps} {...{ onAdd, onCopy, onTickAll }} />
      )}
      {shown.length > 0 && !isWide && <ShiftCards {...listProps} />}
      <ListFoot list={list} onFilter={onFilter} />
      <ScrollToShift openId={openId} hasList={hasList} firstId={firstId} />
    </Suspense>
  )
}

/** Of an address that names an hour. Filters chosen since lead elsewhere. */
function useFirstId(list: ShownShifts): string | undefined {
  const [search] = useSearchParams()
  const hour = search.get('hour')
  return hour === null || Number.isNaN(Date.parse(hour)) ? undefined : findAtHour(list, hour)?.id
}

function NothingShown({ list, onFilter }: { list: ShownShifts; onFilter: ChangeFilters }) {
  const t = useText()
  const focusNext = useFocusNext()
  const isSearch = list.query !== ''
  const isAllOver = list.past.hidden > 0
  if (isAllOver) return null
  return (
    <EmptyState text={isSearch ? t('search.none', { text: list.query.trim() }) : t(textOfNone(list))}>
      <Button
        kind="line"
        onClick={() => {
          if (isSearch) clearSearch()
          onFilter(isSearch ? { q: undefined } : NO_FILTERS)
          focusNext(isSearch ? searchId : gapsId)
        }}
      >
        {t(isSearch ? 'search.clear' : 'filter.clear')}
      </Button>
    </EmptyState>
  )
}

/** "3 of 40 shifts. Clear search", and "17 shifts are over · Show" (D37). */
function ListFoot({ list, onFilter }: { list: ShownShifts; onFilter: ChangeFilters }) {
  const t = useText()
  const { shown, counted, past, query } = list
  const all = past.isShown || past.hidden === 0 ? counted.length : list.counting.length
  const isFiltered = list.day ?? list.kind ?? list.role ?? (query === '' ? undefined : query)
  const isCut = isFiltered !== undefined && shown.length < all
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-6 text-compact text-ink-2 print:hidden">
      <p aria-live="polite" className="empty:hidden">
        {isCut && t('shown', { shown: shown.length, count: all })}
      </p>
      {isCut && shown.length > 0 && (
        <Press
          onClick={() => {
            clearSearch()
            onFilter(query === '' ? NO_FILTERS : { q: undefined })
          }}
        >
          {t(query === '' ? 'filter.clear' : 'search.clear')}
        </Press>
      )}
      {past.hidden > 0 && (
        <p className="flex items-center gap-2">
          {t('past.hidden', { count: past.hidden })} ·
          <Press onClick={() => onFilter({ past: 'shown' })}>{t('past.show')}</Press>
        </p>
      )}
      {past.isShown && (
        <p className="flex items-center gap-2">
          {t('past.shown')} ·<Press onClick={() => onFilter({ past: undefined })}>{t('past.hide')}</Press>
        </p>
      )}
    </div>
  )
}

function Press({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button kind="quiet" className="-mx-2 px-2! text-compact" onClick={onClick}>
      {children}
    </Button>
  )
}

/** D37: a person who has not confirmed must not count as one who comes. */
function textOfNone({ kind, unconfirmed }: ShownShifts) {
  if (kind === 'missing')
    return unconfirmed.length > 0 ? 'filter.none_missing_unconfirmed' : 'filter.none_missing'
  return kind === 'unconfirmed' ? 'filter.none_unconfirmed' : 'filter.none'
}
