import { useDeferredValue } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { useReadFailure } from '../../ui/overlays/use-read-failure.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { DuplicatesStrip, useDuplicatesStrip } from '../duplicates/duplicates-strip.tsx'
import { DirectoryList } from './directory-list.tsx'
import { addButtonId, DirectorySheets } from './directory-sheets.tsx'
import { ExportPeople } from './export-people.tsx'
import { useText } from './texts.ts'
import { useColumns } from './use-columns.ts'
import { useDirectory } from './use-directory.ts'
import { useOpenSheet } from './use-open-sheet.ts'
import { usePeopleFilters } from './use-people-filters.ts'
import { useSearchText } from './use-search-text.ts'
import { useShownColumns } from './use-shown-columns.ts'

export default function PeoplePage() {
  const t = useText()
  const mayPlan = useMay('plan')
  const { sheet: inAddress, open, close } = useOpenSheet()
  const sheet = mayPlan ? inAddress : undefined
  const [text, setText] = useSearchText(sheet !== undefined)
  const searched = useDeferredValue(text)
  const [filters, changeFilters] = usePeopleFilters()
  const [columns, setColumns] = useColumns()
  const shownColumns = useShownColumns(columns)
  const directory = useDirectory(filters, searched, columns)
  const { people, all, error, retry } = directory
  const strip = useDuplicatesStrip()
  const { isDue } = strip
  useReadFailure(error, t('errors.fetch'))
  const isEmpty = people !== undefined && all === 0 && people.length === 0

  return (
    <>
      <PageHead title={t('title')} intro={t(mayPlan ? 'intro' : 'intro_to_see')}>
        {mayPlan && (
          <>
            <div className="flex gap-3 max-tablet:*:flex-1">
              {all > 0 && (
                <ExportPeople
                  kind="line"
                  count={directory.total}
                  columns={shownColumns}
                  event={directory.event}
                  readPeople={directory.readFound}
                />
              )}
              <Link className={buttonClass({ kind: 'line' })} to={paths.importPeople}>
                <Icon name="upload" size="small" />
                {t('import')}
              </Link>
            </div>
            <Button id={addButtonId} onClick={() => open({ doing: 'add' })}>
              {t('add')}
            </Button>
          </>
        )}
      </PageHead>
      {people && !isDue && <DuplicatesStrip count={strip.count} onHide={strip.hide} />}
      {(!people || isDue) && !error && <SkeletonRows rows={10} />}
      {!people && error && <RetryButton onRetry={retry} />}
      {isEmpty && !isDue && (
        <EmptyState text={t(mayPlan ? 'empty' : 'empty_to_see')}>
          {mayPlan && <Button onClick={() => open({ doing: 'add' })}>{t('add')}</Button>}
        </EmptyState>
      )}
      <DirectorySheets
        directory={directory}
        sheet={sheet}
        isSettled={searched === text}
        onClose={close}
        onSaved={(isFound) => {
          if (!isFound(text)) setText('')
        }}
      >
        {(acts) =>
          people &&
          !isDue &&
          !isEmpty && (
            <DirectoryList
              {...{ directory, text, searched, filters, columns, ...acts }}
              onText={setText}
              onFilter={changeFilters}
              onColumns={setColumns}
              onOpen={open}
            />
          )
        }
      </DirectorySheets>
    </>
  )
}
