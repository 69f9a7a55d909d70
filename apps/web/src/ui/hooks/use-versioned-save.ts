import { cleanText } from '@muster/contract/rules/text'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { errorText, isChangedElsewhere } from '../../api/api-error.ts'
import { isNotFound } from './until-gone.ts'
import { useIsMounted } from './use-is-mounted.ts'
import { useShowRefusal } from './use-show-refusal.ts'

type VersionedSave<Base, Draft extends FieldValues> = {
  opened: Base
  form: UseFormReturn<Draft>
  draftOf: (base: Base) => Draft
  /** Sends the draft with the version of `base`, from which the form started. */
  send: (draft: Draft, base: Base) => Promise<NonNullable<Base>>
  fetchNewest: () => Promise<NonNullable<Base> | undefined>
  issueFields: Readonly<Record<string, FieldPath<Draft>>>
  onSaved: (saved: NonNullable<Base>) => void | Promise<void>
  /** Called after `onSaved`, unless the form is gone. */
  onClose?: (saved: NonNullable<Base>) => void
  /** Called for other refusals, which otherwise become the `problem`. */
  onFailure?: (text: string, error: Error) => void
  texts: { changed_elsewhere: string; gone?: string; failed: string }
}

/** Saves a form. After `changed_elsewhere` the form takes over that change, except in edited fields (D5). */
export function useVersionedSave<Base, Draft extends FieldValues>({
  opened,
  form,
  draftOf,
  send,
  fetchNewest,
  issueFields,
  onSaved,
  onClose,
  onFailure,
  texts,
}: VersionedSave<Base, Draft>) {
  const [base, setBase] = useState(opened)
  const [problem, setProblem] = useState<string>()
  const tell: typeof onFailure = onFailure ?? setProblem
  const { dirtyFields } = form.formState
  const isMounted = useIsMounted()
  const showRefusal = useShowRefusal(form, issueFields)

  /** Succeeds without data if the form has taken over a newer version and is still to be saved. */
  const save = useMutation({
    mutationFn: async (draft: Draft) => {
      try {
        return await send(draft, base)
      } catch (error) {
        const isStale = isChangedElsewhere(error) || (texts.gone && isNotFound(error))
        if (isStale && isMounted()) return takeOver(draft)
        throw error
      }
    },
    onMutate: () => setProblem(undefined),
    onSuccess: async (saved) => {
      if (!saved) return
      setBase(saved)
      await onSaved(saved)
      if (isMounted()) onClose?.(saved)
    },
    onError: (error) => showRefusal(error, texts.failed, (text) => tell(text, error)),
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

  /** False while a request is in flight: its changes can no longer be discarded. */
  const isUnsaved = form.formState.isDirty && !save.isPending

  return { base, save, problem, isUnsaved }
}

/** Cleans texts as the server does (D4). */
function asStored(value: unknown): unknown {
  return typeof value === 'string' ? cleanText(value) : value
}
