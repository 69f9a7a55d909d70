import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { useState } from 'react'
import { compareTexts, fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { cardClass } from '../../ui/page/card.ts'
import { Disclosure } from '../../ui/page/disclosure.tsx'
import { PersonLine } from './person-line.tsx'
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
    <section className={cardClass({ className: 'mt-6' })} aria-label={t('recipients.title')}>
      <h2 className="text-lead/heading">{t('recipients.title')}</h2>
      {recipients.length === 0 && <p className="mt-2 text-ink-2">{t('recipients.nothing')}</p>}
      {reached.length > 0 && (
        <Disclosure summary={t('recipients.reached', { count: reached.length })} onToggle={setIsOpen}>
          {isOpen && (
            <ul>
              {reached.map((recipient) => (
                <PersonLine key={recipient.person_id} name={fullName(recipient)}>
                  {channelsOf(recipient, t)} · {t('recipients.shifts', { count: recipient.shifts })}
                </PersonLine>
              ))}
            </ul>
          )}
        </Disclosure>
      )}
      {unreached.length > 0 && (
        <Disclosure isBad open summary={t('recipients.unreached', { count: unreached.length })}>
          <ul>
            {unreached.map(({ recipient, channel, reason }) => (
              <PersonLine key={recipient.person_id + channel} name={fullName(recipient)}>
                {reasonText({ channel, reason }, t)}
              </PersonLine>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}

function channelsOf({ email, sms }: Recipient, t: ReturnType<typeof useText>): string {
  return [email === 'reachable' && t('channel.email'), sms === 'reachable' && t('channel.sms')]
    .filter(Boolean)
    .join(', ')
}

/** Why a chosen channel does not reach a person. */
function reasonsOf({ email, sms }: Recipient) {
  return [
    ...(email && email !== 'reachable' ? [{ channel: 'EMAIL' as const, reason: email }] : []),
    ...(sms && sms !== 'reachable' ? [{ channel: 'SMS' as const, reason: sms }] : []),
  ]
}
