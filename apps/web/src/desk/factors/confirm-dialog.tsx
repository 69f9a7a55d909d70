import { useStore } from '@nanostores/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { signInAgain } from '../session/account-api.ts'
import { $session } from '../session/session-state.ts'
import { type Factors, factorsQuery, hasSecondFactor, isOn } from './api.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { useText } from './texts.ts'

type Confirmation = { onConfirmed: () => void; onClose: () => void }

/** D64: asks for the password, or for a second factor where the account has one. */
export default function ConfirmDialog({ onConfirmed, onClose }: Confirmation) {
  const t = useText()
  const { data, error, refetch } = useQuery(factorsQuery())
  if (data && !hasSecondFactor(data)) return <PasswordDialog onConfirmed={onConfirmed} onClose={onClose} />
  return (
    <Dialog key={data ? 'factors' : 'loading'} title={t('confirm.title')} onClose={onClose}>
      {data && (
        <div className="grid gap-5">
          <p className="text-ink-2">{t('confirm.with_factor')}</p>
          <SecondFactorForm methods={methodsOf(data)} onVerified={onConfirmed} />
        </div>
      )}
      {!data && error && (
        <ErrorPanel text={errorText(error, t('fetch_failed'))}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      )}
      {!data && !error && (
        <Loading>
          <Skeleton className="h-40" />
        </Loading>
      )}
    </Dialog>
  )
}

function methodsOf({ factors, passkeys, recovery_codes_left, is_phone_available }: Factors): string[] {
  const kinds = factors.filter(isOn).map(({ factor_type }) => factor_type)
  return [
    ...kinds.filter((kind) => kind !== 'phone' || is_phone_available),
    ...(passkeys.length > 0 ? ['passkey'] : []),
    ...(recovery_codes_left > 0 ? ['recovery'] : []),
  ]
}

function PasswordDialog({ onConfirmed, onClose }: Confirmation) {
  const t = useText()
  const session = useStore($session)
  const email = 'user' in session ? session.user.email : ''
  const { register, handleSubmit, formState } = useForm<{ password: string }>()
  const confirmation = useMutation({ mutationFn: signInAgain, onSuccess: onConfirmed })
  return (
    <Dialog title={t('confirm.title')} busy={confirmation.isPending} onClose={onClose}>
      <form
        className="grid gap-5"
        noValidate
        onSubmit={handleSubmit(({ password }) => confirmation.mutate({ email, password }))}
      >
        <p className="text-ink-2">{t('confirm.text')}</p>
        <TextField
          label={t('confirm.password')}
          type="password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password', { required: t('confirm.password_required') })}
        />
        {/* Read by password managers. Not the first field, which would get the focus. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <FormError
          text={confirmation.error ? errorText(confirmation.error, t('confirm.failed')) : undefined}
          className=""
        />
        <Button type="submit" busy={confirmation.isPending && t('challenge.busy')}>
          {t('confirm.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
