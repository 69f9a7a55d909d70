import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { useState } from 'react'
import { compareTexts, fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { cardClass } from '../../ui/page/card.ts'
import { Disclosure } from '../../ui/page/disclosure.tsx'
import { isReached, reasonsOf } from './count-reach.ts'
import { nobodyText } from './nobody-text.ts'
import { PersonLine } from './person-line.tsx'
import { reasonText } from './reason-text.ts'
import { useText } from './texts.ts'

type Recipient = BroadcastPreview['recipients'][number]

export function RecipientList({ preview }: { preview: BroadcastPreview }) {
  const t = useText()
  const compare = compareTexts(useLanguage())
  const [isOpen, setIsOpen] = useState(false)
  const { recipients } = preview
  const sorted = recipients.toSorted((a, b) => compare(fullName(a), fullName(b)))
  const reached = sorted.filter(isReached)
  const unreached = sorted.filter((recipient) => !isReached(recipient))
  const reached_partly = reached.filter((recipient) => reasonsOf(recipient).length > 0)

  return (
    <section className={cardClass({ className: 'mt-6' })} aria-label={t('recipients.title')}>
      <h2 className="text-lead/heading">{t('recipients.title')}</h2>
      {recipients.length === 0 && <p className="mt-2 text-ink-2">{nobodyText(preview, t)}</p>}
      {unreached.length > 0 && (
        <Disclosure isBad open summary={t('recipients.unreached', { count: unreached.length })}>
          <Reasons of={unreached} />
        </Disclosure>
      )}
      {reached_partly.length > 0 && (
        <Disclosure open summary={t('recipients.partly', { count: reached_partly.length })}>
          <Reasons of={reached_partly} />
        </Disclosure>
      )}
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
    </section>
  )
}

function Reasons({ of: recipients }: { of: readonly Recipient[] }) {
  const t = useText()
  return (
    <ul>
      {recipients.map((recipient) => (
        <PersonLine key={recipient.person_id} name={fullName(recipient)}>
          {reasonsOf(recipient)
            .map((reason) => reasonText(reason, t))
            .join(' · ')}
        </PersonLine>
      ))}
    </ul>
  )
}

function channelsOf({ email, sms }: Recipient, t: ReturnType<typeof useText>): string {
  return [email === 'reachable' && t('channel.email'), sms === 'reachable' && t('channel.sms')]
    .filter(Boolean)
    .join(', ')
}
