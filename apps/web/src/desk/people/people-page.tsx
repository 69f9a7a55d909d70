import type { Person } from '@muster/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useMay } from '../../api/rights.ts'
import { fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { useReadFailure } from '../../ui/overlays/use-read-failure.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { peopleQuery } from './api.ts'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { PeopleList } from './people-list.tsx'
import { PeopleSearch } from './people-search.tsx'
import { PersonEditor } from './person-editor.tsx'
import { personMenuId } from './person-menu.tsx'
import { PersonSheet } from './person-sheet.tsx'
import { findPeople, indexPeople } from './search-people.ts'
import { useText } from './texts.ts'
import { useExportPerson } from './use-export-person.ts'
import { type OpenSheet, useOpenSheet } from './use-open-sheet.ts'
import { useSearchText } from './use-search-text.ts'
import { useShownRow } from './use-shown-row.ts'

const addButtonId = 'add-person'
const nobody: readonly Person[] = []

export default function PeoplePage() {
  const t = useText()
  const mayPlan = useMay('plan')
  const { data: people, error, refetch } = useQuery(peopleQuery())
  useReadFailure(error, t('errors.fetch'))
  const { sheet, open, close } = useOpenSheet()

  return (
    <>
      <PageHead title={t('title')} intro={t(mayPlan ? 'intro' : 'intro_to_see')}>
        {mayPlan && (
          <Button id={addButtonId} onClick={() => open({ doing: 'add' })}>
            {t('add')}
          </Button>
        )}
      </PageHead>
      {!people && !error && <SkeletonRows rows={10} />}
      {!people && error && <RetryButton onRetry={() => void refetch()} />}
      <Directory people={people} sheet={mayPlan ? sheet : undefined} onOpen={open} onClose={close} />
    </>
  )
}

/** On phones the rows are the cards. */
const directoryClass = [
  'desktop:rounded-card desktop:border desktop:border-line desktop:bg-surface desktop:shadow-card',
  'desktop:px-6 desktop:pt-5 desktop:pb-3',
].join(' ')

function Directory({
  people: loaded,
  sheet,
  onOpen,
  onClose,
}: {
  /** Undefined until the list is loaded. The form that adds a person does not need the list. */
  people: readonly Person[] | undefined
  sheet: OpenSheet | undefined
  onOpen: (sheet: OpenSheet) => void
  onClose: () => void
}) {
  const t = useText()
  const people = loaded ?? nobody
  const mayPlan = useMay('plan')
  const language = useLanguage()
  const hasTeams = useOrganization()?.uses_child_team === true && mayPlan
  const [deleting, setDeleting] = useState<Person>()
  const [text, setText] = useSearchText(sheet !== undefined)
  const searched = useDeferredValue(text)
  const index = useMemo(() => indexPeople(people, language), [people, language])
  const found = useMemo(() => findPeople(index, searched), [index, searched])
  const edit = useCallback(({ id }: Person) => onOpen({ doing: 'edit', person_id: id }), [onOpen])
  const write = useCallback(({ id }: Person) => onOpen({ doing: 'write', person_id: id }), [onOpen])
  const download = useExportPerson()
  const { shownId, litId, show, forget } = useShownRow({
    isOpen: sheet !== undefined || deleting !== undefined,
    openId: sheet && 'person_id' in sheet ? sheet.person_id : deleting?.id,
    people,
    isSettled: searched === text,
    elementIdOf: personMenuId,
    elseId: addButtonId,
  })

  const finish = (saved: Person, said: 'form.added' | 'form.saved') => {
    announce(t(said, { name: fullName(saved) }))
    if (findPeople(indexPeople([saved], language), text).length === 0) setText('')
    show(saved)
    onClose()
  }

  return (
    <>
      {loaded?.length === 0 && (
        <EmptyState text={t(mayPlan ? 'empty' : 'empty_to_see')}>
          {mayPlan && <Button onClick={() => onOpen({ doing: 'add' })}>{t('add')}</Button>}
        </EmptyState>
      )}
      {people.length > 0 && (
        <section className={directoryClass}>
          <PeopleSearch
            text={text}
            searched={searched}
            found={found.length}
            all={people.length}
            hasTeams={hasTeams}
            onChange={setText}
          />
          {found.length > 0 && (
            <PeopleList
              people={found}
              shownId={shownId}
              litId={litId}
              hasTeams={hasTeams}
              onEdit={edit}
              onWrite={write}
              onExport={download}
              onDelete={setDeleting}
            />
          )}
        </section>
      )}
      {sheet?.doing === 'add' && (
        <PersonSheet onClose={onClose} onSaved={(added) => finish(added, 'form.added')} />
      )}
      {loaded && sheet && sheet.doing !== 'add' && (
        <PersonEditor
          key={`${sheet.doing}-${sheet.person_id}`}
          {...sheet}
          people={people}
          onMissing={() => {
            onClose()
            showFailure(t('errors.missing'))
          }}
          onSaved={(saved) => finish(saved, 'form.saved')}
          onClose={onClose}
        />
      )}
      {deleting && (
        <DeletePersonDialog
          person={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            announce(t('delete_dialog.deleted', { name: fullName(deleting) }))
            setDeleting(undefined)
            forget()
          }}
        />
      )}
    </>
  )
}
