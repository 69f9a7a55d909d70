import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/page-link.tsx'
import { textLinkClass } from '../../../ui/page/text-link.ts'
import { useRefusedText } from './texts.ts'

/** Shown to people who have a shift already. Only an e-mail contains the link itself (D13, D40). */
export function OwnLink({ codes }: { codes: readonly string[] }) {
  const t = useRefusedText()
  const isOnShift = codes.includes('already_signed_up')
  if (!isOnShift && !codes.includes('schedule_conflict')) return null
  return (
    <p className="mt-2">
      {t(isOnShift ? 'own.sent' : 'own.page')}{' '}
      <PageLink className={`${textLinkClass} font-semibold`} href={paths.links}>
        {t('own.get_links')}
      </PageLink>
    </p>
  )
}
