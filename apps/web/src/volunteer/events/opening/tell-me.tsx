import type { PublicEvent } from '@muster/contract/public-event'
import { isEmail } from '@muster/contract/rules/contact'
import { DAY_MS } from '@muster/contract/rules/instants'
import { type FormEvent, useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useWords } from '../../../i18n/words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { ResultText } from '../../../ui/feedback/result-text.tsx'
import { useSecondsLeft } from '../../../ui/hooks/use-seconds-left.ts'
import { rememberedPerson } from '../remembered.ts'
import { useOpeningText } from './texts.ts'

/** D49: how long it is until sign-up opens, and one e-mail then. */
export default function TellMe({ event }: { event: PublicEvent }) {
  const t = useOpeningText()
  const [saved, setSaved] = useState<string>()
  return (
    <div className="min-h-36">
      {event.signup_opens_at && <Countdown until={event.signup_opens_at} />}
      {saved === undefined ? (
        <EmailForm event_id={event.id} onSaved={setSaved} />
      ) : (
        <ResultText>{t('saved', { email: saved })}</ResultText>
      )}
    </div>
  )
}

const DAY_S = DAY_MS / 1_000

function Countdown({ until }: { until: string }) {
  const t = useOpeningText()
  const left = useSecondsLeft(0, Date.parse(until))
  const [hours, minutes, seconds] = [Math.floor(left / 3_600), Math.floor(left / 60) % 60, left % 60]
  return (
    <p role="timer" className="text-ink-2 tabular-nums">
      {left >= 2 * DAY_S
        ? t('in_days', { count: Math.floor(left / DAY_S) })
        : hours > 0
          ? t('in_hours', { hours, minutes })
          : t('in_minutes', { minutes, seconds })}
    </p>
  )
}

function EmailForm({ event_id, onSaved }: { event_id: string; onSaved: (email: string) => void }) {
  const t = useOpeningText()
  const words = useWords()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(() => rememberedPerson()?.email ?? '')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const send = async (submission: FormEvent) => {
    submission.preventDefault()
    const address = email.trim()
    if (!isEmail(address)) {
      setFailure(t('invalid'))
      return field.current?.focus()
    }
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await call('signup', 'askForOpeningMail', { params: { eventId: event_id }, body: { email: address } })
      onSaved(address)
    } catch (error) {
      setFailure(errorText(error, t('failed')))
      setIsBusy(false)
    }
  }

  return (
    <form className="mt-3 max-w-96" noValidate onSubmit={(event) => void send(event)}>
      <div className="flex items-end gap-2">
        <TextField
          ref={field}
          className="min-w-0 flex-1"
          label={t('email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          aria-required
        />
        <Button
          type="submit"
          kind="line"
          size="tall"
          className="desktop:pointer-fine:min-h-11"
          busy={isBusy && words('loading')}
        >
          {t('tell_me')}
        </Button>
      </div>
      <FormError text={failure} />
    </form>
  )
}
