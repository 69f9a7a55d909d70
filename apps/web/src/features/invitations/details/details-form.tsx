import type { OwnDetails } from '@muster/contract/invitations'
import { languages } from '@muster/contract/language'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { languageNames } from '../../../i18n/language.ts'
import { useWords } from '../../../i18n/words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { saveDetails } from '../api.ts'
import type { OwnDetailsProps } from '../own-details.tsx'
import { reachOf } from '../reach-of.ts'
import { useErrorText } from '../use-error-text.ts'
import { EmailForm } from './email-form.tsx'
import { followDetails } from './follow-details.ts'
import { issueOf } from './issue-of.ts'
import { useText } from './texts.ts'

type Done = 'language' | 'phone' | 'phone_changed' | 'phone_removed' | 'removed_blocked'

/** V3 */
export default function DetailsForm({
  token,
  invitation,
  found,
  onReplaced,
}: OwnDetailsProps & { found: OwnDetails }) {
  const { organization, contact, shift, email_blocked } = invitation
  const t = useText()
  const words = useWords()
  const errorText = useErrorText()
  const address = useRef<HTMLParagraphElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [details, setDetails] = useState(found)
  const [phone, setPhone] = useState(found.phone ?? '')
  const [saving, setSaving] = useState<Partial<OwnDetails>>()
  const [done, setDone] = useState<Done>()
  const [error, setError] = useState<unknown>()
  const phoneIssue = issueOf(error, 'phone')

  // The button that opened the form is gone.
  useEffect(() => address.current?.focus(), [])
  useEffect(
    () => followDetails({ token, invitation }, { email: details.email }),
    [token, invitation, details.email],
  )

  const save = async (change: Partial<Pick<OwnDetails, 'phone' | 'language'>>) => {
    if (saving) return
    setSaving(change)
    setDone(undefined)
    setError(undefined)
    try {
      const { token: next, ...saved } = await saveDetails(token, change)
      setDetails(saved)
      setDone(change.language ? 'language' : whatIsDone(details, { ...saved, email_blocked }))
      if (!change.language) {
        setPhone(saved.phone ?? '')
        followDetails({ token, invitation }, { phone: saved.phone ?? '' })
      }
      if (next !== token) onReplaced(next)
    } catch (failure) {
      setError(failure)
      if (issueOf(failure, 'phone')) field.current?.focus()
    }
    setSaving(undefined)
  }
  const submit = (submission: FormEvent) => {
    submission.preventDefault()
    void save({ phone: phone.trim() || null })
  }

  return (
    <>
      <p ref={address} tabIndex={-1}>
        {t('email')}: {details.email}
      </p>
      <EmailForm
        token={token}
        timeZone={shift.role.event.time_zone}
        details={details}
        isBlocked={email_blocked}
        onChanged={setDetails}
      />
      <p className="text-ink-2">{t('wrong', { organization: organization.name, reach: reachOf(contact) })}</p>
      <NativeSelect
        className="w-full"
        label={t('language')}
        value={saving?.language ?? details.language}
        onChange={({ currentTarget }) => {
          const language = languages.find((each) => each === currentTarget.value)
          if (language) void save({ language })
        }}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </NativeSelect>
      <form className="grid w-full justify-items-start gap-3" noValidate onSubmit={submit}>
        <TextField
          ref={field}
          className="w-full"
          label={t('phone')}
          hint={t('phone_hint')}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          value={phone}
          error={phoneIssue}
          onChange={({ currentTarget }) => setPhone(currentTarget.value)}
        />
        <Button type="submit" kind="line" size="tall" busy={saving !== undefined && words('loading')}>
          {t('save')}
        </Button>
      </form>
      <output className="font-semibold text-primary empty:hidden">
        {done && t(`saved.${done}`, { email: details.email })}
      </output>
      <FormError
        text={error === undefined || phoneIssue ? undefined : errorText(error, 'process')}
        className="mt-0"
      />
    </>
  )
}

/** Chooses the text about a saved change. A blocked address gets no e-mail about it, so its texts promise none. */
function whatIsDone(
  before: OwnDetails,
  { phone, email_blocked }: Pick<OwnDetails, 'phone'> & { email_blocked: boolean },
): Done {
  if (before.phone === phone) return 'phone'
  if (phone === null) return email_blocked ? 'removed_blocked' : 'phone_removed'
  return email_blocked ? 'phone' : 'phone_changed'
}
