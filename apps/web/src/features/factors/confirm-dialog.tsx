import { useStore } from '@nanostores/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { signInAgain } from '../session/account-api.ts'
import { $session } from '../session/session-state.ts'
import { type Factors, factorsQuery, hasSecondFactor, isOn } from './api.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { useText } from './texts.ts'

/** With a second factor if the account has one, else with the password. */
export default function ConfirmDialog({
  onConfirmed,
  onClose,
}: {
  onConfirmed: () => void
  onClose: () => void
}) {
  const t = useText()
  const { data } = useQuery(factorsQuery())
  return (
    <Dialog title={t('confirm.title')} onClose={onClose}>
      <p className="mb-5 text-ink-2">{t('confirm.text')}</p>
      {data && hasSecondFactor(data) ? (
        <SecondFactorForm methods={methodsOf(data)} onDone={onConfirmed} />
      ) : (
        <PasswordForm onConfirmed={onConfirmed} />
      )}
    </Dialog>
  )
}

function PasswordForm({ onConfirmed }: { onConfirmed: () => void }) {
  const t = useText()
  const session = useStore($session)
  const email = session.status === 'signed-in' ? session.user.email : ''
  const { register, handleSubmit, formState } = useForm<{ password: string }>()
  const confirmation = useMutation({ mutationFn: signInAgain, onSuccess: onConfirmed })
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={handleSubmit(({ password }) => confirmation.mutate({ email, password }))}
    >
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={t('confirm.password')}
        type="password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password', { required: t('confirm.password_required') })}
      />
      <FormError text={confirmation.error ? errorText(confirmation.error, t('confirm.failed')) : undefined} />
      <Button type="submit" busy={confirmation.isPending && t('challenge.busy')}>
        {t('confirm.submit')}
      </Button>
    </form>
  )
}

function methodsOf({ factors, passkeys, recovery_codes_left }: Factors): string[] {
  return [
    ...factors.filter(isOn).map(({ factor_type }) => factor_type),
    ...(passkeys.length > 0 ? ['passkey'] : []),
    ...(recovery_codes_left > 0 ? ['recovery'] : []),
  ]
}
