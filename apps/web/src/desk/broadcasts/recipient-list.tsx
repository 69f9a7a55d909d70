import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { useState } from 'react'
import { compareTexts, fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { cardClass } from '../../ui/page/card.ts'
import { Disclosure } from '../../ui/page/disclosure.tsx'
import { isDeliverable, reasonsOf } from './count-deliverable.ts'
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
  const deliverable = sorted.filter(isDeliverable)
  const undeliverable = sorted.filter((recipient) => !isDeliverable(recipient))
  const deliverable_partly = deliverable.filter((recipient) => reasonsOf(recipient).length > 0)

  return (
    <section className={cardClass({ className: 'mt-6' })} aria-label={t('recipients.title')}>
      <h2 className="text-lead/heading">{t('recipients.title')}</h2>
      {recipients.length === 0 && <p className="mt-2 text-ink-2">{nobodyText(preview, t)}</p>}
      {undeliverable.length > 0 && (
        <Disclosure isBad open summary={t('recipients.undeliverable', { count: undeliverable.length })}>
          <Reasons of={undeliverable} />
        </Disclosure>
      )}
      {deliverable_partly.length > 0 && (
        <Disclosure open summary={t('recipients.partly', { count: deliverable_partly.length })}>
          <Reasons of={deliverable_partly} />
        </Disclosure>
      )}
      {deliverable.length > 0 && (
        <Disclosure summary={t('recipients.deliverable', { count: deliverable.length })} onToggle={setIsOpen}>
          {isOpen && (
            <ul>
              {deliverable.map((recipient) => (
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
