import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError, errorText, isTemporary, isUnanswered, joinSentences } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useWords } from '../../i18n/words.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { ResultText } from '../../ui/feedback/result-text.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { AccountPage } from './account-page.tsx'
import { isAboutPassword } from './is-about-password.ts'
import { useText } from './texts.ts'

const REDIRECT_MS = 2_000

export default function ResetPasswordPage() {
  const t = useText()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const reset = useMutation({
    mutationFn: (password: string) => call('session', 'resetPassword', { body: { token, password } }),
  })
  useLeaveForLogin(reset.isSuccess)
  const { error } = reset

  return (
    <AccountPage title={t('reset.title')}>
      {token === '' && <FormError text={t('reset.token_missing')} className="mt-4" />}
      {token !== '' && reset.isSuccess && <ResultText>{t('reset.done')}</ResultText>}
      {token !== '' && !reset.isSuccess && <ResetForm reset={reset} />}
      {(token === '' || isLinkRefused(error)) && (
        <p className="mt-3">
          <Link className={textLinkClass} to={paths.requestPasswordReset}>
            {t('reset.ask_again')}
          </Link>
        </p>
      )}
    </AccountPage>
  )
}

/** D8 */
const MAX_LENGTH = 200

function ResetForm({ reset }: { reset: UseMutationResult<undefined, Error, string> }) {
  const t = useText()
  const words = useWords()
  const { register, handleSubmit, formState, setError } = useForm<{ password: string }>({ mode: 'onTouched' })
  const submit = ({ password }: { password: string }) =>
    reset.mutate(password, {
      onError: (error) => {
        if (isAboutPassword(error)) setError('password', { message: error.message }, { shouldFocus: true })
      },
    })
  const { error } = reset
  return (
    <form className="mt-6 grid gap-5" noValidate onSubmit={handleSubmit(submit)}>
      <TextField
        label={t('reset.password')}
        type="password"
        autoComplete="new-password"
        hint={t('reset.hint')}
        error={formState.errors.password?.message}
        {...register('password', {
          required: t('reset.password_required'),
          validate: (password) =>
            Array.from(password.normalize('NFC')).length <= MAX_LENGTH ||
            words('at_most', { count: MAX_LENGTH }),
        })}
      />
      <FormError text={error && !isAboutPassword(error) ? failureText(error, t) : undefined} />
      <Button type="submit" size="big" busy={reset.isPending && t('reset.busy')}>
        {t('reset.submit')}
      </Button>
    </form>
  )
}

function useLeaveForLogin(isDone: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => void navigate(paths.login, { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
}

/** The specification has one sentence. What the link cannot have caused is added to it. */
function failureText(error: Error, t: ReturnType<typeof useText>): string {
  const failed = t('reset.failed')
  if (isUnanswered(error)) return errorText(error, failed)
  return isTemporary(error) && error.message !== '' ? joinSentences(failed, error.message) : failed
}

function isLinkRefused(error: Error | null): boolean {
  return error instanceof ApiError && !isTemporary(error) && !error.code.startsWith('password_')
}
