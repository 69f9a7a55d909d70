import type { OrganizerContact as Contact } from '@muster/contract/organizations'
import { mailtoOf } from '@muster/contract/rules/mailto'
import { phoneAddress } from '../../format/phone-address.ts'
import { useWords } from '../../i18n/words.ts'
import { buttonClass } from '../controls/button.tsx'
import { Icon } from './icon.tsx'

type ContactProps = { organization: string; contact: Contact }

export function OrganizerContact({ organization, contact: { email, phone } }: ContactProps) {
  const t = useWords()
  if (email === null && phone === null) return null
  return (
    <p className="flex w-full flex-wrap items-center gap-x-4 text-meta text-ink-2">
      <span>{t('questions', { organization })}</span>
      <span className="flex flex-wrap gap-x-4">
        {email !== null && (
          <ContactLink href={mailtoOf(email)} icon="send">
            {email}
          </ContactLink>
        )}
        {phone !== null && (
          <ContactLink href={phoneAddress('tel', phone)} icon="phone">
            {phone}
          </ContactLink>
        )}
      </span>
    </p>
  )
}

export function MailButton({ organization, contact: { email, phone } }: ContactProps) {
  const t = useWords()
  if (email === null && phone === null) return null
  return (
    <a className={buttonClass()} href={email === null ? phoneAddress('tel', phone ?? '') : mailtoOf(email)}>
      {t(email === null ? 'call_organizer' : 'write_to_organizer', { organization })}
    </a>
  )
}

function ContactLink({ href, icon, children }: { href: string; icon: 'send' | 'phone'; children: string }) {
  return (
    <a className="inline-flex min-h-11 items-center gap-1.5 wrap-anywhere" href={href} translate="no">
      <Icon name={icon} size="small" />
      {children}
    </a>
  )
}
