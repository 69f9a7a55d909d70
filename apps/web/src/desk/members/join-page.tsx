import { terms } from '@muster/contract/terms'
import { useStore } from '@nanostores/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError, errorText, isTemporary } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { inOrganization, paths, screens } from '../../paths.ts'
import { publicPaths } from '../../public-paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { organizationsQuery } from '../organizations/api.ts'
import { AccountPage } from '../session/account-page.tsx'
import { isAboutPassword } from '../session/is-about-password.ts'
import { $session, signInWith, signOut } from '../session/session-state.ts'
import { invitationQuery, type OpenInvitation } from './api.ts'
import { useText } from './texts.ts'

/** M2: accepts an invitation, with a new account or with the one of the invited address. */
export default function JoinPage() {
  const t = useText()
  const { token = '' } = useParams()
  const session = useStore($session)
  const { data: invitation, error, refetch } = useQuery(invitationQuery(token))

  if (error) {
    const isSignedIn = session.status === 'signed-in'
    return (
      <AccountPage title={t('join.not_open')}>
        <FormError text={errorText(error, t('join.failed'))} className="mt-4" />
        {isTemporary(error) && (
          <div className="mt-4">
            <RetryButton onRetry={() => void refetch()} />
          </div>
        )}
        <p className="mt-3">
          <Link className={textLinkClass} to={isSignedIn ? paths.shifts : paths.login}>
            {t(isSignedIn ? 'join.to_shifts' : 'join.to_login')}
          </Link>
        </p>
      </AccountPage>
    )
  }
  if (!invitation || session.status === 'starting') return null
  const { organization, role, email } = invitation
  return (
    <AccountPage title={t('join.title', { organization: organization.name })}>
      <p className="mt-2 font-semibold">{t('join.as', { role: t(`role.${role}`) })}</p>
      <p className="mt-1 text-meta text-ink-2">{t(`about_role.${role}`)}</p>
      <div className="mt-5 grid gap-5">
        {session.status === 'signed-in' && session.user.email !== email && (
          <OtherAccount current={session.user.email} email={email} />
        )}
        {session.status === 'signed-in' && session.user.email === email && (
          <JoinWithAccount token={token} email={email} />
        )}
        {session.status !== 'signed-in' && invitation.has_account && (
          <SignIn text={t('join.sign_in', { email })} to={loginBeforeJoining(token)} />
        )}
        {session.status !== 'signed-in' && !invitation.has_account && (
          <NewAccount token={token} invitation={invitation} />
        )}
      </div>
    </AccountPage>
  )
}

function NewAccount({ token, invitation: { email } }: { token: string; invitation: OpenInvitation }) {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { register, handleSubmit, formState, setError } = useForm<{ password: string }>({ mode: 'onTouched' })
  const login = useMutation({
    mutationFn: async ({ password }: { password: string; hasJoined: boolean }) =>
      signInWith(await call('session', 'login', { body: { email, password } })),
    onSuccess: async (_, { hasJoined }) => {
      if (hasJoined) void navigate(screens.shifts, { replace: true })
      else await client.invalidateQueries(invitationQuery(token))
    },
  })
  const join = useMutation({
    mutationFn: (password: string) => createAccount(token, password),
    onSuccess: (hasJoined, password) => login.mutate({ password, hasJoined }),
    onError: (error) => {
      if (isAboutPassword(error)) setError('password', { message: error.message }, { shouldFocus: true })
    },
  })
  const { error } = join
  if (login.error) {
    return <SignIn text={t('join.account_exists')} to={join.data ? paths.login : loginBeforeJoining(token)} />
  }
  return (
    <form className="grid gap-5" noValidate onSubmit={handleSubmit(({ password }) => join.mutate(password))}>
      <p>{t('join.new', { email })}</p>
      {/* Read by password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={t('join.password')}
        type="password"
        autoComplete="new-password"
        hint={t('join.password_hint')}
        error={formState.errors.password?.message}
        {...register('password', { required: t('join.password_required') })}
      />
      <p className="text-meta text-ink-2">
        {t('join.terms')} <a href={publicPaths.terms}>{t('join.terms_link')}</a> ({terms.version}).
      </p>
      <FormError text={error && !isAboutPassword(error) ? errorText(error, t('join.failed')) : undefined} />
      <Button type="submit" size="big" busy={(join.isPending || login.isPending) && t('join.busy')}>
        {t('join.create')}
      </Button>
    </form>
  )
}

/** Returns false if the account exists, and the invitation must still be accepted. */
async function createAccount(token: string, password: string): Promise<boolean> {
  try {
    await call('members', 'joinWithNewAccount', { params: { token }, body: { password } })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // This page may have used the link, and the answer was lost.
    if (error.code === 'member_link_used') return true
    if (error.code === 'account_exists') return false
    throw error
  }
}

function JoinWithAccount({ token, email }: { token: string; email: string }) {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const join = useMutation({
    mutationFn: () => call('members', 'joinWithAccount', { body: { token } }),
    onSuccess: async ({ organization_id }) => {
      await client.invalidateQueries(organizationsQuery)
      void navigate(inOrganization(screens.shifts, {}, organization_id), { replace: true })
    },
  })
  return (
    <>
      <FormError text={join.error ? errorText(join.error, t('join.failed')) : undefined} />
      <Button size="big" busy={join.isPending && t('join.busy')} onClick={() => join.mutate()}>
        <span className="wrap-anywhere">{t('join.join', { email })}</span>
      </Button>
    </>
  )
}

function SignIn({ text, to }: { text: string; to: string }) {
  const t = useText()
  return (
    <>
      <p>{text}</p>
      <Link className={buttonClass({ size: 'big' })} to={to}>
        {t('join.sign_in_button')}
      </Link>
    </>
  )
}

function OtherAccount({ current, email }: { current: string; email: string }) {
  const t = useText()
  return (
    <>
      <p>{t('join.wrong_account', { current, email })}</p>
      <Button kind="line" onClick={() => void signOut()}>
        {t('join.log_out')}
      </Button>
    </>
  )
}

const loginBeforeJoining = (token: string) =>
  paths.loginBefore(screens.join.replace(':token', encodeURIComponent(token)))
