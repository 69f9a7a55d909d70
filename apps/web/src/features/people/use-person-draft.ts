import type { Person } from '@muster/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText, isChangedElsewhere } from '../../api/api-error.ts'
import { useOrganization } from '../organizations/use-organization.ts'
import { createPerson, fetchPerson, refreshOrganization, storePerson, updatePerson } from './api.ts'
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
    const fields = (error.body.issues ?? []).map(({ path }) => path).filter(isField)
    for (const [index, field] of fields.entries()) {
      form.setError(
        field,
        { message: t(invalidTexts[field] ?? 'form.invalid') },
        { shouldFocus: index === 0 },
      )
    }
    return fields.length > 0
  }

  return { form, country: useOrganization()?.country, save, problem }
}

/** The server's issues name the field in English alone; these say it in the reader's language. */
const invalidTexts: Partial<Record<keyof PersonDraft, 'form.phone_invalid' | 'form.email_invalid'>> = {
  phone: 'form.phone_invalid',
  email: 'form.email_invalid',
}

function isField(path: string): path is keyof PersonDraft {
  return path in draftOf(undefined)
}

function isMovedOn(error: unknown): boolean {
  return isChangedElsewhere(error) || (error instanceof ApiError && error.code === 'person_not_found')
}
