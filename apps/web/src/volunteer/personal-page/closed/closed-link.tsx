import type { Organizer } from '@muster/contract/personal-page'
import { useEffect } from 'react'
import { useWords } from '../../../i18n/words.ts'
import { publicPaths } from '../../../public-paths.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { EndPage } from '../../../ui/page/end-page.tsx'
import { OrganizerContact } from '../../../ui/page/organizer-contact.tsx'
import { PageLink } from '../../../ui/page/page-link.tsx'
import { useText } from '../texts.ts'
import { useClosedText } from './texts.ts'

type ClosedLinkProps = {
  kind: 'expired' | 'replaced' | 'invalid'
  /** Undefined until it is known. What to do is shown then, all at once. Null: the link was never valid. */
  organizer: Organizer | null | false | undefined
  /** True if it replaces an open page, whose focused button is gone. */
  wasOpen: boolean
  onTryAgain: () => void
}

export default function ClosedLink({ kind, organizer, wasOpen, onTryAgain }: ClosedLinkProps) {
  const t = useClosedText()
  const pageText = useText()
  const words = useWords()
  const text = kind === 'replaced' ? t('replaced') : pageText('error', { text: pageText(`errors.${kind}`) })
  useEffect(() => {
    if (wasOpen && document.activeElement === document.body) document.querySelector('h1')?.focus()
  }, [wasOpen])
  return (
    <EndPage title={t(`title.${kind}`)} text={text}>
      {organizer && (
        <>
          <OrganizerContact organization={organizer.organization.name} contact={organizer.contact} />
          <PageLink href={publicPaths.publicEvent(organizer.event.id)} className={buttonClass()}>
            {t('see_event')}
          </PageLink>
        </>
      )}
      {organizer !== undefined && !organizer && kind === 'invalid' && <p>{t('latest_link')}</p>}
      {organizer === false && <Button onClick={onTryAgain}>{words('try_again')}</Button>}
      {organizer !== undefined && (
        <PageLink
          href={publicPaths.links}
          className={buttonClass({ kind: organizer === null ? 'primary' : 'line' })}
        >
          {t('get_links')}
        </PageLink>
      )}
    </EndPage>
  )
}
