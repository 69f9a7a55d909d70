import { languages } from '@muster/contract/language'
import { isEmail } from '@muster/contract/rules/contact'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { errorText } from '../../api/api-error.ts'
import { languageNames } from '../../i18n/language.ts'
import { Button } from '../../ui/controls/button.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { useOrganization } from '../organizations/use-organization.ts'
import { inviteMember, type NewInvitation, refreshMembers } from './api.ts'
import { LedRoles, RoleExplanations, RoleOptions } from './role-fields.tsx'
import { useText } from './texts.ts'

type Draft = Required<NewInvitation>

export function InviteForm() {
  const t = useText()
  const client = useQueryClient()
  const language = useOrganization()?.language ?? 'en'
  const { register, handleSubmit, control, formState, reset } = useForm<Draft>({
    defaultValues: { email: '', role: 'admin', language, lead_role_ids: [] },
  })
  const invitation = useMutation({
    mutationFn: inviteMember,
    onSuccess: ({ email }) => {
      showToast(t('invite.sent', { email }))
      reset()
    },
    onSettled: () => void refreshMembers(client),
  })
  const role = useWatch({ control, name: 'role' })
  const { errors } = formState
  return (
    <form
      className={cardClass({ className: 'grid gap-4' })}
      noValidate
      onSubmit={handleSubmit((draft) => invitation.mutate(draft))}
    >
      <h2 className="text-h3">{t('invite.title')}</h2>
      <ReadOnly value={invitation.isPending}>
        <div className="grid items-start gap-3 wide:grid-cols-[minmax(0,1fr)_180px_150px_auto]">
          <TextField
            label={t('invite.email')}
            type="email"
            autoComplete="off"
            maxLength={254}
            hint={t('invite.hint')}
            error={errors.email?.message}
            {...register('email', { validate: (email) => isEmail(email) || t('invite.email_invalid') })}
          />
          <NativeSelect label={t('invite.role')} {...register('role')}>
            <RoleOptions />
          </NativeSelect>
          <NativeSelect label={t('invite.language')} {...register('language')}>
            {languages.map((each) => (
              <option key={each} value={each}>
                {languageNames[each]}
              </option>
            ))}
          </NativeSelect>
          <Button type="submit" className="wide:mt-7" busy={invitation.isPending && t('invite.busy')}>
            {t('invite.submit')}
          </Button>
        </div>
        {role === 'leader' && (
          <Controller
            control={control}
            name="lead_role_ids"
            rules={{ validate: (ids) => (ids ?? []).length > 0 || t('leads.required') }}
            render={({ field }) => (
              <LedRoles
                chosen={field.value ?? []}
                error={errors.lead_role_ids?.message}
                onChange={field.onChange}
              />
            )}
          />
        )}
      </ReadOnly>
      <FormError text={invitation.error ? errorText(invitation.error, t('invite.failed')) : undefined} />
      <div className="border-t border-line pt-4">
        <RoleExplanations />
      </div>
    </form>
  )
}
