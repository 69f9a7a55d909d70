import { languages } from '@muster/contract/language'
import type { OwnDetails } from '@muster/contract/personal-page'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { languageNames } from '../../../i18n/language.ts'
import { useWords } from '../../../i18n/words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { useFocusNext } from '../../../ui/hooks/use-focus-next.ts'
import { useNearEmail } from '../../../ui/near-email/use-near-email.tsx'
import { readDetails, saveDetails, saveEmail } from '../api.ts'
import { contactInBrackets } from '../contact-in-brackets.ts'
import type { OwnDetailsProps } from '../own-details.tsx'
import { useErrorText } from '../use-error-text.ts'
import { followDetails } from './follow-details.ts'
import { issueOf } from './issue-of.ts'
import { useText } from './texts.ts'

type Field = 'phone' | 'email'

const RESULT_ID = 'details-result'

/** V3: shows masked details. A change is confirmed from the mailbox, because others may hold the link (D63). */
export default function DetailsForm({ token, invitation, found }: OwnDetailsProps & { found: OwnDetails }) {
  const { organization, contact, email_blocked } = invitation
  const t = useText()
  const words = useWords()
  const errorText = useErrorText()
  const focusNext = useFocusNext()
  const address = useRef<HTMLParagraphElement>(null)
  const phone = useRef<HTMLInputElement>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const [details, setDetails] = useState(found)
  const [typed, setTyped] = useState({ phone: '', email: '' })
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState<'asked' | 'taken_back'>()
  const [error, setError] = useState<unknown>()
  const { email } = details
  const isWaiting = details.unconfirmed !== null || details.unconfirmed_email !== null
  useReadAgain(token, isWaiting, setDetails)

  // The button that opened the form is gone.
  useEffect(() => address.current?.focus(), [])
  useEffect(() => followDetails({ token, invitation }, details), [token, invitation, details])

  const save = async (send: () => Promise<OwnDetails>, what: 'asked' | 'taken_back', field?: Field) => {
    if (isBusy) return
    setIsBusy(true)
    setDone(undefined)
    setError(undefined)
    try {
      setDetails(await send())
      setDone(what)
      if (field) setTyped((before) => ({ ...before, [field]: '' }))
      // The pressed button may be gone.
      else focusNext(RESULT_ID)
    } catch (failure) {
      setError(failure)
      if (issueOf(failure, 'phone')) phone.current?.focus()
      if (issueOf(failure, 'email')) emailInput.current?.focus()
    }
    setIsBusy(false)
  }
  const submit = (field: Field) => (submission: FormEvent) => {
    submission.preventDefault()
    const value = typed[field].trim()
    const input = field === 'phone' ? phone : emailInput
    if (value === '') input.current?.focus()
    else if (field === 'phone') void save(() => saveDetails(token, { phone: value }), 'asked', field)
    else void save(() => saveEmail(token, value), 'asked', field)
  }
  const fieldOf = (field: Field) => ({
    className: 'w-full',
    value: typed[field],
    error: issueOf(error, field),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setTyped((before) => ({ ...before, [field]: currentTarget.value })),
  })
  const nearEmail = useNearEmail(typed.email, (meant) => setTyped((before) => ({ ...before, email: meant })))
  const hasIssue = issueOf(error, 'phone') !== undefined || issueOf(error, 'email') !== undefined

  return (
    <>
      <div className="grid gap-1">
        <p ref={address} tabIndex={-1}>
          {t('email')}: {details.email ?? t('no_email')}
        </p>
        <p>
          {t('phone')}: {details.phone ?? t('no_phone')}
        </p>
      </div>
      <p className="text-ink-2">
        {t('wrong', { organization: organization.name, contact: contactInBrackets(contact) })}
      </p>
      {isWaiting && (
        <Waiting
          details={details}
          timeZone={invitation.shift.role.event.time_zone}
          isBusy={isBusy}
          onTakeBack={() => void save(() => saveEmail(token, null), 'taken_back')}
        />
      )}
      {email === null || email_blocked ? (
        <p className="text-ink-2">
          {t(email === null ? 'no_mailbox' : 'undeliverable', {
            organization: organization.name,
            contact: contactInBrackets(contact),
          })}
        </p>
      ) : (
        <>
          <p className="text-ink-2">{t('how', { email })}</p>
          <NativeSelect
            className="w-full"
            label={t('language')}
            value={details.language}
            onChange={({ currentTarget }) => {
              const language = languages.find((each) => each === currentTarget.value)
              if (language) void save(() => saveDetails(token, { language }), 'asked')
            }}
          >
            {languages.map((each) => (
              <option key={each} value={each} lang={each}>
                {languageNames[each]}
              </option>
            ))}
          </NativeSelect>
          <form className="grid w-full justify-items-start gap-3" noValidate onSubmit={submit('phone')}>
            <TextField
              {...fieldOf('phone')}
              ref={phone}
              label={t('new_phone')}
              type="tel"
              autoComplete="tel"
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" kind="line" size="tall" busy={isBusy && words('loading')}>
                {t('save_phone')}
              </Button>
              {details.phone !== null && (
                <Button
                  kind="quiet"
                  size="tall"
                  aria-disabled={isBusy}
                  onClick={() => void save(() => saveDetails(token, { phone: null }), 'asked')}
                >
                  {t('remove_phone')}
                </Button>
              )}
            </div>
          </form>
          <form className="grid w-full justify-items-start gap-3" noValidate onSubmit={submit('email')}>
            <TextField
              {...fieldOf('email')}
              ref={emailInput}
              label={t('new_email')}
              hint={nearEmail || t('email_hint')}
              type="email"
              autoComplete="email"
              maxLength={254}
            />
            <Button type="submit" kind="line" size="tall" busy={isBusy && words('loading')}>
              {t('save_email')}
            </Button>
          </form>
        </>
      )}
      <output id={RESULT_ID} tabIndex={-1} className="font-semibold text-primary empty:hidden">
        {done && t(`done.${done}`, { email: email ?? '' })}
      </output>
      <FormError
        text={error === undefined || hasIssue ? undefined : errorText(error, 'process')}
        className="mt-0"
      />
    </>
  )
}

