import type { Language } from '@muster/contract/language'
import type { ReactNode } from 'react'
import { fullName } from '../../../format/names.ts'
import { SelectBox } from '../../../ui/controls/native-select.tsx'
import { RetryButton } from '../../../ui/controls/retry-button.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useText } from '../texts.ts'
import type { useInvitationPreview } from './use-invitation-preview.ts'

type Person = { id: string; first_name: string; last_name: string }

/** The messages as one of the people gets them. */
export function InvitationPreview({
  people,
  shown: { preview, error, as_person_id, showAs, tryAgain },
  heading,
}: {
  people: readonly Person[]
  shown: ReturnType<typeof useInvitationPreview>
  heading?: ReactNode
}) {
  const t = useText()
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        {heading}
        {people.length > 0 && (
          <SelectBox
            narrow
            className="toolbar-select max-w-full"
            aria-label={t('send.as_whom')}
            value={as_person_id}
            onChange={({ currentTarget }) => showAs(currentTarget.value)}
          >
            {people.map((person) => (
              <option key={person.id} value={person.id}>
                {t('send.as', { name: fullName(person) })}
              </option>
            ))}
          </SelectBox>
        )}
      </div>
      {people.length === 0 && <p className="mt-2 text-meta text-ink-2">{t('send.nobody')}</p>}
      {people.length > 0 && !preview && !error && (
        <Loading className="mt-3 grid gap-3">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-36" />
        </Loading>
      )}
      {people.length > 0 && !preview && error && (
        <div className="mt-2 grid justify-items-start gap-3">
          <FormError text={t('send.preview_failed')} />
          <RetryButton onRetry={tryAgain} />
        </div>
      )}
      {preview && (
        <>
          {preview.sms && (
            <Message
              about={t('send.sms_size', { count: preview.sms.segments, characters: preview.sms.characters })}
              text={preview.sms.text}
              language={preview.language}
            />
          )}
          {preview.email && (
            <Message
              about={t('send.email_subject', { subject: preview.email.subject })}
              text={preview.email.text}
              language={preview.language}
            />
          )}
          {!preview.sms && !preview.email && (
            <p className="mt-2 text-meta text-ink-2">{t('send.not_shown')}</p>
          )}
        </>
      )}
    </>
  )
}

type MessageProps = { about: string; text: string; language: Language }

function Message({ about, text, language }: MessageProps) {
  return (
    <>
      <p className="mt-3 mb-1.5 text-hint text-ink-3 tabular-nums wrap-anywhere">{about}</p>
      <p
        className="rounded-panel rounded-bl-segment border border-line bg-surface px-4 py-3 text-compact/normal wrap-anywhere whitespace-pre-wrap"
        lang={language}
      >
        {text}
      </p>
    </>
  )
}
