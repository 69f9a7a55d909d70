import type { Organization } from '@muster/contract/organizations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText, isChangedElsewhere } from '../../api/api-error.ts'
import type { Language } from '../../i18n/language.ts'
import { showIssues } from '../../ui/show-issues.ts'
import { fetchOrganization, type OrganizationChange, storeOrganization, updateOrganization } from './api.ts'
import { useText } from './texts.ts'

/** What the form holds, as typed. */
export type SettingsDraft = {
  name: string
  time_zone: string
  language: Language
  country: string
  sms_sender: string
}

/**
 * The settings and their save. They name the version they started from, so that a change made elsewhere is seen
 * (D5), not overwritten; then they take over all but what was typed here.
 */
export function useSettingsDraft(organization: Organization) {
  const t = useText()
  const client = useQueryClient()
  const [base, setBase] = useState(organization)
  const form = useForm<SettingsDraft>({ mode: 'onTouched', defaultValues: draftOf(organization) })
  const [problem, setProblem] = useState<string>()
  const { dirtyFields, isDirty } = form.formState

  const save = useMutation({
    mutationFn: (draft: SettingsDraft) =>
      updateOrganization({ ...changeOf(draft, dirtyFields), version: base.version }),
    onMutate: () => setProblem(undefined),
    onSuccess: (saved) => {
      storeOrganization(client, saved)
      setBase(saved)
      form.reset(draftOf(saved))
    },
    onError: async (error) => {
      if (isChangedElsewhere(error)) return takeOver()
      if (!showIssues(error, form.setError, issueFields)) setProblem(errorText(error, t('settings.failed')))
    },
  })

  const takeOver = async () => {
    setProblem(t('settings.changed_elsewhere'))
    const newest = await fetchOrganization(client, base.id)
    if (!newest) return
    setBase(newest)
    form.reset(draftOf(newest), { keepDirtyValues: true })
  }
  return { form, save, problem, isSaved: save.isSuccess && !isDirty }
}

function draftOf({ name, time_zone, language, country, sms_sender }: Organization): SettingsDraft {
  return { name, time_zone, language, country, sms_sender: sms_sender ?? '' }
}

/** What was changed, and no more. */
function changeOf(
  draft: SettingsDraft,
  changed: Partial<Record<keyof SettingsDraft, boolean>>,
): OrganizationChange {
  return {
    ...(changed.name && { name: draft.name }),
    ...(changed.time_zone && { time_zone: draft.time_zone }),
    ...(changed.language && { language: draft.language }),
    ...(changed.country && { country: draft.country }),
    ...(changed.sms_sender && { sms_sender: draft.sms_sender.trim() }),
  }
}

/** The fields that show what the api finds wrong with them. */
const issueFields = { name: 'name', sms_sender: 'sms_sender' } as const satisfies Record<
  string,
  keyof SettingsDraft
>
