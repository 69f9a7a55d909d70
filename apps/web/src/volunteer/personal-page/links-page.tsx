import { isEmail } from '@muster/contract/rules/contact'
import { type FormEvent, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { ResultTitle } from '../../ui/feedback/result-title.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { askForLinks } from './api.ts'
import { useLinksText } from './links/texts.ts'

const INTRO_ID = 'links-intro'

/** D40 */
export default function LinksPage() {
  const t = useLinksText()
  const focusNext = useFocusNext()
  const [sent_to, setSentTo] = useState<string>()
  return (
    <PublicPage>
      {sent_to === undefined ? (
        <LinksForm onSent={setSentTo} />
      ) : (
        <>
          <ResultTitle title={t('sent_title')} />
          <p className="mt-2 text-lead">{t('sent', { email: sent_to })}</p>
          <p className="mt-4 text-ink-2">{t('nothing')}</p>
          <Button
            kind="line"
            className="mt-3"
            onClick={() => {
              setSentTo(undefined)
              focusNext(INTRO_ID)
            }}
          >
            {t('another')}
          </Button>
        </>
      )}
    </PublicPage>
  )
}

function LinksForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useLinksText()
  const words = useWords()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [isTouched, setIsTouched] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isValid = isEmail(email.trim())

  const send = async (submission: FormEvent) => {
    submission.preventDefault()
    setIsTouched(true)
    if (!isValid) return field.current?.focus()
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await askForLinks(email.trim())
      onSent(email.trim())
    } catch (error) {
      setFailure(errorText(error, t('failed')))
      setIsBusy(false)
    }
  }

  return (
    <>
      <PageTitle title={t('title')} />
      <p id={INTRO_ID} tabIndex={-1} className="mt-2 text-ink-2">
        {t('intro')}
      </p>
      <form className="mt-5 grid max-w-96 gap-5" noValidate onSubmit={(event) => void send(event)}>
        <TextField
          ref={field}
          label={t('email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={email}
          error={isTouched && !isValid ? t('email_invalid') : undefined}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          onBlur={() => setIsTouched(email !== '')}
          aria-required
        />
        <FormError text={failure} />
        <Button type="submit" size="big" busy={isBusy && words('loading')}>
          {t('submit')}
        </Button>
      </form>
    </>
  )
}
