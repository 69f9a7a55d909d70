import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { askForPasskey, hasPasskeys } from '../session/passkeys.ts'
import { factorsQuery, isOn, type Proof, verifySecondFactor } from './api.ts'
import { CodeForm } from './code-form.tsx'
import { ResendButton } from './resend-button.tsx'
import { useText } from './texts.ts'

/** Methods in the order in which they are offered. */
const METHODS = ['totp', 'passkey', 'phone', 'recovery'] as const
type Method = (typeof METHODS)[number]

export function SecondFactorForm({
  methods,
  onVerified,
}: {
  methods: readonly string[]
  onVerified?: () => void
}) {
  const t = useText()
  const id = useId()
  const focusNext = useFocusNext()
  const usable = METHODS.filter(
    (method) => methods.includes(method) && (method !== 'passkey' || hasPasskeys()),
  )
  const [chosen, setChosen] = useState<Method>()
  const verification = useMutation({ mutationFn: verifySecondFactor, onSuccess: () => onVerified?.() })
  const method = chosen ?? usable[0]
  const choose = (next: Method) => {
    verification.reset()
    setChosen(next)
    // The pressed button is removed.
    focusNext(id)
  }
  return (
    <div className="grid gap-5">
      {(method === 'totp' || method === 'recovery') && (
        <TypedCode key={method} method={method} verification={verification} />
      )}
      {method === 'phone' && <CodeBySms id={id} verification={verification} />}
      {method === 'passkey' && <WithPasskey id={id} verification={verification} />}
      {!method && <p>{t('challenge.none')}</p>}
      <OtherWays methods={usable.filter((each) => each !== method)} onChoose={choose} />
    </div>
  )
}

type Verification = {
  mutate: (proof: Proof) => void
  isPending: boolean
  error: Error | null
  reset: () => void
}

function TypedCode({ method, verification }: { method: 'totp' | 'recovery'; verification: Verification }) {
  const t = useText()
  const { isPending, error, mutate } = verification
  return (
    <CodeForm
      label={t(`challenge.${method}_label`)}
      hint={t(`challenge.${method}_hint`)}
      kind={method === 'totp' ? 'digits' : 'words'}
      size="big"
      submit={t('challenge.submit')}
      isBusy={isPending}
      error={error ? errorText(error, t('challenge.failed')) : undefined}
      onSubmit={(code) => mutate({ method, code })}
    />
  )
}

/** `id` is that of the first button. */
function CodeBySms({ id, verification }: { id: string; verification: Verification }) {
  const t = useText()
  const { data } = useQuery(factorsQuery())
  const phone = data?.factors.find((factor) => factor.phone !== null && isOn(factor))?.phone
  const sending = useMutation({
    mutationFn: () => call('factors', 'challengeSecondFactor', { body: { method: 'phone' } }),
    onMutate: () => verification.reset(),
  })
  const { error } = verification
  // A new code is needed: the old one cannot pass any more.
  const isExpired = error instanceof ApiError && error.code === 'mfa_challenge_expired'
  const challenge_id = isExpired ? undefined : sending.data?.challenge_id
  const failure = sending.error ? errorText(sending.error, t('challenge.sms_failed')) : undefined
  const send = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The field that had the focus is removed.
    if (isExpired) send.current?.focus()
  }, [isExpired])

  if (challenge_id === undefined) {
    return (
      <div className="grid gap-4">
        <p>{phone ? t('challenge.sms_text_number', { phone }) : t('challenge.sms_text')}</p>
        <FormError text={isExpired ? errorText(error, t('challenge.failed')) : failure} className="" />
        <Button
          id={id}
          ref={send}
          size="big"
          busy={sending.isPending && t('challenge.sms_busy')}
          onClick={() => sending.mutate()}
        >
          {t('challenge.sms')}
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <output>{t('challenge.sms_sent')}</output>
      <CodeForm
        key={challenge_id}
        label={t('challenge.phone_label')}
        hint={t('challenge.phone_hint')}
        kind="digits"
        size="big"
        submit={t('challenge.submit')}
        isBusy={verification.isPending}
        error={error ? errorText(error, t('challenge.failed')) : undefined}
        onSubmit={(code) => verification.mutate({ method: 'phone', code, challenge_id })}
      />
      <ResendButton
        key={`${challenge_id}-again`}
        isBusy={sending.isPending}
        error={failure}
        onResend={() => sending.mutate()}
      />
    </div>
  )
}

function WithPasskey({ id, verification }: { id: string; verification: Verification }) {
  const t = useText()
  const asking = useMutation({
    mutationFn: async () => {
      const { challenge_id, options } = await call('factors', 'challengeSecondFactor', {
        body: { method: 'passkey' },
      })
      const response = options && (await askForPasskey(options))
      if (response) verification.mutate({ method: 'passkey', challenge_id, response })
    },
    onMutate: () => verification.reset(),
  })
  const error = asking.error ?? verification.error
  return (
    <div className="grid gap-4">
      <p>{t('challenge.passkey_text')}</p>
      <FormError text={error ? errorText(error, t('challenge.passkey_failed')) : undefined} className="" />
      <Button
        id={id}
        size="big"
        busy={(asking.isPending || verification.isPending) && t('challenge.busy')}
        onClick={() => asking.mutate()}
      >
        {t('challenge.passkey')}
      </Button>
    </div>
  )
}

function OtherWays({
  methods,
  onChoose,
}: {
  methods: readonly Method[]
  onChoose: (method: Method) => void
}) {
  const t = useText()
  if (methods.length === 0) return null
  return (
    <section
      aria-label={t('challenge.others')}
      className="grid justify-items-start border-t border-line pt-3"
    >
      {methods.map((method) => (
        <Button key={method} kind="quiet" className="-ml-3" onClick={() => onChoose(method)}>
          {t(`challenge.use_${method}`)}
        </Button>
      ))}
    </section>
  )
}
