import { isEmail } from '@muster/contract/rules/contact'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { ResultText } from '../../ui/feedback/result-text.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { AccountPage } from './account-page.tsx'
import { useText } from './texts.ts'

export default function RequestPasswordResetPage() {
  const t = useText()
  const request = useMutation({
    mutationFn: (email: string) => call('session', 'requestPasswordReset', { body: { email } }),
  })

  return (
    <AccountPage title={t('request.title')}>
      {request.isSuccess ? (
        <ResultText>{t('request.sent')}</ResultText>
      ) : (
        <RequestForm
          onSubmit={request.mutate}
          busy={request.isPending}
          // One message for all failures: it must not reveal which accounts exist.
          error={request.isError ? t('request.failed') : undefined}
        />
      )}
      <p className="mt-3">
        <Link className={textLinkClass} to={paths.login}>
          {t('back_to_login')}
        </Link>
      </p>
    </AccountPage>
  )
}

function RequestForm({
  onSubmit,
  busy,
  error,
}: {
  onSubmit: (email: string) => void
  busy: boolean
  error: string | undefined
}) {
  const t = useText()
  const { register, handleSubmit, formState } = useForm<{ email: string }>({ mode: 'onTouched' })
  return (
    <form
      className="mt-2 grid gap-5"
      noValidate
      onSubmit={handleSubmit(({ email }) => onSubmit(email.trim()))}
    >
      <p className="text-ink-2">{t('request.intro')}</p>
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.email?.message}
        {...register('email', {
          required: t('email_required'),
          validate: (email) => isEmail(email.trim()) || t('email_invalid'),
        })}
      />
      <FormError text={error} />
      <Button type="submit" size="big" busy={busy && t('request.busy')}>
        {t('request.submit')}
      </Button>
    </form>
  )
}
