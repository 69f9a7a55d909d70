import type { Person } from '@muster/contract/people'
import { LIMITS } from '@muster/contract/rules/text'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { announce } from '../../ui/feedback/live-region.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { type BulkAct, BulkBar } from './bulk-bar.tsx'
import { ExportPeople } from './export-people.tsx'
import type { ListedPerson } from './filter-people.ts'
import { useText } from './texts.ts'
import type { Directory } from './use-directory.ts'
import type { PeopleFilters } from './use-people-filters.ts'
import type { ShownColumn } from './use-shown-columns.ts'

const AskDialog = lazy(() => import('./ask/ask-dialog.tsx'))
const TagPeopleDialog = lazy(() => import('../tags/tag-people-dialog.tsx'))
const DeletePeopleDialog = lazy(async () => ({
  default: (await import('./delete-people-dialog.tsx')).DeletePeopleDialog,
}))

/** What can be done with the selected people at once. */
export function SelectedPeople({
  people,
  directory: { found, event, events },
  filters,
  columns,
  onWrite,
  onSelect,
  onClear,
}: {
  people: readonly ListedPerson[]
  directory: Directory
  filters: PeopleFilters
  columns: readonly ShownColumn[]
  onWrite: (person: Person) => void
  onSelect: (ids: readonly string[]) => void
  onClear: () => void
}) {
  const t = useText()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Exclude<BulkAct, 'message'>>()
  const close = () => setOpen(undefined)
  const person_ids = people.map(({ id }) => id)
  const selected = new Set(person_ids)
  const shown = found.filter(({ id }) => selected.has(id)).length
  const isRest = shown < found.length

  const act = (kind: BulkAct) => {
    if (kind !== 'delete' && people.length > LIMITS.person_ids)
      showFailure(t('bulk.too_many', { count: LIMITS.person_ids }))
    else if (kind !== 'message') setOpen(kind)
    else if (people[0] && (people.length === 1 || !event)) onWrite(people[0])
    else if (event) void navigate(paths.event(event.id, '/broadcast'), { state: { person_ids } })
  }

  return (
    <>
      <BulkBar
        count={people.length}
        hidden={people.length - shown}
        rest={
          isRest
            ? {
                count: found.length,
                label: t(filters.show ? `bulk.select_all_${filters.show}` : 'bulk.select_all', {
                  count: found.length,
                }),
              }
            : undefined
        }
        isAskable={events.length > 0}
        onAct={act}
        exportMenu={
          <ExportPeople
            kind="bar"
            count={people.length}
            columns={columns}
            event={event}
            readPeople={() => people}
          />
        }
        onSelectAll={() => onSelect(found.map(({ id }) => id))}
        onClear={onClear}
      />
      <Suspense fallback={null}>
        {open === 'ask' && event && (
          <AskDialog people={people} event={event} events={events} onAsked={onClear} onClose={close} />
        )}
        {open === 'tag' && <TagPeopleDialog people={people} onClose={close} />}
        {open === 'delete' && (
          <DeletePeopleDialog
            people={people}
            onDeleted={() => {
              announce(t('delete_many.deleted', { count: people.length }))
              close()
              onClear()
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
