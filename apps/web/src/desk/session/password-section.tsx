import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SettingsCard } from '../../ui/page/settings-card.tsx'
import { accountQuery, sessionsQuery } from './account-api.ts'
import { useText } from './texts.ts'

type Draft = { current_password: string; password: string }

export function PasswordSection() {
  const t = useText()
  const format = useDateFormat(browserTimeZone())
  const [isChanging, setIsChanging] = useState(false)
  const { data: account } = useQuery(accountQuery())
  const changed_at = account?.password_changed_at
  return (
    <SettingsCard
      title={t('password')}
      text={changed_at && t('change.changed', { date: format.date(changed_at) })}
      actions={
        <Button kind="line" onClick={() => setIsChanging(true)}>
          {t('change.title')}
        </Button>
      }
    >
      {isChanging && <ChangeDialog email={account?.email ?? ''} onClose={() => setIsChanging(false)} />}
    </SettingsCard>
  )
}

/** D8 */
function ChangeDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useText()
  const id = useId()
  const client = useQueryClient()
  const { register, handleSubmit, formState, setError } = useForm<Draft>({ mode: 'onTouched' })
  const { errors } = formState
  const change = useMutation({
    mutationFn: (body: Draft) => call('session', 'changePassword', { body }),
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries(accountQuery()), client.invalidateQueries(sessionsQuery())])
      showToast(t('change.done'))
      onClose()
    },
    onError: (error) => {
      const field = fieldOf(error)
      if (field) setError(field, { message: error.message }, { shouldFocus: true })
    },
  })
  const { error } = change
  return (
    <Dialog
      title={t('change.title')}
      busy={change.isPending}
      problem={error && !fieldOf(error) ? errorText(error, t('account.failed')) : undefined}
      onClose={onClose}
      footer={
        <>
          <CancelButton busy={change.isPending} onClose={onClose} />
          <Button type="submit" form={id} busy={change.isPending && t('account.busy')}>
            {t('change.title')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="grid gap-5"
        noValidate
        onSubmit={handleSubmit((draft) => change.mutate(draft))}
      >
        <TextField
          label={t('change.current')}
          type="password"
          autoComplete="current-password"
          error={errors.current_password?.message}
          {...register('current_password', { required: t('password_required') })}
        />
        <TextField
          label={t('reset.password')}
          type="password"
          autoComplete="new-password"
          hint={t('reset.hint')}
          error={errors.password?.message}
          {...register('password', { required: t('reset.password_required') })}
        />
        <p className="text-meta text-ink-2">{t('change.note')}</p>
        {/* Read by password managers. Not the first field, which would get the focus. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
      </form>
    </Dialog>
  )
}

function fieldOf(error: Error): FieldPath<Draft> | undefined {
  if (!(error instanceof ApiError) || error.message === '') return undefined
  if (error.code === 'current_password_wrong') return 'current_password'
  return ['password_weak', 'password_too_long', 'same_password'].includes(error.code) ? 'password' : undefined
}
