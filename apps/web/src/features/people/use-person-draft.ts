import type { Person } from '@muster/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText, isChangedElsewhere } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { showIssues } from '../../ui/show-issues.ts'
import { useOrganization } from '../organizations/use-organization.ts'
import { createPerson, fetchPerson, storePerson, updatePerson } from './api.ts'
import { bodyOf, changeOf, draftOf, type PersonDraft } from './person-form.tsx'
import { useText } from './texts.ts'

/**
 * The form of a person and its save. An edit names the version it started from, so that a change made elsewhere
 * is seen (D5), not overwritten; then it takes over all but what was typed here.
 */
export function usePersonDraft({
  person,
  onSaved,
  onFailure,
}: {
  person: Person | undefined
  onSaved: (person: Person) => void
  onFailure: (text: string) => void
}) {
  const t = useText()
  const client = useQueryClient()
  const [base, setBase] = useState(person)
  const [problem, setProblem] = useState<string>()
  const form = useForm<PersonDraft>({ mode: 'onTouched', defaultValues: draftOf(person) })
  const { dirtyFields } = form.formState

  const save = useMutation({
    mutationFn: (draft: PersonDraft) =>
      base
        ? updatePerson(base.id, { ...changeOf(draft, dirtyFields), version: base.version })
        : createPerson(bodyOf(draft)),
    onMutate: () => setProblem(undefined),
    onSuccess: (saved) => {
      storePerson(client, saved)
      void refreshOrganization(client)
      onSaved(saved)
    },
    onError: async (error) => {
      if (base && isMovedOn(error)) return takeOver(base.id)
      if (!showAtFields(error)) onFailure(errorText(error, t('errors.save')))
    },
  })

  const takeOver = async (id: string) => {
    const newest = await fetchPerson(client, id)
    setProblem(t(newest ? 'form.changed_elsewhere' : 'form.gone'))
    if (!newest) return
    setBase(newest)
    form.reset(draftOf(newest), { keepDirtyValues: true })
  }

  /** False when the refusal is about no field of the form. */
  const showAtFields = (error: unknown): boolean => {
    if (!(error instanceof ApiError)) return false
    if (error.code === 'person_exists') {
      form.setError('email', { message: error.message }, { shouldFocus: true })
      return true
    }
    return showIssues(error, form.setError, issueFields)
  }

  return { form, country: useOrganization()?.country, save, problem }
}

/** The fields that show what the api finds wrong with them. */
const issueFields = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  child_team: 'child_team',
  notes: 'notes',
} as const satisfies Record<string, keyof PersonDraft>

function isMovedOn(error: unknown): boolean {
  return isChangedElsewhere(error) || (error instanceof ApiError && error.code === 'person_not_found')
}
