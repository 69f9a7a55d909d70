import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, errorText, isChangedElsewhere } from '../../api/api-error.ts'
import { showIssues } from './show-issues.ts'

type VersionedSave<Base, Draft extends FieldValues> = {
  opened: Base
  /** The caller must read its `dirtyFields`, or the form does not track them. */
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

  const save = useMutation({
    mutationFn: (draft: Draft) => send(draft, base),
    onMutate: () => setProblem(undefined),
    onSuccess: (saved) => {
      setBase(saved)
      return onSaved(saved)
    },
    onError: async (error) => {
      if (isChangedElsewhere(error) || (texts.gone && isNotFound(error))) return takeOver()
      if (!showIssues(error, form.setError, issueFields)) tell(errorText(error, texts.failed), error)
    },
  })

  const takeOver = async () => {
    setProblem(texts.changed_elsewhere)
    try {
      const newest = await fetchNewest()
      if (!newest) return setProblem(texts.gone ?? texts.changed_elsewhere)
      setBase(newest)
      form.reset(draftOf(newest), { keepDirtyValues: true })
    } catch (error) {
      setProblem(errorText(error, texts.failed))
    }
  }

  return { base, save, problem }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
