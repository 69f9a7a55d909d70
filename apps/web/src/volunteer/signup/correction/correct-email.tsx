import { isEmail } from '@muster/contract/rules/contact'
import { CORRECTABLE_MS } from '@muster/contract/rules/correction'
import { isSameEmail } from '@muster/contract/rules/email-change'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useWords } from '../../../i18n/words.ts'
import { useNow } from '../../../live/use-now.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { useNearEmail } from '../../../ui/near-email/use-near-email.tsx'
import { focusAfter } from '../focus.ts'
import { FORM } from '../send-signup.ts'
import { useText } from '../texts.ts'
import type { CorrectEmailProps } from './correctable.ts'
import { keepCorrected } from './keep-corrected.ts'
import { useCorrectionText } from './texts.ts'

const BUTTON_ID = 'correct-email'
const focus = (element: HTMLElement | null) => element?.focus()

/** For half an hour after a sign-up, from the browser that sent it. */
export default function CorrectEmail({ email, signed_up, submitted_at, onCorrected }: CorrectEmailProps) {
  const t = useCorrectionText()
  const isOpen = Date.parse(useNow()) < Date.parse(submitted_at) + CORRECTABLE_MS
  const [keys, setKeys] = useState(() => signed_up.map(({ correction_key }) => correction_key))
  const [isEditing, setEditing] = useState(false)
  const [isDone, setDone] = useState(false)

  const save = async (next: string) => {
    const body = { correction_keys: keys, email: next }
    const { correction_keys } = await call('correction', 'correctEmail', { headers: FORM, body })
    keepCorrected({ from: email, to: next, keys: correction_keys })
    setKeys(correction_keys)
    setEditing(false)
    setDone(true)
    onCorrected(next)
  }

  return (
    <div className="mt-2">
      {isDone && !isEditing && (
        <p key={email} ref={focus} tabIndex={-1} className="wrap-anywhere">
          {t('done', { email })} {t('void')}
        </p>
      )}
      {isEditing ? (
        <CorrectionForm
          email={email}
          onSave={save}
          onCancel={() => focusAfter(() => setEditing(false), `#${BUTTON_ID}`)}
        />
      ) : (
        isOpen && (
          <p className="flex flex-wrap items-center gap-x-1 text-ink-2">
            {t('wrong')}
            <Button id={BUTTON_ID} kind="quiet" onClick={() => setEditing(true)}>
              {t('correct')}
            </Button>
          </p>
        )
      )}
    </div>
  )
}

type CorrectionFormProps = { email: string; onSave: (email: string) => Promise<void>; onCancel: () => void }

function CorrectionForm({ email, onSave, onCancel }: CorrectionFormProps) {
  const t = useCorrectionText()
  const signupText = useText()
  const words = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(email)
  const [problem, setProblem] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const nearEmail = useNearEmail(typed, setTyped)
  useEffect(() => input.current?.select(), [])

  const refuse = (text: string) => {
    setProblem(text)
    input.current?.focus()
  }
  const submit = async (submission: FormEvent) => {
    submission.preventDefault()
    if (isBusy) return
    setProblem(undefined)
    setError(undefined)
    if (!isEmail(typed)) return refuse(signupText('problems.email_invalid'))
    if (isSameEmail(typed.trim(), email)) return refuse(t('unchanged'))
    setBusy(true)
    try {
      await onSave(typed.trim())
    } catch (failure) {
      setBusy(false)
      const issue = failure instanceof ApiError && failure.body.issues?.find(({ path }) => path === 'email')
      if (issue) refuse(issue.message)
      else setError(failure)
    }
  }

  return (
    <form className="mt-3 grid gap-3" noValidate onSubmit={(submission) => void submit(submission)}>
      <TextField
        ref={input}
        type="email"
        name="email"
        autoComplete="email"
        label={t('email')}
        value={typed}
        error={problem}
        hint={nearEmail}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <FormError text={error === undefined ? undefined : errorText(error, t('failed'))} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy && t('sending')}>
          {t('send')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {words('cancel')}
        </Button>
      </div>
    </form>
  )
}
