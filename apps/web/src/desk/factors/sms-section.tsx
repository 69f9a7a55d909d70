import { isPossiblePhone } from '@muster/contract/rules/phone'
import { findPhoneFault } from '@muster/contract/rules/typed-phone'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { SettingsCard } from '../../ui/page/settings-card.tsx'
import { type Factors, hasSecondFactor, isOn, readFactorsAgain, verifySecondFactor } from './api.ts'
import { CodeForm } from './code-form.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ResendButton } from './resend-button.tsx'
import { useText } from './texts.ts'

export function SmsSection({ data, onAdded }: { data: Factors; onAdded: () => void }) {
  const t = useText()
  const format = useDateFormat(browserTimeZone())
  const id = useId()
  const turnOffId = useId()
  const focusNext = useFocusNext()
  const [isAdding, setIsAdding] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const active = data.factors.filter(isOn)
  const factor = active.find(({ factor_type }) => factor_type === 'phone')
  if (!factor && !data.is_phone_available) return null
  return (
    <SettingsCard
      title={t('sms.title')}
      text={factor?.phone ? t('sms.sent_to', { phone: factor.phone }) : t('sms.text')}
      actions={
        factor ? (
          <>
            <Badge tone="ok">{t('since', { date: format.shortDate(factor.created_at) })}</Badge>
            <Button kind="quiet" id={turnOffId} className="-mx-3" onClick={() => setIsLeaving(true)}>
              {t('turn_off')}
            </Button>
          </>
        ) : (
          !isAdding && (
            <Button kind="line" id={id} onClick={() => setIsAdding(true)}>
              {t('turn_on')}
            </Button>
          )
        )
      }
    >
      {isAdding && (
        <AddPhone
          isFirst={!hasSecondFactor(data)}
          onCancel={() => {
            setIsAdding(false)
            focusNext(id)
          }}
          onDone={() => {
            setIsAdding(false)
            focusNext(turnOffId)
            onAdded()
          }}
        />
      )}
      {isLeaving && factor && (
        <RemoveDialog
          title={t('sms.off_question')}
          text={t('sms.off_text')}
          confirm={t('turn_off')}
          done={t('turned_off')}
          isLast={active.length === 1 && data.passkeys.length === 0}
          remove={() => call('factors', 'removeFactor', { params: { id: factor.id } })}
          onRemoved={() => {
            setIsLeaving(false)
            focusNext(id)
          }}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </SettingsCard>
  )
}

/** Asks for the number, then for the code that was sent to it. `isFirst`: there is no other factor. */
function AddPhone({
  isFirst,
  onCancel,
  onDone,
}: {
  isFirst: boolean
  onCancel: () => void
  onDone: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const enrolment = useMutation({ mutationFn: enrolPhone })
  const sending = useMutation({ mutationFn: sendCode })
  const sent = sending.data ?? enrolment.data
  const verification = useMutation({
    mutationFn: verifySecondFactor,
    onSuccess: async () => {
      await readFactorsAgain(client)
      showToast(t('turned_on'))
      onDone()
    },
  })
  if (!sent || !enrolment.variables) {
    return (
      <PhoneForm
        isBusy={enrolment.isPending}
        error={enrolment.error ? errorText(enrolment.error, t('failed')) : undefined}
        onSubmit={(phone) => enrolment.mutate(phone)}
        onCancel={onCancel}
      />
    )
  }
  const { factor_id, challenge_id } = sent
  return (
    <div className="mt-5 grid max-w-110 gap-4 border-t border-line pt-5">
      <output>{t('sms.code_sent', { phone: enrolment.variables })}</output>
      {isFirst && <p className="text-meta text-ink-2">{t('others_note')}</p>}
      <CodeForm
        key={challenge_id}
        label={t('challenge.phone_label')}
        kind="digits"
        submit={t('turn_on')}
        isBusy={verification.isPending}
        error={verification.error ? errorText(verification.error, t('failed')) : undefined}
        onSubmit={(code) => verification.mutate({ method: 'phone', factor_id, challenge_id, code })}
      >
        <Button
          kind="quiet"
          onClick={() => {
            sending.reset()
            enrolment.reset()
          }}
        >
          {t('sms.other_number')}
        </Button>
      </CodeForm>
      <ResendButton
        key={`${challenge_id}-again`}
        isBusy={sending.isPending}
        error={sending.error ? errorText(sending.error, t('challenge.sms_failed')) : undefined}
        onResend={() => {
          verification.reset()
          sending.mutate(factor_id)
        }}
      />
    </div>
  )
}

function PhoneForm({
  isBusy,
  error,
  onSubmit,
  onCancel,
}: {
  isBusy: boolean
  error: string | undefined
  onSubmit: (phone: string) => void
  onCancel: () => void
}) {
  const t = useText()
  const words = useWords()
  const { register, handleSubmit, formState, setFocus } = useForm<{ phone: string }>({ mode: 'onTouched' })
  // The button that opened the form has been removed.
  useEffect(() => setFocus('phone'), [setFocus])
  return (
    <form
      className="mt-5 grid max-w-110 gap-4 border-t border-line pt-5"
      noValidate
      onSubmit={handleSubmit(({ phone }) => onSubmit(phone))}
    >
      <TextField
        label={t('sms.phone')}
        hint={t('sms.phone_hint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        error={formState.errors.phone?.message}
        {...register('phone', {
          validate: (phone) =>
            isPossiblePhone(phone, null) || t(`sms.${findPhoneFault(phone) ?? 'phone_invalid'}`),
        })}
      />
      <FormError text={error} className="" />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy && t('challenge.sms_busy')}>
          {t('sms.send')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {words('cancel')}
        </Button>
      </div>
    </form>
  )
}

async function enrolPhone(phone: string) {
  const { id } = await call('factors', 'enrolFactor', { body: { factor_type: 'phone', phone } })
  return sendCode(id)
}

async function sendCode(factor_id: string) {
  const { challenge_id } = await call('factors', 'challengeSecondFactor', {
    body: { method: 'phone', factor_id },
  })
  return { factor_id, challenge_id }
}
