import type { BroadcastPreview as Preview } from '@muster/contract/broadcasts'
import type { Event } from '@muster/contract/events'
import type { Language } from '@muster/contract/language'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { errorText } from '../../api/api-error.ts'
import { fullName, sortByName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectBox } from '../../ui/controls/native-select.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { type BroadcastForm, testBroadcast } from './api.ts'
import { isDeliverable } from './count-deliverable.ts'
import { MailView } from './mail-view.tsx'
import { useText } from './texts.ts'

type PreviewProps = {
  event: Event
  form: BroadcastForm
  preview: Preview | undefined
  language: Language
  isBlank: boolean
  isLocked: boolean
  error: unknown
  onTryAgain: () => void
  /** Whose messages are shown. Undefined: of one person. */
  asPerson: string | undefined
  onAsPerson: (person_id: string | undefined) => void
}

export function BroadcastPreview(props: PreviewProps) {
  const { preview, language, isBlank, error, onTryAgain } = props
  const t = useText()
  const id = useId()
  const sample = preview && !isBlank ? sampleIn(language, preview) : undefined
  return (
    <aside aria-labelledby={id} className="desktop:sticky desktop:top-4 print:static">
      <div className="flex min-h-10 flex-wrap items-center gap-x-2">
        <h2 id={id} className="mr-auto text-lead/heading">
          {t('preview.title')}
        </h2>
        {sample && <TestToMe {...props} sample={sample} />}
        {sample && <AsPerson {...props} sample={sample} />}
      </div>
      {error ? (
        <div className="mt-2 grid justify-items-start gap-3">
          <FormError text={t('preview.failed')} />
          <RetryButton onRetry={onTryAgain} />
        </div>
      ) : (
        <>
          {!preview && (
            <Loading className="mt-4 grid gap-6">
              <Skeleton className="h-50" />
              <Skeleton className="h-90" />
            </Loading>
          )}
          {preview && !sample && (
            <p className="mt-2 text-ink-2">{t(isBlank ? 'preview.blank' : 'preview.nobody')}</p>
          )}
          {sample?.sms && <SmsPreview sms={sample.sms} language={sample.language} />}
          {sample?.email && <MailPreview email={sample.email} language={sample.language} />}
        </>
      )}
    </aside>
  )
}

type ShownProps = PreviewProps & { sample: Sample }

function AsPerson({ preview, sample, isLocked, onAsPerson }: ShownProps) {
  const t = useText()
  const language = useLanguage()
  const recipients = sortByName(preview?.recipients.filter(isDeliverable) ?? [], language)
  return (
    <SelectBox
      narrow
      className="narrow-select max-w-55"
      aria-label={t('preview.as_whom')}
      disabled={isLocked}
      value={sample.person_id}
      onChange={(change) => onAsPerson(change.currentTarget.value)}
    >
      {recipients.map((person) => (
        <option key={person.person_id} value={person.person_id}>
          {t('preview.as', { name: fullName(person) })}
        </option>
      ))}
    </SelectBox>
  )
}

/** Sends exactly what is shown. */
function TestToMe({ event, form, sample, isLocked }: ShownProps) {
  const t = useText()
  const test = useMutation({
    mutationFn: () => testBroadcast(event.id, { ...form, as_person_id: sample.person_id }),
    onSuccess: () => showToast(t('preview.tested')),
    onError: (problem) => showFailure(errorText(problem, t('preview.test_failed'))),
  })
  return (
    <Button
      kind="quiet"
      aria-disabled={isLocked}
      busy={test.isPending && t('sending')}
      onClick={() => !isLocked && test.mutate()}
    >
      {t('preview.test')}
    </Button>
  )
}

const channelClass = 'mt-4 text-meta/heading tracking-normal text-ink-2'

type Sample = Preview['samples'][number]

export function sampleIn(language: Language, { samples }: Preview): Sample | undefined {
  return samples.find((sample) => sample.language === language) ?? samples[0]
}

function SmsPreview({ sms, language }: { sms: NonNullable<Sample['sms']>; language: Language }) {
  const t = useText()
  const { from: sender, characters, segments } = sms
  return (
    <>
      <h3 className={channelClass}>{t('channel.sms')}</h3>
      <p className="mt-0.5 mb-2 text-hint text-ink-3 tabular-nums">
        {t('preview.from', { sender, characters, segments })}
      </p>
      <p
        className="mb-7 max-w-85 rounded-panel rounded-bl-segment border border-line bg-sunken px-4 py-3 text-compact/normal whitespace-pre-wrap"
        lang={language}
      >
        {sms.text}
      </p>
    </>
  )
}

function MailPreview({ email, language }: { email: NonNullable<Sample['email']>; language: Language }) {
  const t = useText()
  return (
    <>
      <h3 className={channelClass}>{t('channel.email')}</h3>
      <div className={cardClass({ padding: 'none', className: 'mt-2 overflow-hidden' })}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 border-b border-line px-5 py-3 text-compact/normal">
          <dt className="text-ink-3">{t('preview.from_label')}</dt>
          <dd>{email.from}</dd>
          <dt className="text-ink-3">{t('preview.subject_label')}</dt>
          <dd lang={language}>
            <b>{email.subject}</b>
          </dd>
        </dl>
        <MailView html={email.html} language={language} />
      </div>
    </>
  )
}
