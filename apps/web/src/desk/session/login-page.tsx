import { useStore } from '@nanostores/react'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { IssuedToken } from '../../api/credentials.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { AccountPage } from './account-page.tsx'
import { PasskeyOffer } from './passkey-offer.tsx'
import { hasPasskeys, signInWithPasskey } from './passkeys.ts'
import { $session, signIn } from './session-state.ts'
import { useText } from './texts.ts'

type Credentials = { email: string; password: string }

/** The route guard leaves this page once the session exists. */
export default function LoginPage() {
  const t = useText()
  const { register, handleSubmit, formState } = useForm<Credentials>({ mode: 'onTouched' })
  const session = useStore($session)
  const hasEnded = session.status === 'signed-out' && session.hasEnded
  const login = useMutation({ mutationFn: askForSession })
  const refusal = login.data && login.data !== 'signed_in' ? t(`login.${login.data}`) : undefined
  const { errors } = formState

  return (
    <AccountPage title={t('login.title')}>
      {hasEnded && <output className="mt-3 block text-ink-2">{t('login.ended')}</output>}
      <form className="mt-6 grid gap-5" noValidate onSubmit={handleSubmit((given) => login.mutate(given))}>
        <TextField
          label={t('email')}
          type="email"
          autoComplete="username webauthn"
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
        {hasPasskeys() && <PasskeyLogin />}
        <p>
          <Link className={textLinkClass} to={paths.requestPasswordReset}>
            {t('login.forgot')}
          </Link>
        </p>
      </form>
    </AccountPage>
  )
}

/** Signs in with a passkey, by the button or by the browser's offer in the e-mail field. */
function PasskeyLogin() {
  const t = useText()
  const login = useMutation({ mutationFn: signInWithPasskey })
  const { mutate, isPending, submittedAt } = login
  const failed = t('login.passkey_failed')
  return (
    <div>
      {/* Mounted anew after each attempt, which has ended the previous offer. */}
      {!isPending && <PasskeyOffer key={submittedAt} onUsed={mutate} />}
      <Button kind="line" size="big" busy={isPending && t('login.busy')} onClick={() => mutate(undefined)}>
        {t('login.passkey')}
      </Button>
      <FormError text={login.error ? errorText(login.error, failed) : undefined} />
    </div>
  )
}

async function askForSession({
  email,
  password,
}: Credentials): Promise<'signed_in' | 'token_missing' | 'token_invalid'> {
  const answer: Omit<IssuedToken, 'token'> & { token?: string } = await call('session', 'login', {
    body: { email: email.trim(), password },
  })
  const { token, ...rest } = answer
  if (!token) return 'token_missing'
  return signIn({ ...rest, token }) ? 'signed_in' : 'token_invalid'
}
