import type { Organizer } from '@muster/contract/invitations'
import { useWords } from '../../i18n/words.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { EndPage } from '../../ui/page/end-page.tsx'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { useText } from './texts.ts'

type ClosedLinkProps = {
  status: number
  organizer: Organizer | undefined
  onTryAgain: () => void
}

export function ClosedLink({ status, organizer, onTryAgain }: ClosedLinkProps) {
  const t = useText()
  const words = useWords()
  const kind = status === 403 ? 'expired' : 'invalid'
  return (
    <EndPage
      title={t(status === 403 ? 'closed.expired' : 'closed.unknown')}
      text={t('error', { text: t(`errors.${kind}`) })}
    >
      {organizer ? (
        <>
          <OrganizerContact organization={organizer.organization.name} contact={organizer.contact} />
          <PageLink href={paths.publicEvent(organizer.event.id)} className={buttonClass()}>
            {t('see_event')}
          </PageLink>
        </>
      ) : (
        <>
          {kind === 'invalid' && <p>{t('latest_link')}</p>}
          <Button onClick={onTryAgain}>{words('try_again')}</Button>
        </>
      )}
      <PageLink href={paths.links} className={buttonClass({ kind: 'line' })}>
        {t('links.open')}
      </PageLink>
    </EndPage>
  )
}
