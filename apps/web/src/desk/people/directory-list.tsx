import type { Person } from '@muster/contract/people'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { useMay } from '../../api/rights.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useSelection } from '../../ui/hooks/use-selection.ts'
import type { RowActs } from './directory-sheets.tsx'
import { PeopleFilters } from './people-filters.tsx'
import { PeopleList } from './people-list.tsx'
import { PeopleSearch, searchId } from './people-search.tsx'
import { SelectedPeople } from './selected-people.tsx'
import { useText } from './texts.ts'
import type { Column } from './use-columns.ts'
import type { Directory } from './use-directory.ts'
import { useExportPerson } from './use-export-person.ts'
import type { OpenSheet } from './use-open-sheet.ts'
import { type ChangeFilters, type PeopleFilters as Filters, NO_FILTERS } from './use-people-filters.ts'
import { usePeopleKeys } from './use-people-keys.ts'
import { useShownColumns } from './use-shown-columns.ts'
import { ViewMenu } from './view-menu.tsx'

const TagsDialog = lazy(() => import('../tags/tags-dialog.tsx'))

/** On phones the rows stand on the page. */
const directoryClass = [
  'desktop:rounded-card desktop:border desktop:border-line desktop:bg-surface desktop:shadow-card',
  'desktop:px-6 desktop:pt-5 desktop:pb-3 max-desktop:pr-3',
].join(' ')

export function DirectoryList({
  directory,
  text,
  searched,
  filters,
  columns: more,
  shownId,
  litId,
  onText,
  onFilter,
  onColumns,
  onOpen,
  onDelete,
}: RowActs & {
  directory: Directory
  text: string
  /** The text that the list is filtered by: `text`, or its previous value. */
  searched: string
  filters: Filters
  columns: readonly Column[]
  onText: (text: string) => void
  onFilter: ChangeFilters
  onColumns: (columns: readonly Column[]) => void
  onOpen: (sheet: OpenSheet) => void
}) {
  const t = useText()
  const mayPlan = useMay('plan')
  const focusNext = useFocusNext()
  const columns = useShownColumns(more)
  const [isTagging, setIsTagging] = useState(false)
  const { people, found, total, isWaiting, unread, mayRead } = directory
  const edit = useCallback(({ id }: Person) => onOpen({ doing: 'edit', person_id: id }), [onOpen])
  const write = useCallback(({ id }: Person) => onOpen({ doing: 'write', person_id: id }), [onOpen])
  const download = useExportPerson()
  const order = useMemo(() => found.map(({ id }) => id), [found])
  const { ticked, ids, tick, tickAll, clear } = useSelection(people, order)
  const selection = useMemo(
    () => (mayPlan ? { ids, onTick: tick, onTickAll: tickAll } : undefined),
    [mayPlan, ids, tick, tickAll],
  )
  usePeopleKeys({ ticked: ids, onTick: selection?.onTick, onClear: clear })
  const isNarrowed =
    searched.trim() !== '' || Boolean(filters.show ?? filters.tag ?? filters.reach ?? filters.answer)
  const isNone = found.length === 0 && !isWaiting && !unread
  const said = useResult({ directory, searched, isNarrowed, isNone })

  return (
    <section className={directoryClass}>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PeopleSearch text={text} hasTeams={columns.includes('team')} onChange={onText} />
        <span className="text-meta text-ink-2 tabular-nums">
          {!unread && t(isNarrowed ? 'found' : 'count', { count: total })}
        </span>
        <span className="ml-auto print:hidden">
          <ViewMenu
            columns={more}
            sort={filters.sort}
            onColumns={onColumns}
            onFilter={onFilter}
            onTags={() => setIsTagging(true)}
          />
        </span>
      </div>
      {mayRead && (
        <div className="mb-3 flex min-h-11 items-center gap-2 max-desktop:-ml-5 max-desktop:overflow-x-auto max-desktop:pl-5 max-desktop:py-1 desktop:flex-wrap print:hidden">
          <PeopleFilters directory={directory} filters={filters} onFilter={onFilter} />
        </div>
      )}
      {unread && (
        <div className="grid justify-items-start gap-2 pt-2 pb-4">
          <FormError text={errorText(unread.error, t('errors.fetch'))} />
          <RetryButton onRetry={() => void unread.refetch()} />
        </div>
      )}
      {isNone && isNarrowed && (
        <div className="grid justify-items-start gap-2 pt-2 pb-4">
          <p>{said}</p>
          <Button
            kind="line"
            onClick={() => {
              onText('')
              onFilter(NO_FILTERS)
              focusNext(searchId)
            }}
          >
            {t(searched.trim() === '' ? 'clear_filters' : 'clear_search')}
          </Button>
        </div>
      )}
      {found.length > 0 && (
        <PeopleList
          people={found}
          sort={filters.sort}
          onEdit={edit}
          onWrite={write}
          onExport={download}
          {...{ shownId, litId, columns, selection, onDelete }}
        />
      )}
      {total > found.length && (
        <p className="py-3 text-meta text-ink-2">{t('first_of', { count: found.length, total })}</p>
      )}
      {ticked.length > 0 && (
        <SelectedPeople
          people={ticked}
          {...{ directory, filters, columns }}
          onWrite={write}
          onSelect={(these) => tickAll(these, true)}
          onClear={clear}
        />
      )}
      {isTagging && (
        <Suspense fallback={null}>
          <TagsDialog onClose={() => setIsTagging(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** Announces what a search or a filter finds. */
function useResult({
  directory: { total, isWaiting, unread },
  searched,
  isNarrowed,
  isNone,
}: {
  directory: Directory
  searched: string
  isNarrowed: boolean
  isNone: boolean
}): string | undefined {
  const t = useText()
  const none = searched.trim() === '' ? t('filtered_none') : t('not_found', { text: searched.trim() })
  const result =
    isNarrowed && !isWaiting && !unread ? (isNone ? none : t('found', { count: total })) : undefined
  useEffect(() => {
    if (result !== undefined) announce(result)
  }, [result])
  return result
}
