import { cleanText } from '@muster/contract/rules/text'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { errorText, isChangedElsewhere } from '../../api/api-error.ts'
import { showIssues } from './show-issues.ts'
import { isNotFound } from './until-gone.ts'

type VersionedSave<Base, Draft extends FieldValues> = {
  opened: Base
  form: UseFormReturn<Draft>
  draftOf: (base: Base) => Draft
  /** `base`: what the form started from; its version is sent. */
  send: (draft: Draft, base: Base) => Promise<NonNullable<Base>>
  fetchNewest: () => Promise<NonNullable<Base> | undefined>
  issueFields: Readonly<Record<string, FieldPath<Draft>>>
  onSaved: (saved: NonNullable<Base>) => void | Promise<void>
  /** For other refusals; without it they become the `problem`. */
  onFailure?: (text: string, error: Error) => void
  texts: { changed_elsewhere: string; gone?: string; failed: string }
}

/** D5: after `changed_elsewhere` the form takes over that change, except in edited fields. */
export function useVersionedSave<Base, Draft extends FieldValues>({
  opened,
  form,
  draftOf,
  send,
  fetchNewest,
  issueFields,
  onSaved,
  onFailure,
  texts,
}: VersionedSave<Base, Draft>) {
  const [base, setBase] = useState(opened)
  const [problem, setProblem] = useState<string>()
  const tell: typeof onFailure = onFailure ?? setProblem
  const { dirtyFields } = form.formState

  /** Without data: the form has taken over a newer version, and is still to be saved. */
  const save = useMutation({
    mutationFn: async (draft: Draft) => {
      try {
        return await send(draft, base)
      } catch (error) {
        if (isChangedElsewhere(error) || (texts.gone && isNotFound(error))) return takeOver(draft)
        throw error
      }
    },
    onMutate: () => setProblem(undefined),
    onSuccess: (saved) => {
      if (!saved) return undefined
      setBase(saved)
      return onSaved(saved)
    },
    onError: (error) => {
      if (!showIssues(error, form.setError, issueFields)) tell(errorText(error, texts.failed), error)
    },
  })

  /** Returns the newest version if it holds what was sent: an earlier try has saved it, and its answer was lost. */
  const takeOver = async (draft: Draft) => {
    try {
      const newest = await fetchNewest()
      if (!newest) setProblem(texts.gone ?? texts.changed_elsewhere)
      else if (isStored(draft, draftOf(newest))) return newest
      else {
        setProblem(texts.changed_elsewhere)
        setBase(newest)
        form.reset(draftOf(newest), { keepDirtyValues: true })
      }
    } catch (error) {
      setProblem(errorText(error, texts.failed))
    }
    return undefined
  }

  const isStored = (draft: Draft, stored: Draft) =>
    Object.entries(dirtyFields).every(
      ([field, isDirty]) => !isDirty || asStored(draft[field]) === asStored(stored[field]),
    )

  return { base, save, problem }
}

/** D4: the server cleans texts. */
function asStored(value: unknown): unknown {
  return typeof value === 'string' ? cleanText(value) : value
}