type WaitingProps = { details: OwnDetails; timeZone: string; isBusy: boolean; onTakeBack: () => void }

function Waiting({ details, timeZone, isBusy, onTakeBack }: WaitingProps) {
  const t = useText()
  const format = useDateFormat(timeZone)
  const { unconfirmed, unconfirmed_email } = details
  return (
    <div className="w-full rounded-card border border-line p-4">
      {unconfirmed && (
        <p className="font-semibold">
          {t('waiting', { email: details.email ?? '', date: format.dateTime(unconfirmed.expires_at) })}
        </p>
      )}
      {unconfirmed_email && (
        <p className="font-semibold">
          {t('waiting_new', {
            email: unconfirmed_email.email,
            date: format.dateTime(unconfirmed_email.expires_at),
          })}
        </p>
      )}
      <Button kind="quiet" className="-ml-3" aria-disabled={isBusy} onClick={onTakeBack}>
        {t('take_back')}
      </Button>
    </div>
  )
}

/** Notices when the link is opened in another tab or on another device. */
function useReadAgain(token: string, isWaiting: boolean, onRead: (details: OwnDetails) => void): void {
  const read = useEffectEvent(onRead)
  useEffect(() => {
    if (!isWaiting) return undefined
    const readAgain = () => {
      if (document.visibilityState !== 'visible') return
      // If it fails, the shown details stay; the next press shows the error.
      readDetails(token).then(read, () => undefined)
    }
    document.addEventListener('visibilitychange', readAgain)
    return () => document.removeEventListener('visibilitychange', readAgain)
  }, [token, isWaiting])
}
