import type { InvitationPreview } from '@muster/contract/send-invitations'
import type { InviteMethod } from '../api.ts'
import { useText } from '../texts.ts'

/** "3 people: 3 e-mails, 2 SMS in 4 parts. 10 s to undo." Until the preview is read, without parts. */
export function Sum({
  messages,
  preview,
}: {
  messages: readonly { method: InviteMethod }[]
  preview: InvitationPreview | undefined
}) {
  const t = useText()
  const count = messages.length
  const emails = preview?.emails ?? messages.filter(({ method }) => method !== 'SMS').length
  const texts = preview?.texts ?? messages.filter(({ method }) => method !== 'EMAIL').length
  const parts = [
    emails > 0 && t('send.emails', { count: emails }),
    texts > 0 &&
      t('send.sms', { count: texts }) +
        (preview ? ` ${t('send.parts', { count: preview.sms_segments })}` : ''),
  ].filter(Boolean)
  return (
    <p className="mr-auto self-center text-meta text-ink-2 tabular-nums max-tablet:w-full" aria-live="polite">
      {count === 0 ? t('send.nobody') : t('send.people', { count, messages: parts.join(', ') })}
    </p>
  )
}
