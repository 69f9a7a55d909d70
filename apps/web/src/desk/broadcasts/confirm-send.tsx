import type { BroadcastPreview } from '@muster/contract/broadcasts'
import type { ReactNode } from 'react'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { countChannel, countUndeliverable } from './count-deliverable.ts'
import { useGroups } from './group-names.ts'
import { useLanguageShares } from './language-shares.ts'
import { useText } from './texts.ts'
import type { Draft } from './use-broadcast-draft.ts'

type ConfirmProps = {
  draft: Draft
  /** Undefined while the recipients are counted. */
  preview: BroadcastPreview | undefined
  text: string
  onClose: () => void
  onConfirm: () => void
}

export function ConfirmSend({ draft, preview, text, onClose, onConfirm }: ConfirmProps) {
  const t = useText()
  const messages = t('messages', { count: preview?.sendable_count ?? 0 })
  const people = t('people', { count: preview?.people_count ?? 0 })
  const isReady = preview !== undefined && preview.sendable_count > 0
  return (
    <AlertDialog
      title={preview ? t('confirm.title', { messages, people }) : t('confirm.counting')}
      confirm={preview ? t('confirm.send', { messages }) : t('send')}
      blocked={!isReady && t(preview ? 'recipients.nobody' : 'confirm.counting')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {preview && <Facts draft={draft} preview={preview} text={text} />}
    </AlertDialog>
  )
}

function Facts({ draft, preview, text }: { draft: Draft; preview: BroadcastPreview; text: string }) {
  const t = useText()
  const undeliverable = countUndeliverable(preview)
  const sms = countChannel(preview, 'sms')
  const emails = countChannel(preview, 'email')
  const isReminder = draft.messageType === 'reminder'
  const isLinked = isReminder && draft.includeLink
  return (
    <>
      <dl className="divide-y divide-line rounded-control border border-line">
        <Fact name={t('what')}>
          {isReminder ? t(isLinked ? 'confirm.reminder_link' : 'confirm.reminder') : t('type.custom')}
        </Fact>
        <Fact name={t('whom')}>
          {useGroups(draft)}
          {undeliverable > 0 && (
            <span className="block text-meta text-ink-2">
              {t('recipients.undeliverable', { count: undeliverable })}
            </span>
          )}
        </Fact>
        <Fact name={t('how')}>
          {sms > 0 && (
            <span className="block">{t('confirm.sms', { sms, count: preview.most_segments })}</span>
          )}
          {emails > 0 && <span className="block">{t('confirm.emails', { count: emails })}</span>}
        </Fact>
        <Fact name={t('confirm.language')}>{useLanguageShares(preview)}</Fact>
        {isLinked && preview.expired_count > 0 && (
          <Fact name={t('confirm.expired')}>
            {t(draft.leaveExpired ? 'confirm.left' : 'confirm.reopened', { count: preview.expired_count })}
          </Fact>
        )}
        {text.trim() !== '' && (
          <Fact name={t('confirm.text')}>
            <span className="line-clamp-2 whitespace-pre-line">{text.trim()}</span>
          </Fact>
        )}
      </dl>
      <p className="mt-3 text-meta text-ink-2">{t('confirm.undo')}</p>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="gap-3 px-4 py-2.5 tablet:grid tablet:grid-cols-[6.5rem_1fr]">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
