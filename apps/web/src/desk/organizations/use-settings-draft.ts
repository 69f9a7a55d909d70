import type { Language } from '@muster/contract/language'
import type { Organization } from '@muster/contract/organizations'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useVersionedSave } from '../../ui/hooks/use-versioned-save.ts'
import { fetchOrganization, type OrganizationChange, storeOrganization, updateOrganization } from './api.ts'
import { useText } from './texts.ts'

export type SettingsDraft = {
  name: string
  time_zone: string
  language: Language
  country: string | null
  contact_email: string
  contact_phone: string
  sms_sender: string
  color: string
  uses_child_team: boolean
  requires_second_factor: boolean
}

export function useSettingsDraft(organization: Organization) {
  const t = useText()
  const client = useQueryClient()
  const form = useForm<SettingsDraft>({ mode: 'onTouched', defaultValues: draftOf(organization) })
  const { dirtyFields, isDirty } = form.formState

  const { save, problem } = useVersionedSave({
    opened: organization,
    form,
    draftOf,
    send: (draft, { version }) => updateOrganization({ ...changeOf(draft, dirtyFields), version }),
    fetchNewest: () => fetchOrganization(client, organization.id),
    issueFields,
    onSaved: (saved) => {
      storeOrganization(client, saved)
      form.reset(draftOf(saved))
    },
    texts: { changed_elsewhere: t('settings.changed_elsewhere'), failed: t('settings.failed') },
  })
  return { form, save, problem, isDirty, isSaved: save.data !== undefined && !isDirty }
}

function draftOf({
  name,
  time_zone,
  language,
  country,
  uses_child_team,
  second_factor,
  ...given
}: Organization): SettingsDraft {
  return {
    name,
    time_zone,
    language,
    country,
    contact_email: given.contact_email ?? '',
    contact_phone: given.contact_phone ?? '',
    sms_sender: given.sms_sender ?? '',
    color: given.color ?? '',
    uses_child_team,
    requires_second_factor: second_factor === 'required',
  }
}

function changeOf(
  draft: SettingsDraft,
  changed: Partial<Record<keyof SettingsDraft, boolean>>,
): OrganizationChange {
  return {
    ...(changed.name && { name: draft.name }),
    ...(changed.time_zone && { time_zone: draft.time_zone }),
    ...(changed.language && { language: draft.language }),
    ...(changed.country && draft.country !== null && { country: draft.country }),
    ...(changed.contact_email && { contact_email: draft.contact_email.trim() }),
    ...(changed.contact_phone && { contact_phone: draft.contact_phone.trim() }),
    ...(changed.sms_sender && { sms_sender: draft.sms_sender.trim() }),
    ...(changed.color && { color: draft.color.trim() || null }),
    ...(changed.uses_child_team && { uses_child_team: draft.uses_child_team }),
    ...(changed.requires_second_factor && {
      second_factor: draft.requires_second_factor ? 'required' : 'optional',
    }),
  }
}

const issueFields = {
  name: 'name',
  contact_email: 'contact_email',
  contact_phone: 'contact_phone',
  sms_sender: 'sms_sender',
  color: 'color',
} as const satisfies Record<string, keyof SettingsDraft>
