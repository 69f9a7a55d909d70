import type { OwnDetails } from '@muster/contract/invitations'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { useWords } from '../../../i18n/words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { useFocusNext } from '../../../ui/hooks/use-focus-next.ts'
import { readDetails, saveEmail } from '../api.ts'
import { useErrorText } from '../use-error-text.ts'
import { issueOf } from './issue-of.ts'
import { useText } from './texts.ts'

type EmailFormProps = {
  token: string
  timeZone: string
  details: OwnDetails
  /** True if no e-mail may be sent to the address (D28). */
  isBlocked: boolean
  onChanged: (details: OwnDetails) => void
}

const RESULT_ID = 'email-result'

type Done = 'sent' | 'same' | 'kept'

/** V3: the address changes when it is confirmed on the page of a link that is sent to the new one. */
export function EmailForm({ token, timeZone, details, isBlocked, onChanged }: EmailFormProps) {
  const t = useText()
  const words = useWords()
  const errorText = useErrorText()
  const format = useDateFormat(timeZone)
  const focusNext = useFocusNext()
  const field = useRef<HTMLInputElement>(null)
  const { email: current, unconfirmed_email: asked } = details
  const [typed, setTyped] = useState(asked?.email ?? current)
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState<Done>()
  const [error, setError] = useState<unknown>()
  const issue = issueOf(error, 'email')
  useConfirmedElsewhere(token, asked !== null, onChanged)

  const save = async (email: string | null) => {
    if (isBusy) return
    setIsBusy(true)
    setDone(undefined)
    setError(undefined)
    try {
      const saved = await saveEmail(token, email)
      setDone(saved.unconfirmed_email ? 'sent' : email === null ? 'kept' : 'same')
      setTyped(saved.unconfirmed_email?.email ?? saved.email)
      onChanged(saved)
      // The pressed button is no longer rendered.
      if (email === null) focusNext(RESULT_ID)
    } catch (failure) {
      setError(failure)
      if (issueOf(failure, 'email')) field.current?.focus()
    }
    setIsBusy(false)
  }
  const submit = (submission: FormEvent) => {
    submission.preventDefault()
    void save(typed.trim())
  }
  const isSentTo = asked?.email === typed.trim()
  // The link was opened meanwhile, or the request has ended.
  const isOver = done === 'sent' && !asked
  const result = isOver ? (current === typed.trim() ? 'changed' : undefined) : done

  return (
    <>
      {asked && (
        <div className="w-full rounded-card border border-line p-4">
          <p className="font-semibold">{t('asked', { email: asked.email })}</p>
          <p className="mt-2 text-ink-2">
            {t(isBlocked ? 'asked_until_blocked' : 'asked_until', {
              email: current,
              date: format.dateTime(asked.expires_at),
            })}
          </p>
          <Button
            kind="quiet"
            className="-ml-3 wrap-anywhere"
            aria-disabled={isBusy}
            onClick={() => void save(null)}
          >
            {t('keep', { email: current })}
          </Button>
        </div>
      )}
      <form className="grid w-full justify-items-start gap-3" noValidate onSubmit={submit}>
        <TextField
          ref={field}
          className="w-full"
          label={t('new_email')}
          hint={t('email_hint')}
          type="email"
          autoComplete="email"
          maxLength={254}
          value={typed}
          error={issue}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" kind="line" size="tall" busy={isBusy && words('loading')}>
          {t(isSentTo ? 'send_again' : 'send')}
        </Button>
      </form>
      <output id={RESULT_ID} tabIndex={-1} className="font-semibold text-primary empty:hidden">
        {result && t(`email_done.${result}`, { email: asked?.email ?? current })}
      </output>
      <FormError
        text={error === undefined || issue ? undefined : errorText(error, 'process')}
        className="mt-0"
      />
    </>
  )
}

/** Notices when the link is opened in another tab or on another device. */
function useConfirmedElsewhere(
  token: string,
  isAsked: boolean,
  onChanged: (details: OwnDetails) => void,
): void {
  const changed = useRef(onChanged)
  useEffect(() => {
    changed.current = onChanged
  })
  useEffect(() => {
    if (!isAsked) return undefined
    const readAgain = () => {
      if (document.visibilityState !== 'visible') return
      readDetails(token).then(
        (details) => changed.current(details),
        // The shown details stay; the next press shows the error.
        () => undefined,
      )
    }
    document.addEventListener('visibilitychange', readAgain)
    return () => document.removeEventListener('visibilitychange', readAgain)
  }, [token, isAsked])
}
