import type { BroadcastPreview as Preview } from '@muster/contract/broadcasts'
import type { Language } from '@muster/contract/language'
import { useId } from 'react'
import { fullName } from '../../format/names.ts'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { MailView } from './mail-view.tsx'
import { useText } from './texts.ts'

type PreviewProps = {
  preview: Preview | undefined
  language: Language
  isBlank: boolean
  error: unknown
  onTryAgain: () => void
}

export function BroadcastPreview({ preview, language, isBlank, error, onTryAgain }: PreviewProps) {
  const t = useText()
  const id = useId()
  const sample = preview && !isBlank ? sampleIn(language, preview) : undefined
  return (
    <aside aria-labelledby={id}>
      <div className="flex min-h-7 flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-lead/heading">
          {t('preview.title')}
        </h2>
        {sample && (
          <span className="text-meta wrap-anywhere text-ink-2">
            {t('preview.as', { name: fullName(sample) })}
          </span>
        )}
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
