import type { PublicEvent } from '@muster/contract/public-event'
import { useEffect } from 'react'
import { EndPage } from '../../../ui/page/end-page.tsx'
import { MailButton, OrganizerContact } from '../../../ui/page/organizer-contact.tsx'
import { useRemovedText } from './texts.ts'

export default function EventRemoved({ event: { name, organization, contact } }: { event: PublicEvent }) {
  const t = useRemovedText()
  useEffect(() => {
    // The focused element has gone with the page.
    if (document.activeElement === document.body) document.querySelector('h1')?.focus()
  }, [])
  return (
    <EndPage title={t('title', { name })} text={t('text')}>
      <MailButton organization={organization.name} contact={contact} />
      <OrganizerContact organization={organization.name} contact={contact} />
    </EndPage>
  )
}
