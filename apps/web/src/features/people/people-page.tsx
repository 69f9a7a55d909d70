import type { Person } from '@muster/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureDialog } from '../../ui/failure-dialog.tsx'
import { announce } from '../../ui/live-region.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useFocusNext } from '../../ui/use-focus-next.ts'
import '../../styles/people.css'
import { MessageSheet } from '../messages/message-sheet.tsx'
import { peopleQuery } from './api.ts'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { PeopleList } from './people-list.tsx'
import { PeopleSearch } from './people-search.tsx'
import { personMenuId } from './person-menu.tsx'
import { PersonSheet } from './person-sheet.tsx'
import { findPeople, indexPeople } from './search-people.ts'
import { useText } from './texts.ts'
import { useSearchText } from './use-search-text.ts'

/** One thing at a time beside the list. */
type Desk = 'closed' | 'new' | { doing: 'edit' | 'write' | 'delete'; person: Person }

const addButtonId = 'add-person'

export default function PeoplePage() {
  const t = useText()
  const words = useWords()
  const [failure, setFailure] = useState<string>()
  const [desk, setDesk] = useState<Desk>('closed')
  const { data: people, error, refetch } = useQuery(peopleQuery())
  const [readError, setReadError] = useState<Error>()
  const unread = error && error !== readError ? errorText(error, t('errors.fetch')) : undefined

  return (
    <>
      <header className="page-head">
        <div>
          <PageTitle title={t('title')} />
          <p>{t('intro')}</p>
        </div>
        <div className="page-actions">
          <Button id={addButtonId} onClick={() => setDesk('new')}>
            {t('add')}
          </Button>
        </div>
      </header>
      {people && people.length > 0 && (
        <Directory
          people={people}
          highlighted={typeof desk === 'object' ? desk.person : undefined}
          onChoose={setDesk}
        />
      )}
      {people?.length === 0 && (
        <EmptyState text={t('empty')}>
          <Button onClick={() => setDesk('new')}>{t('add')}</Button>
        </EmptyState>
      )}
      {!people && !error && <LoadingPeople />}
      {!people && error && (
        <Button kind="line" onClick={() => void refetch()}>
          {words('try_again')}
        </Button>
      )}
      <OpenDesk desk={desk} people={people ?? []} onClose={() => setDesk('closed')} onFailure={setFailure} />
      {failure && <FailureDialog text={failure} onClose={() => setFailure(undefined)} />}
      {error && unread && <FailureDialog text={unread} onClose={() => setReadError(error)} />}
    </>
  )
}

/** The list and what narrows it down. */
function Directory({
  people,
  highlighted,
  onChoose,
}: {
  people: readonly Person[]
  highlighted: Person | undefined
  onChoose: (desk: Desk) => void
}) {
  const language = useLanguage()
  const [text, setText] = useSearchText()
  // The field answers at once; the list follows when the typing leaves it time.
  const searched = useDeferredValue(text)
  const index = useMemo(() => indexPeople(people, language), [people, language])
  const found = useMemo(() => findPeople(index, searched), [index, searched])
  const edit = useCallback((person: Person) => onChoose({ doing: 'edit', person }), [onChoose])
  const write = useCallback((person: Person) => onChoose({ doing: 'write', person }), [onChoose])
  const remove = useCallback((person: Person) => onChoose({ doing: 'delete', person }), [onChoose])

  return (
    <section className="people">
      <PeopleSearch
        text={text}
        searched={searched}
        found={found.length}
        all={people.length}
        onChange={setText}
      />
      {found.length > 0 && (
        <PeopleList
          people={found}
          highlightedId={highlighted?.id}
          onEdit={edit}
          onWrite={write}
          onDelete={remove}
        />
      )}
    </section>
  )
}

function OpenDesk({
  desk,
  people,
  onClose,
  onFailure,
}: {
  desk: Desk
  people: readonly Person[]
  onClose: () => void
  onFailure: (text: string) => void
}) {
  const t = useText()
  const focusNext = useFocusNext()
  if (desk === 'closed') return null
  if (desk === 'new') {
    return (
      <PersonSheet
        onClose={() => {
          onClose()
          focusNext(addButtonId)
        }}
        onFailure={onFailure}
        onSaved={(saved) => {
          announce(t('form.added', { name: fullName(saved) }))
          onClose()
          focusNext(personMenuId(saved))
        }}
      />
    )
  }

  const { doing, person } = desk
  const close = () => {
    onClose()
    focusNext(personMenuId(person))
  }
  if (doing === 'write') {
    return <MessageSheet person={people.find(({ id }) => id === person.id) ?? person} onClose={close} />
  }
  if (doing === 'delete') {
    return (
      <DeletePersonDialog
        person={person}
        onClose={close}
        onFailure={onFailure}
        onDeleted={() => {
          announce(t('delete_dialog.deleted', { name: fullName(person) }))
          onClose()
          focusNext(addButtonId)
        }}
      />
    )
  }
  return (
    <PersonSheet
      person={person}
      onClose={close}
      onFailure={onFailure}
      onSaved={(saved) => {
        announce(t('form.saved', { name: fullName(saved) }))
        close()
      }}
    />
  )
}

function LoadingPeople() {
  return (
    <Loading>
      <Skeleton className="h-[420px]" />
    </Loading>
  )
}
