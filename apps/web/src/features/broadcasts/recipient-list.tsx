import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { useState } from 'react'
import { compareTexts, fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { reasonText } from './reason-text.ts'
import { useText } from './texts.ts'

type Recipient = BroadcastPreview['recipients'][number]

/** Who gets it; and who cannot be reached, and why, before anything is sent. */
export function RecipientList({ preview: { recipients } }: { preview: BroadcastPreview }) {
  const t = useText()
  const compare = compareTexts(useLanguage())
  const [isOpen, setIsOpen] = useState(false)
  const sorted = recipients.toSorted((a, b) => compare(fullName(a), fullName(b)))
  const reached = sorted.filter(({ email, sms }) => email === 'reachable' || sms === 'reachable')
  const unreached = sorted.flatMap((recipient) =>
    reasonsOf(recipient).map((reason) => ({ recipient, ...reason })),
  )

  return (
    <section className="card mt-6" aria-label={t('recipients.title')}>
      <h2>{t('recipients.title')}</h2>
      {recipients.length === 0 && <p className="mt-2 text-ink-2">{t('recipients.nothing')}</p>}
      {reached.length > 0 && (
        <details className="recipients" onToggle={(toggle) => setIsOpen(toggle.currentTarget.open)}>
          <summary>{t('recipients.reached', { count: reached.length })}</summary>
          {isOpen && (
            <ul>
              {reached.map((recipient) => (
                <li key={recipient.person_id}>
                  <span>{fullName(recipient)}</span>
                  <span className="text-meta text-ink-2">
                    {channelsOf(recipient, t)} · {t('recipients.shifts', { count: recipient.shifts })}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </details>
      )}
      {unreached.length > 0 && (
        <details className="recipients" open>
          <summary className="text-miss">{t('recipients.unreached', { count: unreached.length })}</summary>
          <ul>
            {unreached.map(({ recipient, channel, reason }) => (
              <li key={recipient.person_id + channel}>
                <span>{fullName(recipient)}</span>
                <span className="text-meta text-ink-2">{reasonText({ channel, reason }, t)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function channelsOf({ email, sms }: Recipient, t: ReturnType<typeof useText>): string {
  return [email === 'reachable' && t('channel.email'), sms === 'reachable' && t('channel.sms')]
    .filter(Boolean)
    .join(', ')
}

/** Why a chosen channel does not reach somebody. */
function reasonsOf({ email, sms }: Recipient) {
  return [
    ...(email && email !== 'reachable' ? [{ channel: 'EMAIL' as const, reason: email }] : []),
    ...(sms && sms !== 'reachable' ? [{ channel: 'SMS' as const, reason: sms }] : []),
  ]
}
