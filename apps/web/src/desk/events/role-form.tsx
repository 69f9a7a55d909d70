import type { Role } from '@muster/contract/events'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { refreshOrganization } from '../../api/organization-key.ts'
import { Notices } from '../../ui/consequences/notices.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { fieldsClass } from '../../ui/controls/field.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useIsMounted } from '../../ui/hooks/use-is-mounted.ts'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { useShowRefusal } from '../../ui/hooks/use-show-refusal.ts'
import { useVersionedSave } from '../../ui/hooks/use-versioned-save.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { tagsQuery } from '../tags/api.ts'
import { createRole, fetchEvent, updateRole } from './api.ts'
import { useEditorText } from './editor-texts.ts'

/** `min_age`: a whole number, or empty (D50). `needs_tag`: a tag's id, or empty (D53). */
type RoleDraft = { name: string; description: string; min_age: string; needs_tag: string }

const empty: RoleDraft = { name: '', description: '', min_age: '', needs_tag: '' }
export const roleFormId = 'role-form'

const issueFields = {
  name: 'name',
  description: 'description',
  min_age: 'min_age',
  needs_tag: 'needs_tag',
} as const

export function NewRole({
  event_id,
  startHere,
  onUnsaved,
}: {
  event_id: string
  startHere: boolean
  onUnsaved: (isUnsaved: boolean) => void
}) {
  const t = useEditorText()
  const client = useQueryClient()
  const form = useForm<RoleDraft>({ defaultValues: empty })
  const [problem, setProblem] = useState<string>()
  const { setFocus, reset } = form
  const isMounted = useIsMounted()
  const showRefusal = useShowRefusal(form, issueFields)
  const creation = useMutation({
    mutationFn: (draft: RoleDraft) => createRole(event_id, bodyOf(draft)),
    onMutate: () => setProblem(undefined),
    onSuccess: async (role) => {
      await refreshOrganization(client)
      announce(t('roles.added', { name: role.name }))
      if (!isMounted()) return
      reset(empty)
      setFocus('name')
    },
    onError: (error) => showRefusal(error, t('errors.create_role'), setProblem),
  })

  useEffect(() => {
    if (startHere) setFocus('name')
  }, [startHere, setFocus])

  return (
    <RoleForm
      title={t('roles.add')}
      form={form}
      busy={creation.isPending}
      error={problem}
      onUnsaved={onUnsaved}
      onSubmit={(draft) => creation.mutate(draft)}
    >
      <Button kind="line" type="submit" busy={creation.isPending && t('roles.saving')}>
        {t('roles.save')}
      </Button>
    </RoleForm>
  )
}

export function EditRole({
  role,
  onUnsaved,
  onDone,
}: {
  role: Role
  onUnsaved: (isUnsaved: boolean) => void
  onDone: () => void
}) {
  const t = useEditorText()
  const client = useQueryClient()
  const form = useForm<RoleDraft>({ defaultValues: draftOf(role) })
  const { setFocus } = form
  const { dirtyFields, isDirty } = form.formState
  const [tell, setTell] = useState(false)
  const { save, problem } = useVersionedSave({
    opened: role,
    form,
    draftOf,
    send: (draft, base) => {
      const body = bodyOf(draft)
      return updateRole(
        base,
        {
          ...(dirtyFields.name && { name: body.name }),
          ...(dirtyFields.description && { description: body.description }),
          ...(dirtyFields.min_age && { min_age: body.min_age }),
          ...(dirtyFields.needs_tag && { needs_tag: body.needs_tag }),
          version: base.version,
        },
        tell,
      )
    },
    fetchNewest: async () =>
      (await fetchEvent(client, role.event_id))?.roles.find(({ id }) => id === role.id),
    issueFields,
    onSaved: async (saved) => {
      await refreshOrganization(client)
      announce(t('roles.saved', { name: saved.name }))
    },
    onClose: onDone,
    texts: { changed_elsewhere: t('roles.changed_elsewhere'), failed: t('errors.update_role') },
  })

  useEffect(() => setFocus('name'), [setFocus])

  return (
    <RoleForm
      title={t('roles.edit')}
      form={form}
      busy={save.isPending}
      error={problem}
      onUnsaved={onUnsaved}
      onSubmit={(draft) => save.mutate(draft)}
    >
      {isDirty && role.shift_count > 0 && (
        <Notices
          className="basis-full"
          target={{ role_id: role.id, is_changed: true }}
          tells={tell}
          onTells={setTell}
        />
      )}
      <Button kind="line" type="submit" busy={save.isPending && t('roles.saving')}>
        {t('roles.save')}
      </Button>
      <CancelButton busy={save.isPending} onClose={onDone} />
    </RoleForm>
  )
}

function RoleForm({
  title,
  form,
  busy,
  error,
  onUnsaved,
  onSubmit,
  children,
}: {
  title: string
  form: UseFormReturn<RoleDraft>
  busy: boolean
  error: string | undefined
  onUnsaved: (isUnsaved: boolean) => void
  onSubmit: (draft: RoleDraft) => void
  children: ReactNode
}) {
  const t = useEditorText()
  const atMost = useMaxLength()
  const { register, handleSubmit, formState } = form
  const { isDirty, errors } = formState

  const isUnsaved = isDirty && !busy
  useReportUnsaved(isUnsaved, onUnsaved)

  return (
    <form className="grid gap-3" noValidate aria-labelledby={roleFormId} onSubmit={handleSubmit(onSubmit)}>
      <h3 id={roleFormId} tabIndex={-1}>
        {title}
      </h3>
      <ReadOnly value={busy}>
        <TextField
          label={t('roles.name')}
          autoComplete="off"
          error={errors.name?.message}
          {...register('name', {
            maxLength: atMost(100),
            validate: (name) => name.trim() !== '' || t('roles.name_required'),
          })}
        />
        <TextArea
          label={t('roles.description')}
          optional
          rows={2}
          error={errors.description?.message}
          {...register('description', { maxLength: atMost(5_000) })}
        />
        <div className={fieldsClass()}>
          <TextField
            label={t('roles.min_age')}
            hint={t('roles.min_age_hint')}
            optional
            inputMode="numeric"
            autoComplete="off"
            error={errors.min_age?.message}
            {...register('min_age', {
              validate: (age) =>
                age.trim() === '' || /^[1-9]\d?$/.test(age.trim()) || t('roles.min_age_invalid'),
            })}
          />
          <NeededTag form={form} />
        </div>
      </ReadOnly>
      <FormError text={error} />
      <div className="flex flex-wrap gap-2">{children}</div>
    </form>
  )
}

/** D53: not shown while the organisation has no tags. */
function NeededTag({ form: { register, formState } }: { form: UseFormReturn<RoleDraft> }) {
  const t = useEditorText()
  const { data: tags } = useQuery(tagsQuery())
  if (!tags || tags.length === 0) return null
  return (
    <NativeSelect
      label={t('roles.needs_tag')}
      hint={t('roles.needs_tag_hint')}
      error={formState.errors.needs_tag?.message}
      {...register('needs_tag')}
    >
      <option value="">{t('roles.needs_no_tag')}</option>
      {tags.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

function draftOf({ name, description, min_age, needs_tag }: Role): RoleDraft {
  return {
    name,
    description: description ?? '',
    min_age: min_age === null ? '' : String(min_age),
    needs_tag: needs_tag ?? '',
  }
}

const bodyOf = ({ name, description, min_age, needs_tag }: RoleDraft) => ({
  name,
  description,
  min_age: min_age.trim() === '' ? null : Number(min_age),
  needs_tag: needs_tag === '' ? null : needs_tag,
})
