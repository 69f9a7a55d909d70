import type { Person } from '@muster/contract/people'
import { formatPhone } from '@muster/contract/rules/phone'
import { isWithinTenSegments } from '@muster/contract/rules/segments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { fullName } from '../../format/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { controlClass, Field } from '../../ui/controls/field.tsx'
import { DoneNote } from '../../ui/feedback/done-note.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useIsMounted } from '../../ui/hooks/use-is-mounted.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { messagesQuery, sendSms } from './api.ts'
import { SmsCost, SmsCount } from './sms-count.tsx'
import { useText } from './texts.ts'
import { useCloseAfterSuccess } from './use-close-after-success.ts'

const writeButtonId = 'write-sms'

export function SmsForm({
  person,
  onUnsaved,
  onSending,
  leave,
}: {
  person: Person
  onUnsaved: (isUnsaved: boolean) => void
  onSending: (isSending: boolean) => void
  leave: (next: () => void) => void
}) {
  const t = useText()
  const focusNext = useFocusNext()
  const [isOpen, setIsOpen] = useState(true)
  const close = () => {
    setIsOpen(false)
    focusNext(writeButtonId)
  }

  if (!person.phone)
    return <p className="mr-auto text-ink-2">{t('sms.no_phone', { name: fullName(person) })}</p>
  if (!isOpen) {
    return (
      <Button kind="line" id={writeButtonId} onClick={() => setIsOpen(true)}>
        {t('sms.write')}
      </Button>
    )
  }
  return (
    <OpenForm
      person_id={person.id}
      phone={formatPhone(person.phone)}
      onUnsaved={onUnsaved}
      onSending={onSending}
      onCancel={() => leave(close)}
      onSent={close}
    />
  )
}

function OpenForm({
  person_id,
  phone,
  onUnsaved,
  onSending,
  onCancel,
  onSent,
}: {
  person_id: string
  phone: string
  onUnsaved: (isUnsaved: boolean) => void
  onSending: (isSending: boolean) => void
  onCancel: () => void
  onSent: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<'placeholder' | 'too_long'>()
  const isMounted = useIsMounted()
  const sending = useMutation({
    mutationFn: () => sendSms(person_id, text.trim()),
    onError: (error) => {
      if (!isMounted()) showFailure(errorText(error, t('sms.failed')))
    },
    onSettled: () => client.invalidateQueries(messagesQuery(person_id)),
  })
  const { isPending, isSuccess: isSent } = sending
  useCloseAfterSuccess(isSent, onSent)

  useEffect(() => {
    onSending(isPending)
    return () => onSending(false)
  }, [isPending, onSending])
  const isUnsaved = text.trim() !== '' && !isPending && !isSent
  useReportUnsaved(isUnsaved, onUnsaved)

  const send = () => {
    const found = problemOf(text)
    setProblem(found)
    if (found) field.current?.focus()
    else sending.mutate()
  }

  return (
    <form
      className="basis-full"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field label={t('sms.to', { phone })} error={problem && t(`sms.${problem}`)}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            aria-describedby={[control['aria-describedby'], `${id}-count`, `${id}-cost`]
              .filter(Boolean)
              .join(' ')}
            className={controlClass({ className: 'resize-y' })}
            rows={3}
            placeholder={t('sms.placeholder')}
            readOnly={isPending || isSent}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <SmsCost id={`${id}-cost`} text={text} />
      <FormError text={sending.error ? errorText(sending.error, t('sms.failed')) : undefined} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <SmsCount id={`${id}-count`} text={text} />
        {isSent ? (
          <DoneNote text={t('sms.sent')} className="min-h-11" />
        ) : (
          <span className="ml-auto flex gap-2">
            <CancelButton busy={isPending} onClose={onCancel} />
            <Button type="submit" busy={isPending && t('sms.sending')}>
              {t('sms.send')}
            </Button>
          </span>
        )}
      </div>
    </form>
  )
}

function problemOf(text: string): 'placeholder' | 'too_long' | undefined {
  if (text.trim() === '') return 'placeholder'
  return isWithinTenSegments(text.trim()) ? undefined : 'too_long'
}
