import type { Person } from '@muster/contract/people'
import { type ReactNode, useState } from 'react'
import { fullName } from '../../format/names.ts'
import { announce } from '../../ui/feedback/live-region.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { PersonEditor } from './person-editor.tsx'
import { personMenuId } from './person-menu.tsx'
import { PersonSheet } from './person-sheet.tsx'
import { findPeople, indexPeople } from './search-people.ts'
import { useText } from './texts.ts'
import type { Directory } from './use-directory.ts'
import type { OpenSheet } from './use-open-sheet.ts'
import { useShownRow } from './use-shown-row.ts'

export const addButtonId = 'add-person'
const nobody: readonly Person[] = []

export type RowActs = {
  shownId: string | undefined
  litId: string | undefined
  onDelete: (person: Person) => void
}

/** What opens over the list, to which the focus returns. The form that adds a person does not need the list. */
export function DirectorySheets({
  directory: { people: loaded },
  sheet,
  isSettled,
  onClose,
  onSaved,
  children,
}: {
  directory: Directory
  sheet: OpenSheet | undefined
  /** Whether the list shows what is typed. */
  isSettled: boolean
  onClose: () => void
  /** `isFound` tells whether a search finds the person. */
  onSaved: (isFound: (text: string) => boolean) => void
  children: (acts: RowActs) => ReactNode
}) {
  const t = useText()
  const people = loaded ?? nobody
  const [deleting, setDeleting] = useState<Person>()
  const { shownId, litId, show, forget } = useShownRow({
    isOpen: sheet !== undefined || deleting !== undefined,
    openId: sheet && 'person_id' in sheet ? sheet.person_id : deleting?.id,
    people,
    isSettled,
    elementIdOf: personMenuId,
    elseId: addButtonId,
  })
  const finish = (saved: Person, said: 'form.added' | 'form.saved') => {
    announce(t(said, { name: fullName(saved) }))
    onSaved((text) => findPeople(indexPeople([saved]), text).length > 0)
    show(saved)
    onClose()
  }
  return (
    <>
      {children({ shownId, litId, onDelete: setDeleting })}
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
