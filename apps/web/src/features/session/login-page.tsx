import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { AccountPage } from './account-page.tsx'
import { signIn } from './session-state.ts'
import { useText } from './texts.ts'

type Credentials = { email: string; password: string }

/** The route guard leaves this page once the session exists. */
export default function LoginPage() {
  const t = useText()
  const { register, handleSubmit, formState } = useForm<Credentials>({ mode: 'onTouched' })
  const login = useMutation({ mutationFn: askForSession })
  const refusal = login.data && login.data !== 'signed_in' ? t(`login.${login.data}`) : undefined
  const { errors } = formState

  return (
    <AccountPage title={t('login.title')}>
      <form className="mt-6 grid gap-5" noValidate onSubmit={handleSubmit((given) => login.mutate(given))}>
        <TextField
          label={t('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...register('email', { required: t('email_required') })}
        />
        <TextField
          label={t('password')}
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: t('password_required') })}
        />
        <FormError text={login.error ? errorText(login.error, t('login.failed')) : refusal} />
        <Button type="submit" size="big" busy={login.isPending && t('login.busy')}>
          {t('login.submit')}
        </Button>
        <p>
          <Link to={paths.requestPasswordReset}>{t('login.forgot')}</Link>
        </p>
      </form>
    </AccountPage>
  )
}

async function askForSession({
  email,
  password,
}: Credentials): Promise<'signed_in' | 'token_missing' | 'token_invalid'> {
  const answer: { token?: string } = await call('session', 'login', {
    body: { email: email.trim(), password },
  })
  if (!answer.token) return 'token_missing'
  return signIn(answer.token) ? 'signed_in' : 'token_invalid'
}
