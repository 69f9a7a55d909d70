import { useStore } from '@nanostores/react'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { signInAgain } from '../session/account-api.ts'
import { $session } from '../session/session-state.ts'
import { useText } from './texts.ts'

/** Not shown to an account with a second factor, because its session has passed it. */
export default function ConfirmDialog({
  onConfirmed,
  onClose,
}: {
  onConfirmed: () => void
  onClose: () => void
}) {
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
