import type { Person } from '@muster/contract/people'
import { searchDigits } from '@muster/contract/rules/fold'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { useVersionedSave } from '../../ui/hooks/use-versioned-save.ts'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { createPerson, fetchPerson, storePerson, updatePerson } from './api.ts'
import { bodyOf, changeOf, draftOf, type PersonDraft } from './person-form.tsx'
import { useText } from './texts.ts'

export function usePersonDraft({
  person,
  typed,
  onClose,
}: {
  person: Person | undefined
  /** Name, phone or e-mail of a new person. */
  typed: string
  onClose: (saved: Person) => void
}) {
  const t = useText()
  const client = useQueryClient()
  const form = useForm<PersonDraft>({
    mode: 'onTouched',
    defaultValues: { ...draftOf(person), ...fieldsOf(typed) },
  })
  const { dirtyFields } = form.formState
  const [notify, setNotify] = useState(true)
  const [existing_id, setExistingId] = useState<string>()

  const { save, problem, isUnsaved } = useVersionedSave({
    opened: person,
    form,
    draftOf,
    send: (draft, base) =>
      base
        ? updatePerson(base.id, { ...changeOf(draft, dirtyFields), version: base.version }, notify)
        : createPerson(bodyOf(draft)),
    fetchNewest: async () => person && fetchPerson(client, person.id),
    issueFields,
    onSaved: (saved) => {
      storePerson(client, saved)
      void refreshOrganization(client)
      form.reset(draftOf(saved))
    },
    onClose,
    onFailure: (text, error) => {
      const exists = error instanceof ApiError && error.code === 'person_exists'
      setExistingId(exists ? error.body.person_id : undefined)
      if (exists) form.setError('email', { message: text }, { shouldFocus: true })
      else showFailure(text)
    },
    texts: {
      changed_elsewhere: t('form.changed_elsewhere'),
      gone: t('form.gone'),
      failed: t('errors.save'),
    },
  })
  const organization = useOrganization()
  // A stored team can be edited even if the organisation no longer uses teams.
  const hasTeam = organization?.uses_child_team === true || Boolean(person?.child_team)
  return {
    form,
    country: organization?.country ?? null,
    hasTeam,
    notify,
    setNotify,
    save,
    problem,
    isUnsaved,
    existing_id,
  }
}

function fieldsOf(typed: string): Partial<PersonDraft> {
  if (typed === '') return {}
  if (typed.includes('@')) return { email: typed }
  if (searchDigits(typed) !== '') return { phone: typed }
  const [first_name = '', ...last] = typed.split(/\s+/u)
  return { first_name, last_name: last.join(' ') }
}

const issueFields = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  child_team: 'child_team',
  notes: 'notes',
  tags: 'tags',
} as const satisfies { [Field in keyof Omit<PersonDraft, 'language'>]: Field }
