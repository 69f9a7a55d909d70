import type { Person } from '@muster/contract/people'
import { LIMITS } from '@muster/contract/rules/text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { DoneNote } from '../../ui/feedback/done-note.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useIsMounted } from '../../ui/hooks/use-is-mounted.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { messagesQuery, sendEmail } from './api.ts'
import { useText } from './texts.ts'
import { useCloseAfterSuccess } from './use-close-after-success.ts'

type EmailFormProps = {
  person: Person
  email: string
  onUnsaved: (isUnsaved: boolean) => void
  onSending: (isSending: boolean) => void
  onCancel: () => void
  onSent: () => void
}

export function EmailForm({ person, email, onUnsaved, onSending, onCancel, onSent }: EmailFormProps) {
  const t = useText()
  const client = useQueryClient()
  const [subject, setSubject] = useState('')
  const [message, setMessage] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isMounted = useIsMounted()
  const sending = useMutation({
    mutationFn: () => sendEmail(person.id, { subject, message }),
    onError: (error) => {
      if (!isMounted()) showFailure(errorText(error, t('email.failed')))
    },
    onSettled: () => client.invalidateQueries(messagesQuery(person.id)),
  })
  const { isPending, isSuccess: isSent } = sending
  useCloseAfterSuccess(isSent, onSent)
  useEffect(() => {
    onSending(isPending)
    return () => onSending(false)
  }, [isPending, onSending])
  useReportUnsaved(`${subject}${message}`.trim() !== '' && !isPending && !isSent, onUnsaved)
  const isBlank = message.trim() === ''
  return (
    <form
      className="grid grow gap-3"
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        setIsTried(true)
        if (!isBlank && !isPending && !isSent) sending.mutate()
      }}
    >
      <TextField
        label={t('email.subject')}
        optional
        maxLength={LIMITS.subject}
        readOnly={isPending || isSent}
        value={subject}
        onChange={(change) => setSubject(change.currentTarget.value)}
      />
      <TextArea
        label={t('email.to', { email })}
        rows={4}
        maxLength={LIMITS.text}
        readOnly={isPending || isSent}
        error={isTried && isBlank ? t('sms.placeholder') : undefined}
        value={message}
        onChange={(change) => setMessage(change.currentTarget.value)}
      />
      <FormError text={sending.error ? errorText(sending.error, t('email.failed')) : undefined} />
      {isSent ? (
        <DoneNote text={t('email.sent')} className="min-h-11" />
      ) : (
        <span className="ml-auto flex gap-2">
          <CancelButton busy={isPending} onClose={onCancel} />
          <Button type="submit" busy={isPending && t('sms.sending')}>
            {t('email.send')}
          </Button>
        </span>
      )}
    </form>
  )
}
